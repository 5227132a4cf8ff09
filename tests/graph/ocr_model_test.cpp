// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "graft_support.hpp"

namespace plugsmith::graph {
namespace {

namespace fs = std::filesystem;

/// PLUGSMITH_OCR_MODEL, or where the package rapidocr-onnxruntime lies under the dependencies.
std::string ocr_model() {
  if (const char* path = std::getenv("PLUGSMITH_OCR_MODEL")) return path;
  std::error_code error;
  for (const auto& python : fs::directory_iterator(fs::path(PLUGSMITH_DEPS) / "venv/lib", error)) {
    const fs::path model =
        python.path() / "site-packages/rapidocr_onnxruntime/models" / "ch_PP-OCRv4_det_infer.onnx";
    if (fs::exists(model)) return model.string();
  }
  return "";
}

TEST(OcrModel, LosesAllOfIts24HardSwishSubgraphs) {
  const std::string path = ocr_model();
  if (path.empty()) {
    GTEST_SKIP() << "ch_PP-OCRv4_det_infer.onnx is not there: run `make setup`, or set "
                    "PLUGSMITH_OCR_MODEL";
  }
  auto model = Model::load(path);
  ASSERT_TRUE(model.is_ok()) << model.status().message();
  ASSERT_EQ(model->inputs().size(), 1U);
  EXPECT_EQ(to_string(model->inputs()[0]).substr(0, 8), "float32[");
  const std::size_t before = model->nodes().size();
  const GraftReport report = testing::graft_into(*model);
  EXPECT_EQ(report.replaced, 24U) << report.nearest_miss;
  EXPECT_EQ(report.removed_nodes.size(), 4U * 24U);
  std::size_t grafted = 0;
  for (const auto& node : model->nodes()) {
    if (node.op_type == "HardSwish_PS") ++grafted;
  }
  EXPECT_EQ(grafted, 24U);
  EXPECT_EQ(model->nodes().size(), before - (4U + 4U) * 24U + 24U);  // four constants each
  const testing::TemporaryFolder folder;
  ASSERT_TRUE(model->save(folder.file("grafted.onnx")).is_ok());
  const auto again = Model::load(folder.file("grafted.onnx"));
  EXPECT_TRUE(again.is_ok()) << again.status().message();
}

}  // namespace
}  // namespace plugsmith::graph
