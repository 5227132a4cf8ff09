// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "src/check/families.hpp"
#include "src/check/forked.hpp"
#include "src/check/fresh_memory.hpp"
#include "src/check/v2_plugin.hpp"

// CK18, CK81, CK82: what an IPluginV2 serializes and what its creator takes back.

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace plugsmith::check {
namespace {

using Bytes = std::vector<std::byte>;
constexpr std::size_t kMostBytes = std::size_t{1} << 30U;

Result<Bytes> blob_of(const V2Plugin& plugin) {
  auto state = plugin.state();
  if (!state.is_ok()) return state.status();
  return state->front().data;
}

// Where two blobs of one length differ first.
std::size_t first_difference(const Bytes& a, const Bytes& b) {
  return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin()).first - a.begin());
}

// Whether bytes that nobody sets show in what plugins serialize that were deserialized from `good`,
// or were made alike.
bool has_garbage(const Subject& subject, const Bytes& good) {
  std::vector<Bytes> seen;
  for (const int fill : {0x3C, 0xC3}) {
    fill_fresh_memory(fill);
    const auto made = make_configured_v2(subject);
    fill_fresh_memory(fill);
    const auto loaded = deserialize(subject, good.data(), good.size());
    if (loaded == nullptr) return false;
    for (const V2Plugin* plugin : {made.get(), loaded.get()}) {
      fill_fresh_memory(fill);
      const auto blob = blob_of(*plugin);
      if (!blob.is_ok()) return false;
      seen.push_back(blob.value());
    }
  }
  return seen[0] != seen[2] || seen[1] != seen[3];
}

void ck18(const Subject& subject, Verdict& verdict) {
  const auto plugin = make_configured_v2(subject);
  const auto wanted = blob_of(*plugin);
  if (!wanted.is_ok()) return verdict.not_run(wanted.status().message());
  const std::string bytes = std::to_string(wanted->size()) + " bytes";
  const auto loaded = deserialize(subject, wanted->data(), wanted->size());
  if (loaded == nullptr) {
    return verdict.broken(
        "deserializePlugin refuses the " + bytes + " that serialize wrote; no engine loads then",
        "deserializePlugin");
  }
  if (loaded->type() != plugin->type() || loaded->version_text() != plugin->version_text() ||
      loaded->name_space() != plugin->name_space() ||
      loaded->output_count() != plugin->output_count()) {
    return verdict.broken(
        "a deserialized plugin has another name, version, namespace or number of outputs",
        "deserializePlugin");
  }
  const auto again = blob_of(*loaded);
  if (!again.is_ok()) return verdict.not_run(again.status().message());
  if (again->size() != wanted->size()) {
    return verdict.broken("a plugin that was deserialized from " + bytes + " serializes " +
                              std::to_string(again->size()),
                          "serialize after deserializePlugin");
  }
  if (again.value() == wanted.value()) return;
  if (has_garbage(subject, wanted.value())) {
    return verdict.not_run("bytes that nobody sets are serialized, so that equal plugins differ");
  }
  verdict.broken("a plugin that was deserialized serializes other bytes, from byte " +
                     std::to_string(first_difference(again.value(), wanted.value())) + " of " +
                     bytes,
                 "serialize after deserializePlugin");
}

// One serialize into a buffer at an odd address between guards, all filled with `fill`.
Bytes written(const V2Plugin& plugin, std::size_t bytes, std::byte fill, bool& beyond) {
  constexpr std::size_t kGuard = 4096 + 1;
  Bytes data(kGuard + bytes + kGuard, fill);
  plugin.call("serialize", [&] { plugin.raw()->serialize(data.data() + kGuard); });
  const auto begin = data.begin() + kGuard;
  const auto end = begin + static_cast<std::ptrdiff_t>(bytes);
  const auto other = [&](std::byte byte) { return byte != fill; };
  beyond = beyond || std::any_of(data.begin(), begin, other) || std::any_of(end, data.end(), other);
  return {begin, end};
}

void ck81(const Subject& subject, Verdict& verdict) {
  const auto plugin = make_configured_v2(subject);
  const auto size = [&] {
    return plugin->call("getSerializationSize",
                        [&] { return plugin->raw()->getSerializationSize(); });
  };
  const std::size_t bytes = size();
  if (bytes > kMostBytes) {
    return verdict.broken("getSerializationSize returned " + std::to_string(bytes) +
                              ", more than 1 GiB: a negative number or an overflow",
                          "getSerializationSize");
  }
  bool beyond = false;
  const Bytes first = written(*plugin, bytes, std::byte{0x11}, beyond);
  const Bytes second = written(*plugin, bytes, std::byte{0xEE}, beyond);
  if (size() != bytes) {
    return verdict.broken("getSerializationSize changed its answer of " + std::to_string(bytes),
                          "getSerializationSize, second call");
  }
  const std::string of = " of the " + std::to_string(bytes) + " bytes of getSerializationSize";
  if (beyond) {
    return verdict.broken("serialize wrote outside" + of.substr(3), "serialize");
  }
  if (first == second) return;
  const std::size_t at = first_difference(first, second);
  const bool unwritten = first[at] == std::byte{0x11} && second[at] == std::byte{0xEE};
  verdict.broken(
      unwritten ? "serialize left byte " + std::to_string(at) + of + " unwritten"
                : "serialize wrote another byte " + std::to_string(at) + of + " the second time",
      "serialize, second call");
}

