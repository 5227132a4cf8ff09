// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "src/host/plugin_host.hpp"

namespace plugsmith::check {

inline constexpr std::size_t kMostFields = 128;  ///< the fields behind are left out

/// Which of its candidates each advertised field takes. Plain data: it goes through shared memory.
struct Choice {
  std::array<std::uint8_t, kMostFields> of{};
};

/// Every advertised field for which a value can be made up, with that value. What a name says is
/// heeded ("axis", "num_groups", "iou_threshold"); a field of type kUNKNOWN gets a likely type.
std::vector<host::FieldValue> invent_fields(const host::CreatorInfo& info, const Choice& choice);

/// How many candidates there are for a field.
std::size_t candidate_count(const host::FieldInfo& field);

/// The fields that a plugin's refusal names, as "mImageSize.d[0] > 0" does image_size.
std::vector<std::size_t> named_fields(const host::CreatorInfo& info, const std::string& log);

/// "mode=0, eps=1e-05, weights=64 x 0.5"
std::string describe_fields(const std::vector<host::FieldValue>& fields);

/// Dims of a usual tensor of that rank, 0 to 8.
host::DimValues usual_dims(int rank);

}  // namespace plugsmith::check
