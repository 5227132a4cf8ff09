// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/cuda_shim/device_properties.hpp"

#include <cstring>
#include <initializer_list>
#include <map>

#include "src/cuda_shim/memory.hpp"

namespace plugsmith::cuda_shim {
namespace {

constexpr int kMajor = 9, kMinor = 0;
constexpr int kMultiprocessors = 132;
constexpr int kThreadsPerBlock = 1024, kThreadsPerMultiprocessor = 2048;
constexpr int kBlocksPerMultiprocessor = 32;
constexpr int kWarp = 32;
constexpr int kGridX = 0x7FFFFFFF, kGridYZ = 65535;
constexpr int kSharedPerBlock = 49152, kSharedPerBlockOptIn = 232448;
constexpr int kSharedPerMultiprocessor = 233472, kSharedReserved = 1024;
constexpr int kRegisters = 65536;
constexpr int kConstantBytes = 65536;
constexpr int kPitch = 0x7FFFFFFF;
constexpr int kClockKhz = 1980000, kMemoryClockKhz = 2619000;
constexpr int kBusBits = 5120;
constexpr int kL2Bytes = 52428800, kPersistingL2Bytes = 32768000;
constexpr int kPolicyWindowBytes = 134213632;
constexpr int kCopyEngines = 3;
constexpr int kTexture = 131072;  // one number for all limits of textures and surfaces

/// Writes fields one after the other, aligned as the compiler would.
class Writer {
 public:
  explicit Writer(void* begin) : begin_(static_cast<char*>(begin)) {}
  template <class T>
  Writer& put(T value) {
    align(sizeof(T));
    std::memcpy(begin_ + at_, &value, sizeof(T));
    at_ += sizeof(T);
    return *this;
  }
  Writer& ints(std::initializer_list<int> values) {
    for (const int value : values) put(value);
    return *this;
  }
  Writer& bytes(const char* text, std::size_t size) {
    std::memset(begin_ + at_, 0, size);
    std::memcpy(begin_ + at_, text, std::strlen(text));
    at_ += size;
    return *this;
  }
  Writer& zeros(int count) {
    for (int i = 0; i < count; ++i) put(0);
    return *this;
  }
  std::size_t finish() {
    align(sizeof(std::size_t));
    return at_;
  }

 private:
  void align(std::size_t to) {
    while (at_ % to != 0) begin_[at_++] = 0;
  }
  char* begin_;
  std::size_t at_ = 0;
};

}  // namespace

std::size_t write_properties(PropertiesForm form, void* properties) {
  const bool before_13 = form != PropertiesForm::kCuda13;
  constexpr std::size_t kName = 256, kUuidAndLuid = 24;
  Writer to(properties);
  to.bytes("Plugsmith's recording device", kName).bytes("", kUuidAndLuid).put(0U);
  to.put(kDeviceBytes).put(std::size_t{kSharedPerBlock}).ints({kRegisters, kWarp});
  to.put(std::size_t{kPitch}).ints({kThreadsPerBlock, kThreadsPerBlock, kThreadsPerBlock, 64});
  to.ints({kGridX, kGridYZ, kGridYZ});
  if (before_13) to.put(kClockKhz);
  to.put(std::size_t{kConstantBytes}).ints({kMajor, kMinor});
  to.put(std::size_t{512}).put(std::size_t{32});  // alignment of textures and of their pitch
  if (before_13) to.put(1);                       // copies and kernels overlap
  to.put(kMultiprocessors);
  if (before_13) to.put(0);  // no time limit of kernels
  to.ints({0, 1});           // a card of its own; maps host memory
  if (before_13) to.put(0);  // usable by all threads
  to.ints({kTexture, kTexture});
  if (before_13) to.put(kTexture);
  constexpr int kOtherTextureLimits = 37;
  for (int i = 0; i < kOtherTextureLimits; ++i) to.put(kTexture);
  to.put(std::size_t{512}).ints({1, 1});   // surfaces' alignment; kernels side by side; ECC
  to.ints({1, 0, 0, 0, kCopyEngines, 1});  // PCI bus, device, domain; TCC; unified addressing
  if (before_13) to.put(kMemoryClockKhz);
  to.ints({kBusBits, kL2Bytes, kPersistingL2Bytes, kThreadsPerMultiprocessor, 1, 1, 1});
  to.put(std::size_t{kSharedPerMultiprocessor}).ints({kRegisters, 1, 0, 0, 0});
  if (before_13) to.put(2);  // single against double precision
  to.ints({0, 1, 1, 1, 1});  // pageable, managed, pre-emption, host pointers, cooperative launch
  if (before_13) to.put(1);  // cooperative launch on several devices
  to.put(std::size_t{kSharedPerBlockOptIn});
  to.ints({0, 0, kBlocksPerMultiprocessor, kPolicyWindowBytes});
  to.put(std::size_t{kSharedReserved});
  if (form == PropertiesForm::kCuda11) return to.finish();
  to.ints({1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 0});  // hostRegister ... unifiedFunctionPointers
  return to.zeros(63).finish();  // NUMA and PCI numbers of 13, and reserved words
}

int device_attribute(int attribute) {
  // The numbers are cudaDeviceAttr's.
  static const std::map<int, int> kAttributes = {{1, kThreadsPerBlock},
                                                 {2, kThreadsPerBlock},
                                                 {3, kThreadsPerBlock},
                                                 {4, 64},
                                                 {5, kGridX},
                                                 {6, kGridYZ},
                                                 {7, kGridYZ},
                                                 {8, kSharedPerBlock},
                                                 {9, kConstantBytes},
                                                 {10, kWarp},
                                                 {11, kPitch},
                                                 {12, kRegisters},
                                                 {13, kClockKhz},
                                                 {14, 512},
                                                 {15, 1},
                                                 {16, kMultiprocessors},
                                                 {19, 1},
                                                 {30, 512},
                                                 {31, 1},
                                                 {32, 1},
                                                 {33, 1},
                                                 {36, kMemoryClockKhz},
                                                 {37, kBusBits},
                                                 {38, kL2Bytes},
                                                 {39, kThreadsPerMultiprocessor},
                                                 {40, kCopyEngines},
                                                 {41, 1},
                                                 {51, 32},
                                                 {75, kMajor},
                                                 {76, kMinor},
                                                 {78, 1},
                                                 {79, 1},
                                                 {80, 1},
                                                 {81, kSharedPerMultiprocessor},
                                                 {82, kRegisters},
                                                 {83, 1},
                                                 {87, 2},
                                                 {89, 1},
                                                 {90, 1},
                                                 {91, 1},
                                                 {95, 1},
                                                 {96, 1},
                                                 {97, kSharedPerBlockOptIn},
                                                 {99, 1},
                                                 {106, kBlocksPerMultiprocessor},
                                                 {108, kPersistingL2Bytes},
                                                 {109, kPolicyWindowBytes},
                                                 {111, kSharedReserved},
                                                 {112, 1},
                                                 {113, 1},
                                                 {114, 1},
                                                 {115, 1},
                                                 {119, 1},
                                                 {120, 1},
                                                 {121, 1},
                                                 {125, 1}};
  constexpr int kFirstTexture = 21, kLastTexture = 77;
  const auto found = kAttributes.find(attribute);
  if (found != kAttributes.end()) return found->second;
  const bool texture = (attribute >= kFirstTexture && attribute <= 29) ||
                       (attribute >= 42 && attribute <= 49) ||
                       (attribute >= 52 && attribute <= kLastTexture);
  return texture ? kTexture : 0;
}

}  // namespace plugsmith::cuda_shim