// Memory that ends where a page which cannot be read begins: reading on ends the process.
class AtTheEdge {
 public:
  explicit AtTheEdge(const Bytes& data) {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t whole = (data.size() + page - 1) / page * page;
    bytes_ = whole + page;
    void* memory =
        ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    base_ = static_cast<std::byte*>(memory);
    ::mprotect(base_ + whole, page, PROT_NONE);
    data_ = base_ + whole - data.size();
    if (!data.empty()) std::memcpy(data_, data.data(), data.size());
  }
  ~AtTheEdge() { ::munmap(base_, bytes_); }
  AtTheEdge(const AtTheEdge&) = delete;
  AtTheEdge& operator=(const AtTheEdge&) = delete;
  const void* data() const { return data_; }

 private:
  std::byte* base_ = nullptr;
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

struct Hostile {
  Bytes data;
  std::string what;
  bool must_refuse = true;  ///< bytes of the right number may happen to be legal
};

std::vector<Hostile> hostile_blobs(const Bytes& good) {
  constexpr std::size_t kMostPrefixes = 64;
  constexpr int kRandom = 8;
  std::vector<Hostile> all;
  const std::string of = " of its " + std::to_string(good.size()) + " bytes";
  const std::size_t step = std::max<std::size_t>(1, good.size() / kMostPrefixes);
  for (std::size_t length = good.size(); length > 0;) {
    length -= std::min(length, length == good.size() ? 1 : step);
    all.push_back({Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length)),
                   std::to_string(length) + of});
  }
  Bytes longer = good;
  longer.resize(good.size() + 8, std::byte{0x33});
  all.push_back({longer, "8 bytes more than its " + std::to_string(good.size())});
  std::mt19937 random(1);
  for (int i = 0; i < kRandom && !good.empty(); ++i) {
    Bytes garbage(good.size());
    for (auto& byte : garbage) byte = static_cast<std::byte>(i == 0 ? 0xFF : random() & 0xFFU);
    all.push_back({garbage, "as many random bytes as it serializes", false});
  }
  return all;
}

struct Progress {
  std::size_t at;
  bool accepted;
};

void ck82(const Subject& subject, Verdict& verdict) {
  constexpr auto kPatience = std::chrono::seconds(5);
  const auto blob = blob_of(*make_configured_v2(subject));
  if (!blob.is_ok()) return verdict.not_run(blob.status().message());
  if (deserialize(subject, blob->data(), blob->size()) == nullptr) {
    return verdict.not_run("deserializePlugin refuses what serialize wrote (CK18)");
  }
  const auto hostile = hostile_blobs(blob.value());
  if (hostile.size() < 2) return verdict.not_run("it serializes nothing");
  SharedValue<Progress> progress;
  const ForkedEnd end = run_forked(*subject.state, kPatience, [&] {
    for (; progress->at < hostile.size(); ++progress->at) {
      const Hostile& one = hostile[progress->at];
      const AtTheEdge edge(one.data);
      const auto made = deserialize(subject, edge.data(), one.data.size());
      progress->accepted = made != nullptr && one.must_refuse;
      if (progress->accepted) return;
    }
  });
  if (end.returned() && !progress->accepted) return;
  const std::string& what = hostile[std::min(progress->at, hostile.size() - 1)].what;
  if (end.kind == ForkedEnd::Kind::kNotForked || (!end.returned() && end.may_lack_device())) {
    return verdict.not_run("deserializePlugin of " + what + " " + end.text());
  }
  verdict.broken(end.returned()
                     ? "deserializePlugin took " + what + "; must return null"
                     : "deserializePlugin of " + what + " " + end.text() + "; must return null",
                 "deserializePlugin");
}

}  // namespace

std::span<const Check> v2_blob_checks() {
  static constexpr Check kChecks[] = {{"CK18", ck18, Reach::kNegotiated},
                                      {"CK81", ck81, Reach::kNegotiated},
                                      {"CK82", ck82, Reach::kNegotiated}};
  return kChecks;
}

}  // namespace plugsmith::check
