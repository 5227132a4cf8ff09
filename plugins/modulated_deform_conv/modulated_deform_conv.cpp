// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "modulated_deform_conv.hpp"

namespace plugsmith::ops {
namespace {

constexpr std::int64_t kUnknown = -1;

// Below, tiles of the matrix product are mostly padding; above, samples are taken too often.
constexpr std::int64_t kLeastOutputsForTiles = 16, kLeastChannelsForTiles = 4;
constexpr std::int64_t kMostOutputsForDirect = 64;
// Fewer large tiles leave multiprocessors idle.
constexpr std::int64_t kEnoughTiles = 128;

std::int64_t size_of(const SymbolicShape& shape, int axis) {
  return shape[axis].constant().value_or(kUnknown);
}
std::int64_t size_of(const ConstTensorView& view, int axis) { return view.shape()[axis]; }

Status refuse(const std::string& text) {
  return invalid_argument("ModulatedDeformConv_PS: " + text);
}

std::string quoted(const Port& port) { return std::string("\"") + port.name() + '"'; }

Status check_divides(std::int64_t count, const std::string& what, const char* attribute,
                     std::int32_t divisor) {
  if (count == kUnknown || count % divisor == 0) return Status::ok();
  return refuse(what + " " + std::to_string(count) + " channels, which " + attribute + " = " +
                std::to_string(divisor) + " does not divide");
}

// One dimension of an input, with the reason for what it must be.
template <class Context>
Status check_size(const Context& c, const In& port, int axis, std::int64_t wanted,
                  const std::string& why) {
  const std::int64_t got = size_of(c[port], axis);
  if (got == wanted || got == kUnknown || wanted == kUnknown) return Status::ok();
  return refuse("dimension " + std::to_string(axis) + " of input " + quoted(port) + " is " +
                std::to_string(got) + "; must be " + std::to_string(wanted) + ", " + why);
}

int tile_outputs(Tactic tactic) {
  if (tactic == ModulatedDeformConv::kDirect) return 0;
  if (tactic == ModulatedDeformConv::kTiles64) return 64;
  return tactic == ModulatedDeformConv::kTiles128 ? 128 : 256;
}

std::int64_t product(std::int64_t a, std::int64_t b) {
  return a == kUnknown || b == kUnknown ? kUnknown : a * b;
}

// Rows (axis 0) or columns (axis 1) of y, or nothing where they are not known.
Result<std::int64_t> size_of_output(std::int64_t in, std::int64_t kernel, int axis,
                                    const ModulatedDeformConv& op) {
  const char* const name = axis == 0 ? "rows" : "columns";
  const auto at = static_cast<std::size_t>(axis);
  if (kernel == 0)
    return refuse(std::string("input \"weight\" has no ") + name + "; must have at least 1");
  if (in == kUnknown || kernel == kUnknown) return kUnknown;
  const std::int64_t span = std::int64_t{op.dilation[at]} * (kernel - 1) + 1;
  const std::int64_t padded = in + 2 * std::int64_t{op.padding[at]};
  if (padded >= span) return (padded - span) / op.stride[at] + 1;
  return refuse("the kernel spans " + std::to_string(span) + " " + name + ", but \"x\" has " +
                std::to_string(padded) + " with its padding; must be at least as many");
}

}  // namespace

template <class Context>
Status ModulatedDeformConv::check(const Context& c) const {
  const std::int64_t samples = size_of(c[x], 0), channels = size_of(c[x], 1);
  const std::int64_t outputs = size_of(c[weight], 0);
  PLUGSMITH_RETURN_IF_ERROR(check_divides(channels, "input \"x\" has", "groups", groups));
  PLUGSMITH_RETURN_IF_ERROR(
      check_divides(channels, "input \"x\" has", "deform_groups", deform_groups));
  PLUGSMITH_RETURN_IF_ERROR(check_divides(outputs, "input \"weight\" is for", "groups", groups));
  PLUGSMITH_RETURN_IF_ERROR(check_size(c, weight, 1,
                                       channels == kUnknown ? kUnknown : channels / groups,
                                       "the channels of \"x\" through groups"));
  const std::int64_t taps = product(size_of(c[weight], 2), size_of(c[weight], 3));
  const std::int64_t masks = product(taps, deform_groups);
  PLUGSMITH_RETURN_IF_ERROR(check_size(c, offset, 1, product(masks, 2),
                                       "a row and a column for each tap and deform group"));
  PLUGSMITH_RETURN_IF_ERROR(check_size(c, mask, 1, masks, "one for each tap and deform group"));
  for (const In* port : {&offset, &mask}) {
    PLUGSMITH_RETURN_IF_ERROR(check_size(c, *port, 0, samples, "the samples of \"x\""));
  }
  for (const int axis : {0, 1}) {
    const Result<std::int64_t> size =
        size_of_output(size_of(c[x], axis + 2), size_of(c[weight], axis + 2), axis, *this);
    if (!size.is_ok()) return size.status();
    for (const In* port : {&offset, &mask}) {
      PLUGSMITH_RETURN_IF_ERROR(check_size(c, *port, axis + 2, *size, "the size of the output"));
    }
  }
  if (!c.has(bias)) return Status::ok();
  return check_size(c, bias, 0, outputs, "one for each output channel of \"weight\"");
}
template Status ModulatedDeformConv::check(const ReferenceContext& c) const;

Status ModulatedDeformConv::infer(InferContext& c) const {
  PLUGSMITH_RETURN_IF_ERROR(check(c));
  c[y] = {c[x][0], c[weight][0], c[offset][2], c[offset][3]};
  return Status::ok();
}

modulated_deform_conv::Sizes ModulatedDeformConv::sizes_of(const TensorContext& c) const {
  const Shape &in = c[x].shape(), &kernel = c[weight].shape(), &at = c[offset].shape();
  return {in[0],
          in[1],
          in[2],
          in[3],
          kernel[0],
          kernel[2],
          kernel[3],
          at[2],
          at[3],
          groups,
          deform_groups,
          {stride[0], stride[1]},
          {padding[0], padding[1]},
          {dilation[0], dilation[1]}};
}

bool ModulatedDeformConv::fits(Tactic tactic, const TacticContext& c) const {
  const modulated_deform_conv::Sizes sizes = sizes_of(c);
  const std::int64_t outputs = sizes.outputs / groups;
  const bool tiled = outputs >= kLeastOutputsForTiles &&
                     sizes.channels >= kLeastChannelsForTiles * segments_of(sizes);
  if (tactic == kDirect) return !tiled || outputs <= kMostOutputsForDirect;
  if (tactic == kTiles64) return tiled;
  if (tactic == kTiles256 && c[x].type() == DataType::kFloat) return false;
  const std::int64_t tile = tile_outputs(tactic);
  const std::int64_t pixel_tiles = sizes.pixels() / modulated_deform_conv::kTilePixels;
  return tiled && outputs > tile / 2 &&
         pixel_tiles * groups * ((outputs + tile - 1) / tile) >= kEnoughTiles;
}

Status ModulatedDeformConv::scratch(ScratchContext& c) const {
  if (c.tactic() == kDirect) return Status::ok();
  const modulated_deform_conv::Sizes sizes = sizes_of(c);
  const DataType type = c[x].type();
  const std::int64_t of_x = packed_x_elements(sizes, type);
  const std::int64_t of_weight = packed_weight_elements(sizes, type, tile_outputs(c.tactic()));
  if (type == DataType::kFloat) {
    c.add<float>(kPackedX, of_x);
    c.add<float>(kPackedWeight, of_weight);
  } else {
    c.add<std::uint16_t>(kPackedX, of_x);
    c.add<std::uint16_t>(kPackedWeight, of_weight);
  }
  return Status::ok();
}

Status ModulatedDeformConv::launch(LaunchContext& c) const {
  PLUGSMITH_RETURN_IF_ERROR(check(c));
  const modulated_deform_conv::Params params{c[x].data(),
                                             c[offset].data(),
                                             c[mask].data(),
                                             c[weight].data(),
                                             c.has(bias) ? c[bias].data() : nullptr,
                                             c[y].data(),
                                             c[x].type(),
                                             c[offset].type(),
                                             sizes_of(c),
                                             c.scratch<char>(kPackedX),
                                             c.scratch<char>(kPackedWeight),
                                             tile_outputs(c.tactic())};
  return c.tactic() == kDirect ? modulated_deform_conv::launch_direct(params, c.stream())
                               : modulated_deform_conv::launch_tiled(params, c.stream());
}

}  // namespace plugsmith::ops
