// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/blob.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "src/core/digest.hpp"

// Built with AddressSanitizer where the compiler has it: each blob lies in memory of exactly its
// size, so that a read behind its end is a fault.

namespace plugsmith {
namespace {

using Bytes = std::vector<unsigned char>;

FieldData field(const char* name, FieldType type, std::int32_t length, Bytes bytes) {
  return {name, type, length, std::move(bytes)};
}

std::vector<FieldData> sample() {
  return {field("plugsmith_schema", FieldType::kInt32, 1, {2, 0, 0, 0}),
          field("beta", FieldType::kFloat32, 2, {0, 0, 128, 63, 0, 0, 0, 64}),
          field("mode", FieldType::kChar, 3, {'a', 'b', 0}),
          field("none", FieldType::kInt64, 0, {})};
}

// What the reader says of these bytes; empty for success.
std::string verdict(const Bytes& blob) {
  const std::unique_ptr<unsigned char[]> exact(new unsigned char[blob.size()]);
  if (!blob.empty()) std::memcpy(exact.get(), blob.data(), blob.size());
  const auto fields = read_blob("Sample", exact.get(), blob.size());
  return fields.is_ok() ? "" : fields.status().message();
}

void put(Bytes& blob, std::size_t at, std::uint32_t value) {
  std::memcpy(blob.data() + at, &value, sizeof value);
}

// As somebody would who wants past the checksum.
Bytes sealed(Bytes blob) {
  const std::uint64_t head = fnv1a(blob.data() + 8, 8);
  const std::uint64_t sum =
      fnv1a(blob.data() + 24, static_cast<std::int64_t>(blob.size() - 24), head);
  std::memcpy(blob.data() + 16, &sum, sizeof sum);
  return blob;
}

testing::AssertionResult contains(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "\"" << text << "\" does not contain \"" << part << "\"";
}

TEST(Blob, GivesBackItsFields) {
  const Bytes blob = write_blob(sample());
  const auto fields = read_blob("Sample", blob.data(), blob.size());
  ASSERT_TRUE(fields.is_ok()) << fields.status().message();
  ASSERT_EQ(fields->size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ((*fields)[i].name, sample()[i].name);
    EXPECT_EQ((*fields)[i].type, sample()[i].type);
    EXPECT_EQ((*fields)[i].length, sample()[i].length);
    EXPECT_EQ((*fields)[i].bytes, sample()[i].bytes);
  }
  EXPECT_EQ(blob, write_blob(*fields));
}

TEST(Blob, HasItsNumbersInLittleEndianOrder) {
  const Bytes blob = write_blob({field("n", FieldType::kInt32, 1, {7, 0, 0, 0})});
  const Bytes head{'P', 'L', 'U', 'G', 'S', 'M', 'T', 'H', 1, 0, 0, 0, 1, 0, 0, 0};
  const Bytes body{1, 0, 0, 0, 5, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 'n', 7, 0, 0, 0};
  EXPECT_EQ(Bytes(blob.begin(), blob.begin() + 16), head);
  EXPECT_EQ(Bytes(blob.begin() + 24, blob.end()), body);
}

TEST(Blob, ReadsFromMemoryThatIsNotAligned) {
  Bytes blob = write_blob(sample());
  blob.insert(blob.begin(), 0);
  EXPECT_TRUE(read_blob("Sample", blob.data() + 1, blob.size() - 1).is_ok());
}

TEST(Blob, IsRefusedWhereverItIsCut) {
  const Bytes whole = write_blob(sample());
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(bytes));
    EXPECT_TRUE(contains(
        verdict(cut), bytes < 24 ? "fewer than the 24 of a header" : "do not match their checksum"))
        << bytes;
    if (bytes < 24) continue;
    const std::string reason = verdict(sealed(cut));  // the reader must see it by itself, too
    EXPECT_TRUE(contains(reason, "end inside field ") || contains(reason, "announce 4 fields in "))
        << reason;
  }
}

TEST(Blob, IsRefusedWithBytesBehindItsEnd) {
  Bytes blob = write_blob(sample());
  blob.push_back(0);
  EXPECT_TRUE(contains(verdict(blob), "do not match their checksum"));
  EXPECT_TRUE(contains(verdict(sealed(blob)), "go on for 1 bytes behind the last field"));
}

TEST(Blob, IsRefusedWithEveryBitFlipped) {
  const Bytes whole = write_blob(sample());
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    Bytes blob = whole;
    blob[bit / 8] = static_cast<unsigned char>(blob[bit / 8] ^ (1U << bit % 8));
    EXPECT_TRUE(contains(verdict(blob), bit / 8 < 8 ? "do not begin with Plugsmith's mark"
                                                    : "do not match their checksum"))
        << bit;
  }
}

TEST(Blob, IsRefusedWhenItIsAnothersOrNotThere) {
  EXPECT_TRUE(contains(verdict(Bytes(40, 7)),
                       "do not begin with Plugsmith's mark: another plugin of that name"));
  const auto none = read_blob("Sample", nullptr, 40);
  ASSERT_FALSE(none.is_ok());
  EXPECT_EQ(none.status().message(),
            "Sample: the plugin's bytes in the engine are not there (null pointer); the engine is "
            "damaged or was not written by this op, build it anew");
}

TEST(Blob, OfALaterFormatIsRefusedWithTheLibraryToLoad) {
  Bytes blob = write_blob(sample());
  put(blob, 8, 2);
  const auto fields = read_blob("Sample", sealed(blob).data(), blob.size());
  ASSERT_FALSE(fields.is_ok());
  EXPECT_EQ(fields.status().code(), StatusCode::kUnsupported);
  EXPECT_TRUE(contains(fields.status().message(),
                       "in format 2, this library knows format 1; load the library that"));
}

TEST(Blob, IsRefusedWithCountsBeyondItsEnd) {
  const Bytes whole = write_blob(sample());
  Bytes blob = whole;
  put(blob, 12, 0xFFFFFFFF);
  EXPECT_TRUE(contains(verdict(sealed(blob)), "announce 4294967295 fields in "));
  blob = whole;
  put(blob, 12, 5);
  EXPECT_TRUE(contains(verdict(sealed(blob)), "end inside field 4"));
  blob = whole;
  put(blob, 24, 0xFFFFFFF0);  // the first name's length
  EXPECT_TRUE(contains(verdict(sealed(blob)), "end inside field 0"));
  blob = whole;
  put(blob, 32, 0x40000000);  // the first field's elements, and their bytes modulo 2^32
  put(blob, 36, 0);
  EXPECT_TRUE(contains(verdict(sealed(blob)), "length 1073741824 and 0 bytes, which do not fit"));
  blob = whole;
  put(blob, 28, 99);
  EXPECT_TRUE(contains(verdict(sealed(blob)), "\"plugsmith_schema\" of type 99"));
}

}  // namespace
}  // namespace plugsmith
