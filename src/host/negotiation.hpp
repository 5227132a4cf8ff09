// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plugsmith/status.hpp"
#include "src/host/plugin_object.hpp"

namespace plugsmith::host {

/// Formats of all ports (inputs, then outputs) of one accepted combination.
using Combination = std::vector<TensorFormat>;

/// Formats that TensorRT tries for a tensor of that type and rank in a strongly typed network, in
/// its order (contract P2).
std::vector<TensorFormat> candidate_formats(DataType type, std::size_t rank);

/// One pass over all combinations, depth first: position 0 with its first candidate, position 1
/// over all its candidates, ... Each complete accepted combination is followed by
/// getFormatCombinationLimit; beyond that number, and one more, combinations are dropped, but
/// TensorRT goes on asking. `ports` holds types and dims, scale 0. The result stands in the order
/// in which TensorRT tries combinations: narrow vectors first.
Result<std::vector<Combination>> negotiate(PluginObject& plugin, Ports ports);

/// Why nothing was accepted, in TensorRT's words, with the types that were asked.
Status no_supported_format(const PluginObject& plugin, const std::string& layer,
                           const Ports& ports);

}  // namespace plugsmith::host
