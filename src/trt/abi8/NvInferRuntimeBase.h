// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "NvInferVersion.h"

struct CUstream_st;
struct cublasContext;
struct cudnnContext;
typedef CUstream_st* cudaStream_t;  // NOLINT(modernize-use-using): CUDA's own spelling

namespace nvinfer1 {

using char_t = char;
using AsciiChar = char_t;

enum class DataType : std::int32_t {
  kFLOAT = 0,
  kHALF = 1,
  kINT8 = 2,
  kINT32 = 3,
  kBOOL = 4,
#if NV_TENSORRT_MAJOR >= 8
  kUINT8 = 5,
  kFP8 = 6,
#endif
};

enum class TensorFormat : std::int32_t {
  kLINEAR = 0,
  kCHW2 = 1,
  kHWC8 = 2,
  kCHW4 = 3,
  kCHW16 = 4,
  kCHW32 = 5,
  kDHWC8 = 6,
  kCDHW32 = 7,
  kHWC = 8,
#if NV_TENSORRT_MAJOR >= 8
  kDLA_LINEAR = 9,
  kDLA_HWC4 = 10,
  kHWC16 = 11,
  kDHWC = 12,
#endif
};
using PluginFormat = TensorFormat;

#if NV_TENSORRT_MAJOR >= 8
class Dims32 {
 public:
  static constexpr std::int32_t MAX_DIMS{8};
  std::int32_t nbDims;
  std::int32_t d[MAX_DIMS];
};
using Dims = Dims32;
#else
enum class DimensionType : std::int32_t { kSPATIAL = 0, kCHANNEL = 1, kINDEX = 2, kSEQUENCE = 3 };

class Dims {
 public:
  static constexpr std::int32_t MAX_DIMS{8};
  std::int32_t nbDims;
  std::int32_t d[MAX_DIMS];
  DimensionType type[MAX_DIMS];
};
#endif

enum class ErrorCode : std::int32_t {
  kSUCCESS = 0,
  kUNSPECIFIED_ERROR = 1,
  kINTERNAL_ERROR = 2,
  kINVALID_ARGUMENT = 3,
  kINVALID_CONFIG = 4,
  kFAILED_ALLOCATION = 5,
  kFAILED_INITIALIZATION = 6,
  kFAILED_EXECUTION = 7,
  kFAILED_COMPUTATION = 8,
  kINVALID_STATE = 9,
  kUNSUPPORTED_STATE = 10,
};

/// Collects errors for the application; counted by reference.
class IErrorRecorder {
 public:
  using ErrorDesc = char const*;
  using RefCount = std::int32_t;

  virtual ~IErrorRecorder() TRTNOEXCEPT {}
  virtual std::int32_t getNbErrors() const noexcept = 0;
  virtual ErrorCode getErrorCode(std::int32_t index) const noexcept = 0;
  virtual ErrorDesc getErrorDesc(std::int32_t index) const noexcept = 0;
  virtual bool hasOverflowed() const noexcept = 0;
  virtual void clear() noexcept = 0;
  virtual bool reportError(ErrorCode code, ErrorDesc text) noexcept = 0;
  virtual RefCount incRefCount() noexcept = 0;
  virtual RefCount decRefCount() noexcept = 0;
};

using AllocatorFlags = std::uint32_t;

/// Device memory from the application.
class IGpuAllocator {
 public:
  virtual void* allocate(std::uint64_t bytes, std::uint64_t alignment,
                         AllocatorFlags flags) TRTNOEXCEPT = 0;
  virtual void free(void* memory) TRTNOEXCEPT = 0;
  virtual ~IGpuAllocator() TRTNOEXCEPT {}
#if NV_TENSORRT_MAJOR >= 8
  virtual void* reallocate(void*, std::uint64_t, std::uint64_t) noexcept { return nullptr; }
  virtual bool deallocate(void* memory) noexcept {
    this->free(memory);
    return true;
  }
#endif
};

class ILogger {
 public:
  enum class Severity : std::int32_t {
    kINTERNAL_ERROR = 0,
    kERROR = 1,
    kWARNING = 2,
    kINFO = 3,
    kVERBOSE = 4,
  };
  virtual void log(Severity severity, AsciiChar const* message) TRTNOEXCEPT = 0;
  virtual ~ILogger() {}
};

#if NV_TENSORRT_MAJOR >= 8
/// Gives a plugin library the logger of whoever called into it, on the calling thread.
class ILoggerFinder {
 public:
  virtual ILogger* findLogger() = 0;

 protected:
  virtual ~ILoggerFinder() {}
};

/// An object of TensorRT's: not copied, and freed by whoever made it.
class INoCopy {
 public:
  INoCopy(INoCopy const&) = delete;
  INoCopy& operator=(INoCopy const&) = delete;
  INoCopy(INoCopy&&) = delete;
  INoCopy& operator=(INoCopy&&) = delete;

 protected:
  INoCopy() = default;
  virtual ~INoCopy() noexcept = default;
};
#endif

}  // namespace nvinfer1

extern "C" nvinfer1::ILogger* getLogger() noexcept;
extern "C" std::int32_t getInferLibVersion() noexcept;
