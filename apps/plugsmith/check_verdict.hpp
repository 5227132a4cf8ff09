// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "apps/plugsmith/check.hpp"
#include "apps/plugsmith/check_cases.hpp"

// Rules that an option asks for: the embedded host's report says "not run" of them, and what other
// processes find takes the place of that.

namespace plugsmith::cli {

/// One case of one creator of the library.
struct CheckTarget {
  const Json& creator;
  std::size_t index;
  const CheckCase& one;
  const CheckRequest& given;

  /// For the worker of the embedded host.
  Json request(const char* job, const Json& report) const;
};

/// Whether --only and --skip leave the rule in.
bool takes(const CheckRequest& given, const std::string& rule);

/// The verdict on one rule in the report of a case, which must not say more of it than "not run".
class OptionVerdict {
 public:
  OptionVerdict(Json& report, const char* rule);
  void passed();
  void not_run(const std::string& reason);
  /// A finding of the rule's severity.
  Json& broken(const std::string& message, const std::string& evidence);

 private:
  Json& report_;
  std::string rule_;
};

}  // namespace plugsmith::cli
