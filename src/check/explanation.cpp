// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/explanation.hpp"

namespace plugsmith::check {

const Explanation& explanation_of(std::string_view id) {
  static const Explanation kNone{"", "", ""};
  for (const auto part : {creation_explanations(), build_explanations(), run_explanations()}) {
    for (const Explanation& explanation : part) {
      if (id == explanation.id) return explanation;
    }
  }
  return kNone;
}

}  // namespace plugsmith::check
