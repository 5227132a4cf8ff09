// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "rotated_nms.hpp"
#include "tests/support/op_test.hpp"

namespace plugsmith::ops {

using testing::TestTensor;
using Values = std::vector<double>;
using BoxValues = std::array<double, 5>;
using Row = std::array<std::int64_t, 3>;
using Rows = std::vector<Row>;

struct Settings {
  float iou = 0.5F, score = 0.0F;
  std::int32_t most = 100;
  int rotation = 0;
  std::size_t misalignment = 0;
};

inline TestTensor boxes_of(const std::vector<BoxValues>& boxes, DataType type = DataType::kFloat) {
  Values values;
  for (const BoxValues& box : boxes) values.insert(values.end(), box.begin(), box.end());
  return testing::tensor(type, {1, static_cast<std::int64_t>(boxes.size()), 5}, values);
}

inline TestTensor scores_of(const Values& scores, DataType type = DataType::kFloat) {
  return testing::tensor(type, {1, 1, static_cast<std::int64_t>(scores.size())}, scores);
}

/// Runs and what they select.
class RotatedNmsTest : public testing::OpTest {
 protected:
  Result<std::vector<TestTensor>> run(const Settings& s, const std::vector<TestTensor>& inputs) {
    testing::OpRunner runner(op_entry<RotatedNms>(), GetParam());
    runner.set_misalignment(s.misalignment);
    return runner.run({testing::int_field("max_output_boxes_per_class", s.most),
                       testing::float_field("iou_threshold", s.iou),
                       testing::float_field("score_threshold", s.score),
                       testing::int_field("rotation", s.rotation)},
                      inputs);
  }

  // The selected rows, whose count must be the size tensor's.
  Rows rows(const Settings& s, const std::vector<TestTensor>& inputs) {
    const auto outputs = run(s, inputs);
    EXPECT_TRUE(outputs.is_ok()) << outputs.status().message();
    if (!outputs.is_ok()) return {};
    const TestTensor& selected = (*outputs)[0];
    EXPECT_EQ(selected.type, DataType::kInt64);
    EXPECT_EQ(selected.shape.rank(), 2);
    EXPECT_EQ(selected.shape[1], 3);
    EXPECT_EQ(testing::values_of((*outputs)[1]), Values{static_cast<double>(selected.shape[0])});
    Rows result(static_cast<std::size_t>(selected.shape[0]));
    const auto* at = selected.as<std::int64_t>();
    for (Row& row : result) {
      for (std::int64_t& value : row) value = *at++;
    }
    return result;
  }

  // The boxes selected of one class of one sample.
  std::vector<std::int64_t> selected(const Settings& s, const std::vector<BoxValues>& boxes,
                                     const Values& scores) {
    std::vector<std::int64_t> found;
    for (const Row& row : rows(s, {boxes_of(boxes), scores_of(scores)})) {
      EXPECT_EQ(row[0], 0);
      EXPECT_EQ(row[1], 0);
      found.push_back(row[2]);
    }
    return found;
  }

  // By two runs that enclose it: one box is removed below it and stays above it.
  void expect_iou(double iou, const BoxValues& a, const BoxValues& b, int rotation = 0) {
    SCOPED_TRACE("IoU " + std::to_string(iou));
    Settings s;
    s.rotation = rotation;
    s.iou = static_cast<float>(iou - 1e-4);
    EXPECT_EQ(selected(s, {a, b}, {0.5, 0.25}), (std::vector<std::int64_t>{0}));
    s.iou = static_cast<float>(iou + 1e-4);
    EXPECT_EQ(selected(s, {a, b}, {0.5, 0.25}), (std::vector<std::int64_t>{0, 1}));
  }

  void expect_refused(const std::vector<TestTensor>& inputs, const std::string& sentence,
                      const std::vector<FieldData>& attributes = {}) {
    testing::OpRunner runner(op_entry<RotatedNms>(), GetParam());
    const auto outputs = runner.run(attributes, inputs);
    ASSERT_FALSE(outputs.is_ok()) << sentence;
    EXPECT_NE(outputs.status().message().find(sentence), std::string::npos)
        << outputs.status().message();
  }
};

}  // namespace plugsmith::ops
