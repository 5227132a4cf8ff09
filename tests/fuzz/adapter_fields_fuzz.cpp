// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
// Fields for createPlugin of our own adapter, in both phases, over an op with an attribute of every
// kind. An object that is made serializes fields which make an equal object.
#include <cstdlib>
#include <memory>
#include <vector>

#include "src/trt/v3_creator.hpp"
#include "tests/fuzz/fuzzed_op.hpp"

namespace plugsmith::fuzz {
namespace {

namespace nv = nvinfer1;

constexpr const char* kNames[] = {"height", "count",      "beta",    "flag",   "text",
                                  "mode",   "ints",       "longs",   "floats", "texts",
                                  "tall",   kSchemaField, "unknown", nullptr};

std::size_t bits_of(nv::PluginFieldType type) {
  switch (static_cast<FieldType>(type)) {
    case FieldType::kFloat64:
    case FieldType::kInt64: return 64;
    case FieldType::kFloat32:
    case FieldType::kInt32: return 32;
    case FieldType::kFloat16:
    case FieldType::kBf16:
    case FieldType::kInt16: return 16;
    case FieldType::kDims: return 8 * sizeof(nv::Dims);
    case FieldType::kInt4:
    case FieldType::kFp4: return 4;
    default: return 8;
  }
}

/// Fields whose data are exactly as long as type and length say, each in memory of its own.
class Fields {
 public:
  explicit Fields(Bytes& bytes) {
    constexpr int kMost = 16;
    constexpr std::int32_t kLongest = 64;
    for (int i = 0; i < kMost && !bytes.empty(); ++i) {
      nv::PluginField field;
      field.name = kNames[bytes.take<std::uint8_t>() % std::size(kNames)];
      field.type = static_cast<nv::PluginFieldType>(bytes.take<std::int8_t>());
      const auto form = bytes.take<std::uint8_t>();
      field.length = form % 8 == 7 ? bytes.take<std::int32_t>() : form % 8;
      field.data = nullptr;
      if (form < 240 && field.length >= 0 && field.length <= kLongest) {
        field.data =
            fill(bytes, (static_cast<std::size_t>(field.length) * bits_of(field.type) + 7) / 8);
      }
      fields_.push_back(field);
    }
    collection_ = {static_cast<std::int32_t>(fields_.size()), fields_.data()};
  }
  const nv::PluginFieldCollection* get() const { return &collection_; }

 private:
  const void* fill(Bytes& bytes, std::size_t count) {
    data_.push_back(std::make_unique<std::uint8_t[]>(count));  // NOLINT: exactly as long as said
    for (std::size_t i = 0; i < count; ++i) data_.back()[i] = bytes.take<std::uint8_t>();
    return data_.back().get();
  }

  std::vector<std::unique_ptr<std::uint8_t[]>> data_;  // NOLINT
  std::vector<nv::PluginField> fields_;
  nv::PluginFieldCollection collection_{};
};

std::vector<std::uint8_t> flat(nv::IPluginV3& plugin, const nv::PluginFieldCollection** fields) {
  auto* runtime = static_cast<nv::IPluginV3OneRuntime*>(
      plugin.getCapabilityInterface(nv::PluginCapabilityType::kRUNTIME));
  *fields = runtime->getFieldsToSerialize();
  must(*fields != nullptr, "an object that does not serialize");
  std::vector<std::uint8_t> all;
  for (std::int32_t i = 0; i < (*fields)->nbFields; ++i) {
    const nv::PluginField& field = (*fields)->fields[i];
    const auto* data = static_cast<const std::uint8_t*>(field.data);
    all.insert(all.end(), data,
               data + static_cast<std::size_t>(field.length) * bits_of(field.type) / 8);
    all.push_back('|');
  }
  return all;
}

void one_run(Bytes bytes) {
  static Silence silence;
  static trt::V3Creator creator{op_entry<FuzzedOp>()};
  trt::set_logger(&silence);
  const auto phase =
      bytes.take<std::uint8_t>() % 2 == 0 ? nv::TensorRTPhase::kBUILD : nv::TensorRTPhase::kRUNTIME;
  std::unique_ptr<nv::IPluginV3> plugin;
  {
    const Fields fields(bytes);
    plugin.reset(creator.createPlugin("fuzzed", fields.get(), phase));
  }  // what the object kept of the fields is now somebody else's memory
  if (plugin == nullptr) return;
  const nv::PluginFieldCollection* stored = nullptr;
  const auto wanted = flat(*plugin, &stored);
  const std::unique_ptr<nv::IPluginV3> loaded(
      creator.createPlugin("fuzzed", stored, nv::TensorRTPhase::kRUNTIME));
  must(loaded != nullptr, "an object whose own fields are refused");
  const nv::PluginFieldCollection* again = nullptr;
  must(flat(*loaded, &again) == wanted, "an object whose fields make another object");
  const std::unique_ptr<nv::IPluginV3> copy(loaded->clone());
  must(copy != nullptr && flat(*copy, &again) == wanted, "a clone that differs");
}

}  // namespace
}  // namespace plugsmith::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  plugsmith::fuzz::one_run({data, size});
  return 0;
}
