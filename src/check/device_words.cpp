// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/device_words.hpp"

#include <algorithm>
#include <cctype>

namespace plugsmith::check {

bool mentions_device(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto has = [&](const char* word) { return text.find(word) != std::string::npos; };
  return has("cuda") || has("cudnn") || has("cublas") || has("nvrtc") || has("failed to load lib");
}

}  // namespace plugsmith::check
