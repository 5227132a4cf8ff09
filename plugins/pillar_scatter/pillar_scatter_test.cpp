// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "pillar_scatter.hpp"

#include <map>

#include "tests/support/op_test.hpp"

namespace plugsmith::ops {
namespace {

using testing::TestTensor;

struct Picture {
  std::int32_t batch, height, width;
};

class PillarScatterTest : public testing::OpTest {
 protected:
  Result<std::vector<TestTensor>> run(const Picture& picture, const TestTensor& features,
                                      const TestTensor& coordinates) {
    testing::OpRunner runner(op_entry<PillarScatter>(), GetParam());
    runner.set_misalignment(misalignment_);
    return runner.run(
        {testing::int_field("batch", picture.batch), testing::int_field("height", picture.height),
         testing::int_field("width", picture.width)},
        {features, coordinates});
  }

  // Independent of the reference: a map from place to pillar, then a walk over the output.
  void expect_agreement(const Picture& picture, const TestTensor& features,
                        const TestTensor& coordinates) {
    const auto y = run(picture, features, coordinates);
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    const std::int64_t channels = features.shape[1];
    ASSERT_EQ((*y)[0].shape, (Shape{picture.batch, channels, picture.height, picture.width}));
    const auto values = testing::values_of(features), places = testing::values_of(coordinates);
    const auto got = testing::values_of((*y)[0]);
    std::map<std::vector<double>, std::size_t> owners;
    for (std::size_t i = 0; i * 4 < places.size(); ++i) {
      owners[{places[i * 4], places[i * 4 + 2], places[i * 4 + 3]}] = i;
    }
    std::size_t at = 0;
    for (int b = 0; b < picture.batch; ++b) {
      for (std::size_t c = 0; c < static_cast<std::size_t>(channels); ++c) {
        for (int row = 0; row < picture.height; ++row) {
          for (int column = 0; column < picture.width; ++column, ++at) {
            const auto owner = owners.find(
                {static_cast<double>(b), static_cast<double>(row), static_cast<double>(column)});
            const double want =
                owner == owners.end()
                    ? 0.0
                    : values[owner->second * static_cast<std::size_t>(channels) + c];
            ASSERT_EQ(got[at], want) << "at " << at;
          }
        }
      }
    }
  }

  // Places that may coincide, and some outside the picture.
  static TestTensor random_places(const Picture& picture, std::int64_t pillars, unsigned seed) {
    const auto column = [&](std::int64_t low, std::int64_t high, unsigned salt) {
      return testing::values_of(testing::random_tensor(DataType::kInt32, {pillars},
                                                       static_cast<double>(low),
                                                       static_cast<double>(high), seed + salt));
    };
    const auto sample = column(0, picture.batch, 1), row = column(-1, picture.height + 1, 2),
               at = column(-1, picture.width + 1, 3);
    std::vector<double> values;
    for (std::size_t i = 0; i < static_cast<std::size_t>(pillars); ++i) {
      values.insert(values.end(), {sample[i], 0, row[i], at[i]});
    }
    return testing::tensor(DataType::kInt32, {pillars, 4}, values);
  }

  std::size_t misalignment_ = 0;
};

TEST_P(PillarScatterTest, PutsPillarsIntoThePictureAndZeroElsewhere) {
  const auto y = run({1, 2, 2}, testing::tensor(DataType::kFloat, {2, 1}, {5, 7}),
                     testing::tensor(DataType::kInt32, {2, 4}, {0, 0, 1, 0, 0, 0, 0, 1}));
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  EXPECT_EQ(testing::values_of((*y)[0]), (std::vector<double>{0, 7, 5, 0}));
}

TEST_P(PillarScatterTest, LetsTheLastOfEqualPlacesCountAndLeavesOutWhatLiesOutside) {
  const auto y = run({1, 1, 2}, testing::tensor(DataType::kFloat, {4, 1}, {1, 2, 3, 4}),
                     testing::tensor(DataType::kInt32, {4, 4},
                                     {0, 0, 0, 1, 0, 0, 0, 1, -1, -1, -1, -1, 0, 0, 0, 2}));
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  EXPECT_EQ(testing::values_of((*y)[0]), (std::vector<double>{0, 2}));
}

TEST_P(PillarScatterTest, AgreesForAllTypesAndSizes) {
  unsigned seed = 0;
  for (const DataType type :
       {DataType::kFloat, DataType::kHalf, DataType::kBf16, DataType::kInt8}) {
    for (const std::int64_t channels : {1, 15, 16, 17, 64}) {
      const Picture picture{2, 9, 31};
      seed += 10;
      expect_agreement(picture, testing::random_tensor(type, {200, channels}, -5, 5, seed),
                       random_places(picture, 200, seed));
    }
  }
}

TEST_P(PillarScatterTest, TakesMisalignedBuffersNoPillarsAndNoChannels) {
  misalignment_ = 4;
  const Picture picture{1, 5, 7};
  expect_agreement(picture, testing::random_tensor(DataType::kFloat, {9, 3}, -5, 5, 1),
                   random_places(picture, 9, 2));
  misalignment_ = 0;
  expect_agreement(picture, testing::tensor(DataType::kFloat, {0, 3}, {}),
                   testing::tensor(DataType::kInt32, {0, 4}, {}));
  const auto y = run(picture, testing::tensor(DataType::kFloat, {2, 0}, {}),
                     testing::tensor(DataType::kInt32, {2, 4}, {0, 0, 0, 0, 0, 0, 1, 1}));
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  EXPECT_EQ((*y)[0].shape, (Shape{1, 0, 5, 7}));
}

TEST_P(PillarScatterTest, RefusesCoordinatesThatAreNotOneQuadrupleForEachPillar) {
  const TestTensor features = testing::random_tensor(DataType::kFloat, {3, 2}, 0, 1, 1);
  for (const Shape& shape : {Shape{2, 4}, Shape{3, 3}}) {
    const auto y =
        run({1, 2, 2}, features, testing::random_tensor(DataType::kInt32, shape, 0, 1, 1));
    ASSERT_FALSE(y.is_ok());
    EXPECT_NE(y.status().message().find("PillarScatter_PS: input \"coordinates\" is " +
                                        std::to_string(shape[0]) + " by " +
                                        std::to_string(shape[1]) + "; must be 3 by 4"),
              std::string::npos)
        << y.status().message();
  }
  const auto none =
      run({0, 2, 2}, features, testing::random_tensor(DataType::kInt32, {3, 4}, 0, 1, 1));
  ASSERT_FALSE(none.is_ok());
  EXPECT_NE(none.status().message().find("attribute \"batch\" is 0"), std::string::npos);
}

PLUGSMITH_TEST_ON_ALL_BACKENDS(PillarScatterTest);

}  // namespace
}  // namespace plugsmith::ops
