// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <vector>

#include "plugsmith/elementwise.hpp"

namespace plugsmith::ops {

/// After: y = x > limit ? x : value.
struct Threshold : Elementwise<Threshold> {
  static constexpr OpIdentity kIdentity{"Threshold", "1", ""};
  float limit = 0.0F, value = 0.0F;
  void attributes(Attributes& visit) {
    visit("limit", limit);
    visit("value", value);
  }
  template <class T>
  PLUGSMITH_HD T operator()(T x) const {
    return x > T(limit) ? x : T(value);
  }
  /// Engines that were built with the hand-written plugin hold two floats: as the bytes of its
  /// IPluginV2DynamicExt, or in the field of the same name when it was bridged to IPluginV3.
  Status read_foreign(const std::vector<FieldView>& fields) {
    for (const FieldView& field : fields) {
      if (std::strcmp(field.name, "serialized") != 0 || field.length != 8) continue;
      const auto* bytes = static_cast<const char*>(field.data);
      std::memcpy(&limit, bytes, sizeof limit);
      std::memcpy(&value, bytes + sizeof limit, sizeof value);
      return Status::ok();
    }
    return invalid_argument("Threshold: the engine holds neither our fields nor 8 bytes");
  }
};

}  // namespace plugsmith::ops
