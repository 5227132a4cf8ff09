// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "plugsmith/shape.hpp"
#include "plugsmith/types.hpp"

namespace plugsmith {
inline namespace v1 {

/// How many dimensions a port takes.
struct RankRule {
  int min = 0;
  int max = kMaxRank;
};
/// Exactly `r` dimensions.
constexpr RankRule rank(int r) { return {r, r}; }
/// From `low` to `high` dimensions.
constexpr RankRule rank(int low, int high) { return {low, high}; }

/// What a port is to TensorRT.
enum class PortKind : std::uint8_t {
  kIn,          ///< device input
  kOptionalIn,  ///< device input that a node may leave out; stands behind all others
  kInOut,       ///< device input and output in the same memory
  kHostInput,   ///< shape input: values known while shapes are inferred
  kOut,         ///< output
  kSizeOut,     ///< 0-D output that holds a data-dependent dimension
};

/// How an InOut is tied. See InOut.
enum class Alias : std::uint8_t { kNone, kRequired, kPreferred };
inline constexpr Alias required = Alias::kRequired;
inline constexpr Alias preferred = Alias::kPreferred;

/// One past the largest legal value of an index input: a number, the dimension of another port, or
/// the product of two of its dimensions.
struct IndexBound {
  const char* port = nullptr;    ///< null: `value` counts
  std::int64_t value = 0;        ///< the number, or the axis of `port`
  std::int64_t times_axis = -1;  ///< another axis of `port` to multiply by; -1: none
};
/// Both factors are dimensions of the same port.
constexpr IndexBound operator*(IndexBound a, IndexBound b) { return {a.port, a.value, b.value}; }
/// Legal values of an integer input, [low, high). Tests, timing and random inputs stay inside.
struct ValueDomain {
  bool is_set = false;
  std::int64_t low = 0;
  IndexBound high;
};
constexpr ValueDomain values(std::int64_t low, std::int64_t high) {
  return {true, low, {nullptr, high, -1}};
}
constexpr ValueDomain values(std::int64_t low, IndexBound high) { return {true, low, high}; }

/// What is known of a port without its op.
struct PortInfo {
  const char* name = "";
  PortKind kind = PortKind::kIn;
  RankRule rank;
  Alias alias = Alias::kNone;
  ValueDomain domain;
  const char* alias_of = nullptr;  ///< for an Out: the input whose memory it may take

  constexpr bool is_device_input() const {
    return kind == PortKind::kIn || kind == PortKind::kOptionalIn || kind == PortKind::kInOut;
  }
  constexpr bool is_output() const {
    return kind == PortKind::kOut || kind == PortKind::kSizeOut || kind == PortKind::kInOut;
  }
};

/// A set of type and format pairs, one bit each: `any(f32, f16) * linear | f16 * hwc8`.
struct FormatSet {
  std::uint16_t formats[kDataTypeCount] = {};

  constexpr bool contains(DataType type, TensorFormat format) const {
    return (formats[static_cast<int>(type)] >> static_cast<int>(format) & 1U) != 0;
  }
  friend constexpr FormatSet operator|(FormatSet a, const FormatSet& b) {
    for (int i = 0; i < kDataTypeCount; ++i) a.formats[i] |= b.formats[i];
    return a;
  }
};

/// A set of element types; multiply it by a format to get a FormatSet.
struct TypeSet {
  std::uint16_t types = 0;
  friend constexpr FormatSet operator*(TypeSet set, TensorFormat format) {
    FormatSet result;
    for (int i = 0; i < kDataTypeCount; ++i) {
      if ((set.types >> i & 1U) != 0) {
        result.formats[i] = static_cast<std::uint16_t>(1U << static_cast<int>(format));
      }
    }
    return result;
  }
};
constexpr TypeSet type_set(DataType type) {
  return {static_cast<std::uint16_t>(1U << static_cast<int>(type))};
}

inline constexpr TypeSet f32 = type_set(DataType::kFloat);
inline constexpr TypeSet f16 = type_set(DataType::kHalf);
inline constexpr TypeSet bf16 = type_set(DataType::kBf16);
inline constexpr TypeSet fp8 = type_set(DataType::kFp8);
inline constexpr TypeSet i8 = type_set(DataType::kInt8);
inline constexpr TypeSet i32 = type_set(DataType::kInt32);
inline constexpr TypeSet i64 = type_set(DataType::kInt64);

inline constexpr TensorFormat linear = TensorFormat::kLinear;
inline constexpr TensorFormat chw2 = TensorFormat::kChw2;
inline constexpr TensorFormat hwc8 = TensorFormat::kHwc8;
inline constexpr TensorFormat chw4 = TensorFormat::kChw4;
inline constexpr TensorFormat chw32 = TensorFormat::kChw32;
inline constexpr TensorFormat dhwc8 = TensorFormat::kDhwc8;
inline constexpr TensorFormat cdhw32 = TensorFormat::kCdhw32;
inline constexpr TensorFormat hwc = TensorFormat::kHwc;
inline constexpr TensorFormat hwc16 = TensorFormat::kHwc16;
inline constexpr TensorFormat dhwc = TensorFormat::kDhwc;

/// The union of the given types.
template <class... Sets>
constexpr TypeSet any(Sets... sets) {
  return {static_cast<std::uint16_t>((0U | ... | sets.types))};
}

/// "Same type and format as that port"; the port must stand further left in its row.
struct SameAs {
  const char* port;
};
/// "Same type as that port", to be multiplied by a format of its own.
struct TypeOf {
  const char* port;
};
struct TypeOfWithFormats {
  const char* port;
  std::uint16_t formats;
};
constexpr TypeOfWithFormats operator*(TypeOf type, TensorFormat format) {
  return {type.port, static_cast<std::uint16_t>(1U << static_cast<int>(format))};
}

/// What one row of a format table says of one port.
struct PortRule {
  PortInfo port;
  FormatSet set;                       ///< explicit pairs (unused with same_type_as)
  const char* same_type_as = nullptr;  ///< name of the port whose type is taken
  std::uint16_t own_formats = 0;  ///< with same_type_as: own formats; 0: that port's format too
};

/// Shared part of all ports: assigning a rule inside row() ties it to the port.
class Port {
 public:
  constexpr explicit Port(const PortInfo& info) : info_(info) {}
  constexpr const PortInfo& info() const { return info_; }
  constexpr const char* name() const { return info_.name; }

 protected:
  constexpr PortRule rule(const FormatSet& set) const { return {info_, set, nullptr, 0}; }
  constexpr PortRule rule(SameAs same) const { return {info_, {}, same.port, 0}; }
  constexpr PortRule rule(TypeOfWithFormats type) const {
    return {info_, {}, type.port, type.formats};
  }

 private:
  PortInfo info_;
};

/// A device input: read-only memory in the declared formats.
class In : public Port {
 public:
  constexpr explicit In(const char* name, RankRule rank = {}, ValueDomain domain = {})
      : In(PortInfo{name, PortKind::kIn, rank, Alias::kNone, domain, nullptr}) {}
  constexpr PortRule operator=(const FormatSet& set) const { return rule(set); }
  constexpr PortRule operator=(SameAs same) const { return rule(same); }
  constexpr PortRule operator=(TypeOfWithFormats type) const { return rule(type); }

 protected:
  constexpr explicit In(const PortInfo& info) : Port(info) {}
};

/// A device input that a node may leave out. Optional inputs stand behind all other device inputs;
/// ask the context's has() before reading one.
class OptionalIn : public In {
 public:
  constexpr explicit OptionalIn(const char* name, RankRule rank = {}, ValueDomain domain = {})
      : In(PortInfo{name, PortKind::kOptionalIn, rank, Alias::kNone, domain, nullptr}) {}
  using In::operator=;
};

/// The input whose memory an output may take.
struct MayAlias {
  const char* port;
};
constexpr MayAlias may_alias(const In& port) { return {port.name()}; }

/// An output whose dimensions infer() sets. With may_alias(x) it lies in x's memory where the
/// attribute `in_place` is 1; the op must then compute right both ways.
class Out : public Port {
 public:
  constexpr explicit Out(const char* name, RankRule rank = {})
      : Port({name, PortKind::kOut, rank, Alias::kNone, {}, nullptr}) {}
  constexpr Out(const char* name, MayAlias input, RankRule rank = {})
      : Port({name, PortKind::kOut, rank, Alias::kPreferred, {}, input.port}) {}
  constexpr PortRule operator=(const FormatSet& set) const { return rule(set); }
  constexpr PortRule operator=(SameAs same) const { return rule(same); }
  constexpr PortRule operator=(TypeOfWithFormats type) const { return rule(type); }
};

/// An input that the op updates in place; also an output of the same type, format and shape.
/// `required`: the output is the input's memory (TensorRT's aliased I/O, 10.3 and later, with its
/// preview feature on; the build fails where it is off). `preferred`: so only if the attribute
/// `in_place` is 1, else the adapter copies the input to the output first, so that the op works
/// either way. Either way the op sees one tensor to read and write.
class InOut : public Port {
 public:
  constexpr InOut(const char* name, Alias alias, RankRule rank = {})
      : Port({name, PortKind::kInOut, rank, alias, {}, nullptr}) {}
  constexpr PortRule operator=(const FormatSet& set) const { return rule(set); }
  constexpr PortRule operator=(SameAs same) const { return rule(same); }
};

/// A shape input (INT32 or INT64, at most 8 values): its values are dimensions in infer(), and it
/// is seen nowhere else.
class HostInput : public Port {
 public:
  constexpr explicit HostInput(const char* name)
      : Port({name, PortKind::kHostInput, {}, Alias::kNone, {}, nullptr}) {}
  constexpr PortRule operator=(TypeSet types) const { return rule(types * TensorFormat::kLinear); }
};

/// A size tensor: a 0-D INT32 or INT64 output that says how large a data-dependent dimension has
/// become. infer() declares it with size(), launch() and reference() write it.
class SizeOut : public Port {
 public:
  constexpr explicit SizeOut(const char* name)
      : Port({name, PortKind::kSizeOut, {0, 0}, Alias::kNone, {}, nullptr}) {}
  constexpr PortRule operator=(TypeSet types) const { return rule(types * TensorFormat::kLinear); }
};

constexpr SameAs same(const Port& port) { return {port.name()}; }
constexpr TypeOf type_of(const Port& port) { return {port.name()}; }
/// The size of another port's axis, as the end of a value domain.
constexpr IndexBound dim(const Port& port, int axis) { return {port.name(), axis, -1}; }

}  // namespace v1
}  // namespace plugsmith
