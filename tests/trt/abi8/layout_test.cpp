// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <NvInfer.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

// Our declarations of TensorRT 8.6 and 7.2 against the virtual tables and layouts that were
// computed from the headers of those versions (x86-64 and AArch64, Itanium C++ ABI). Compiled once
// for each.

namespace nvinfer1 {
namespace {

// In this ABI a pointer to a virtual method is a pair whose first half (x86-64: plus 1) is the
// offset in the virtual table.
template <class Method>
int slot_of(Method method) {
  std::ptrdiff_t halves[2];
  static_assert(sizeof method == sizeof halves);
  std::memcpy(halves, &method, sizeof halves);
#ifdef __aarch64__
  return static_cast<int>(halves[0] / static_cast<std::ptrdiff_t>(sizeof(void*)));
#else
  return static_cast<int>((halves[0] - 1) / static_cast<std::ptrdiff_t>(sizeof(void*)));
#endif
}

// The slot that the next virtual method of a class would get: the length of its virtual table.
template <class T>
struct Longer : T {
  virtual void next();
};
template <class T>
int slots() {
  return slot_of(&Longer<T>::next);
}

struct Slot {
  int is, wanted;
  const char* method;
};
void expect_slots(const std::vector<Slot>& table) {
  for (const Slot& slot : table) EXPECT_EQ(slot.is, slot.wanted) << slot.method;
}
#define SLOT(number, type, method) \
  { slot_of(&type::method), number, #type "::" #method }

constexpr bool k8 = NV_TENSORRT_MAJOR >= 8;

TEST(Abi8, HasTheSlotsOfIPluginV2) {
  expect_slots({SLOT(0, IPluginV2, getTensorRTVersion), SLOT(1, IPluginV2, getPluginType),
                SLOT(2, IPluginV2, getPluginVersion), SLOT(3, IPluginV2, getNbOutputs),
                SLOT(4, IPluginV2, getOutputDimensions), SLOT(5, IPluginV2, supportsFormat),
                SLOT(6, IPluginV2, configureWithFormat), SLOT(7, IPluginV2, initialize),
                SLOT(8, IPluginV2, terminate), SLOT(9, IPluginV2, getWorkspaceSize),
                SLOT(10, IPluginV2, enqueue), SLOT(11, IPluginV2, getSerializationSize),
                SLOT(12, IPluginV2, serialize), SLOT(13, IPluginV2, destroy),
                SLOT(14, IPluginV2, clone), SLOT(15, IPluginV2, setPluginNamespace),
                SLOT(16, IPluginV2, getPluginNamespace)});
  EXPECT_EQ(slots<IPluginV2>(), 19);
}

TEST(Abi8, HasTheSlotsOfIPluginV2Ext) {
  expect_slots({SLOT(14, IPluginV2Ext, clone), SLOT(19, IPluginV2Ext, getOutputDataType),
                SLOT(20, IPluginV2Ext, isOutputBroadcastAcrossBatch),
                SLOT(21, IPluginV2Ext, canBroadcastInputAcrossBatch),
                SLOT(22, IPluginV2Ext, configurePlugin), SLOT(23, IPluginV2Ext, attachToContext),
                SLOT(24, IPluginV2Ext, detachFromContext)});
  EXPECT_EQ(slots<IPluginV2Ext>(), 25);
}

TEST(Abi8, HasTheSlotsOfIPluginV2IOExt) {
  using Configure = void (IPluginV2IOExt::*)(PluginTensorDesc const*, std::int32_t,
                                             PluginTensorDesc const*, std::int32_t);
  EXPECT_EQ(slot_of(static_cast<Configure>(&IPluginV2IOExt::configurePlugin)), 25);
  EXPECT_EQ(slot_of(&IPluginV2IOExt::supportsFormatCombination), 26);
  EXPECT_EQ(slots<IPluginV2IOExt>(), 27);
}

TEST(Abi8, HasTheSlotsOfIPluginV2DynamicExt) {
  using Plugin = IPluginV2DynamicExt;
  using Desc = PluginTensorDesc;
  using Dynamic = DynamicPluginTensorDesc;
  using N = std::int32_t;
  using Shapes = DimsExprs (Plugin::*)(N, DimsExprs const*, N, IExprBuilder&);
  using Configure = void (Plugin::*)(Dynamic const*, N, Dynamic const*, N);
  using Workspace = std::size_t (Plugin::*)(Desc const*, N, Desc const*, N) const;
  using Enqueue = N (Plugin::*)(Desc const*, Desc const*, void const* const*, void* const*, void*,
                                cudaStream_t);
  EXPECT_EQ(slot_of(static_cast<Shapes>(&Plugin::getOutputDimensions)), 25);
  EXPECT_EQ(slot_of(&Plugin::supportsFormatCombination), 26);
  EXPECT_EQ(slot_of(static_cast<Configure>(&Plugin::configurePlugin)), 27);
  EXPECT_EQ(slot_of(static_cast<Workspace>(&Plugin::getWorkspaceSize)), 28);
  EXPECT_EQ(slot_of(static_cast<Enqueue>(&Plugin::enqueue)), 29);
  EXPECT_EQ(slot_of(&Plugin::clone), 14);
  EXPECT_EQ(slots<Plugin>(), 30);
}

TEST(Abi8, HasTheSlotsOfTheCreator) {
  expect_slots({SLOT(0, IPluginCreator, getTensorRTVersion), SLOT(1, IPluginCreator, getPluginName),
                SLOT(2, IPluginCreator, getPluginVersion), SLOT(3, IPluginCreator, getFieldNames),
                SLOT(4, IPluginCreator, createPlugin), SLOT(5, IPluginCreator, deserializePlugin),
                SLOT(6, IPluginCreator, setPluginNamespace),
                SLOT(7, IPluginCreator, getPluginNamespace)});
  EXPECT_EQ(slots<IPluginCreator>(), 10);
}

TEST(Abi8, HasTheSlotsOfTheRegistry) {
  expect_slots(
      {SLOT(0, IPluginRegistry, registerCreator), SLOT(1, IPluginRegistry, getPluginCreatorList),
       SLOT(2, IPluginRegistry, getPluginCreator), SLOT(5, IPluginRegistry, setErrorRecorder),
       SLOT(6, IPluginRegistry, getErrorRecorder)});
#if NV_TENSORRT_MAJOR >= 8
  expect_slots(
      {SLOT(7, IPluginRegistry, deregisterCreator), SLOT(8, IPluginRegistry, isParentSearchEnabled),
       SLOT(9, IPluginRegistry, setParentSearchEnabled), SLOT(10, IPluginRegistry, loadLibrary),
       SLOT(11, IPluginRegistry, deregisterLibrary)});
#endif
  EXPECT_EQ(slots<IPluginRegistry>(), k8 ? 12 : 7);
}

TEST(Abi8, HasTheSlotsOfLoggerRecorderAndAllocator) {
  expect_slots({SLOT(0, ILogger, log), SLOT(2, IErrorRecorder, getNbErrors),
                SLOT(3, IErrorRecorder, getErrorCode), SLOT(4, IErrorRecorder, getErrorDesc),
                SLOT(5, IErrorRecorder, hasOverflowed), SLOT(6, IErrorRecorder, clear),
                SLOT(7, IErrorRecorder, reportError), SLOT(8, IErrorRecorder, incRefCount),
                SLOT(9, IErrorRecorder, decRefCount), SLOT(0, IGpuAllocator, allocate),
                SLOT(1, IGpuAllocator, free)});
  EXPECT_EQ(slots<ILogger>(), 3);
  EXPECT_EQ(slots<IErrorRecorder>(), 10);
  EXPECT_EQ(slots<IGpuAllocator>(), k8 ? 6 : 4);
#if NV_TENSORRT_MAJOR >= 8
  expect_slots({SLOT(0, ILoggerFinder, findLogger), SLOT(4, IGpuAllocator, reallocate),
                SLOT(5, IGpuAllocator, deallocate)});
  EXPECT_EQ(slots<ILoggerFinder>(), 3);
#endif
}

TEST(Abi8, HasTheSlotsOfTheExpressions) {
#if NV_TENSORRT_MAJOR >= 8
  expect_slots({SLOT(2, apiv::VDimensionExpr, isConstant),
                SLOT(3, apiv::VDimensionExpr, getConstantValue),
                SLOT(2, apiv::VExprBuilder, constant), SLOT(3, apiv::VExprBuilder, operation)});
  EXPECT_EQ(slots<apiv::VDimensionExpr>(), 4);
  EXPECT_EQ(slots<apiv::VExprBuilder>(), 4);
  EXPECT_EQ(slots<IDimensionExpr>(), 2);
  EXPECT_EQ(slots<IExprBuilder>(), 2);
  // The virtual table, then the object behind.
  EXPECT_EQ(sizeof(IDimensionExpr), 16U);
  EXPECT_EQ(sizeof(IExprBuilder), 16U);
#else
  expect_slots({SLOT(0, IDimensionExpr, isConstant), SLOT(1, IDimensionExpr, getConstantValue),
                SLOT(0, IExprBuilder, constant), SLOT(1, IExprBuilder, operation)});
  EXPECT_EQ(slots<IDimensionExpr>(), 4);
  EXPECT_EQ(slots<IExprBuilder>(), 4);
#endif
}

TEST(Abi8, HasTheLayoutOfTheStructures) {
  EXPECT_EQ(sizeof(Dims), k8 ? 36U : 68U);
  EXPECT_EQ(offsetof(Dims, d), 4U);
  EXPECT_EQ(sizeof(DimsExprs), 72U);
  EXPECT_EQ(offsetof(DimsExprs, d), 8U);
  EXPECT_EQ(offsetof(PluginTensorDesc, type), k8 ? 36U : 68U);
  EXPECT_EQ(offsetof(PluginTensorDesc, format), k8 ? 40U : 72U);
  EXPECT_EQ(offsetof(PluginTensorDesc, scale), k8 ? 44U : 76U);
  EXPECT_EQ(sizeof(PluginTensorDesc), k8 ? 48U : 80U);
  EXPECT_EQ(offsetof(DynamicPluginTensorDesc, min), k8 ? 48U : 80U);
  EXPECT_EQ(offsetof(DynamicPluginTensorDesc, max), k8 ? 84U : 148U);
  EXPECT_EQ(sizeof(DynamicPluginTensorDesc), k8 ? 120U : 216U);
  EXPECT_EQ(sizeof(PluginField), 24U);
  EXPECT_EQ(offsetof(PluginField, data), 8U);
  EXPECT_EQ(offsetof(PluginField, type), 16U);
  EXPECT_EQ(offsetof(PluginField, length), 20U);
  EXPECT_EQ(sizeof(PluginFieldCollection), 16U);
  EXPECT_EQ(offsetof(PluginFieldCollection, fields), 8U);
}

struct Tagged : IPluginV2DynamicExt {
  using IPluginV2DynamicExt::getTensorRTVersion;
};
struct TaggedStatic : IPluginV2IOExt {
  using IPluginV2IOExt::getTensorRTVersion;
};

TEST(Abi8, HasTheVersionTagsAndNumbers) {
  EXPECT_EQ(slot_of(&Tagged::getTensorRTVersion), 0);
  EXPECT_EQ(slot_of(&TaggedStatic::getTensorRTVersion), 0);
  EXPECT_EQ(NV_TENSORRT_VERSION, k8 ? 8601 : 7203);
  EXPECT_EQ(abi8::tagged_version(PluginVersion::kV2_DYNAMICEXT), (3 << 24) + NV_TENSORRT_VERSION);
  EXPECT_EQ(static_cast<int>(PluginFieldType::kUNKNOWN), 8);
  EXPECT_EQ(static_cast<int>(DimensionOperation::kCEIL_DIV), 8);
  EXPECT_EQ(static_cast<int>(TensorFormat::kHWC), 8);
  EXPECT_EQ(static_cast<int>(DataType::kBOOL), 4);
#if NV_TENSORRT_MAJOR >= 8
  EXPECT_EQ(static_cast<int>(TensorFormat::kDHWC), 12);
  EXPECT_EQ(static_cast<int>(DataType::kFP8), 6);
#endif
}

}  // namespace
}  // namespace nvinfer1
