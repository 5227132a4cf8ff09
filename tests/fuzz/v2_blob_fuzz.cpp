// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
// What deserializePlugin of our own adapter for IPluginV2 makes of any bytes: as they are, with a
// header whose checksum is right, or as a blob of fields. An object that is made serializes itself,
// and what it serializes makes an equal one.
#include <cstring>
#include <memory>
#include <vector>

#include "src/core/blob.hpp"
#include "src/core/digest.hpp"
#include "src/trt/logging.hpp"
#include "src/trt/v2_creator.hpp"
#include "tests/fuzz/fuzzed_op.hpp"

PLUGSMITH_BEGIN_V2
namespace plugsmith::fuzz {
namespace {

using Blob = std::vector<unsigned char>;

constexpr std::size_t kMagicBytes = 8;
constexpr std::size_t kChecksumAt = 16;
constexpr std::size_t kHeaderBytes = 24;

Blob raw(Bytes& bytes) {
  constexpr std::size_t kMost = 4096;
  const std::string text = bytes.take_text(kMost);
  return {text.begin(), text.end()};
}

Blob with_checksum(Bytes& bytes) {
  Blob blob = raw(bytes);
  if (blob.size() < kHeaderBytes) return blob;
  std::memcpy(blob.data(), "PLUGSMTH", kMagicBytes);
  const std::uint64_t head =
      fnv1a(blob.data() + kMagicBytes, static_cast<std::int64_t>(kChecksumAt - kMagicBytes));
  const std::uint64_t checksum = fnv1a(blob.data() + kHeaderBytes,
                                       static_cast<std::int64_t>(blob.size() - kHeaderBytes), head);
  std::memcpy(blob.data() + kChecksumAt, &checksum, sizeof checksum);
  return blob;
}

Blob of_fields(Bytes& bytes) {
  constexpr const char* kNames[] = {"height", "count",  "beta",  "text", "mode",       "ints",
                                    "longs",  "floats", "texts", "tall", kSchemaField, "unknown"};
  constexpr std::size_t kMost = 16;
  std::vector<FieldData> fields;
  while (!bytes.empty() && fields.size() < kMost) {
    FieldData field;
    field.name = kNames[bytes.take<std::uint8_t>() % std::size(kNames)];
    field.type = static_cast<FieldType>(bytes.take<std::uint8_t>());
    const auto form = bytes.take<std::uint8_t>();
    field.length = form < 200 ? form % 9 : bytes.take<std::int32_t>();
    const int each = bytes_of(field.type);
    const std::size_t wanted = form % 7 == 6 || field.length < 0 || field.length > 64
                                   ? bytes.take<std::uint8_t>()
                                   : static_cast<std::size_t>(field.length * each);
    const std::string data = bytes.take_text(wanted);
    field.bytes.assign(data.begin(), data.end());
    field.bytes.resize(wanted);
    fields.push_back(std::move(field));
  }
  return write_blob(fields);
}

struct Destroy {
  void operator()(nvinfer1::IPluginV2* plugin) const { plugin->destroy(); }
};
using Plugin = std::unique_ptr<nvinfer1::IPluginV2, Destroy>;

Blob serialized(const nvinfer1::IPluginV2& plugin) {
  Blob blob(plugin.getSerializationSize());
  plugin.serialize(blob.data());
  return blob;
}

void one_run(Bytes bytes) {
  static Silence silence;
  static trt::V2Creator creator{op_entry<FuzzedOp>(), "1"};
  trt::set_logger(&silence);
  const int form = bytes.take<std::uint8_t>() % 3;
  const Blob given = form == 0 ? raw(bytes) : form == 1 ? with_checksum(bytes) : of_fields(bytes);
  // In memory of exactly that size, so that a byte too many is seen.
  const std::unique_ptr<unsigned char[]> exact(new unsigned char[given.size()]);  // NOLINT
  if (!given.empty()) std::memcpy(exact.get(), given.data(), given.size());
  const Plugin plugin(creator.deserializePlugin("fuzzed", exact.get(), given.size()));
  if (plugin == nullptr) return;
  const Blob stored = serialized(*plugin);
  const Plugin again(creator.deserializePlugin("fuzzed", stored.data(), stored.size()));
  must(again != nullptr, "an object whose own bytes are refused");
  must(serialized(*again) == stored, "an object whose bytes make another object");
  const Plugin copy(again->clone());
  must(copy != nullptr && serialized(*copy) == stored, "a clone that differs");
}

}  // namespace
}  // namespace plugsmith::fuzz
PLUGSMITH_END_V2

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  plugsmith::fuzz::one_run({data, size});
  return 0;
}
