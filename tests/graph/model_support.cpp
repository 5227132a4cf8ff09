// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "model_support.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace plugsmith::testing {

graph::Model model_of(const std::string& text) {
  auto model = graph::Model::from_text(text, "test model");
  if (!model.is_ok()) {
    ADD_FAILURE() << model.status().message() << " in " << text;
    std::abort();  // the test's own text is wrong: nothing after it can be meant
  }
  return std::move(model).value();
}

}  // namespace plugsmith::testing
