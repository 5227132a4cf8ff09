// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/io/npy.hpp"

#include <gmock/gmock.h>

#include <cstring>

#include "tests/support/temporary_folder.hpp"

namespace plugsmith::io {
namespace {

using testing::HasSubstr;

// A .npy file by hand, so that the reader is not only tested against our own writer.
std::string npy(const std::string& dictionary, const std::string& data, int major = 1) {
  std::string text = "\x93NUMPY";
  text += static_cast<char>(major);
  text += '\0';
  const std::size_t bytes = major == 1 ? 2 : 4;
  for (std::size_t i = 0; i < bytes; ++i) {
    text += static_cast<char>(dictionary.size() >> (8 * i) & 0xFFU);
  }
  return text + dictionary + data;
}

Result<Tensor> parse(const std::string& content) {
  return parse_npy(std::as_bytes(std::span(content)), "x.npy");
}

template <class T>
std::vector<T> values(const Tensor& tensor) {
  std::vector<T> result(tensor.bytes.size() / sizeof(T));
  std::memcpy(result.data(), tensor.bytes.data(), tensor.bytes.size());
  return result;
}

template <class T>
std::string raw(const std::vector<T>& list) {
  return {reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T)};
}

struct Mapped {
  const char* descr;
  DataType type;
  std::size_t bytes;
};
class NpyType : public testing::TestWithParam<Mapped> {};

TEST_P(NpyType, IsReadAsTensorRtsType) {
  const auto& [descr, type, bytes] = GetParam();
  auto tensor = parse(
      npy(std::string("{'descr': '") + descr + "', 'fortran_order': False, 'shape': (2,), }\n",
          std::string(2 * bytes, '\1')));
  ASSERT_TRUE(tensor.is_ok()) << tensor.status().message();
  EXPECT_EQ(tensor->type, type);
  EXPECT_EQ(tensor->dims, (Dims{2}));
}

INSTANTIATE_TEST_SUITE_P(
    All, NpyType,
    testing::Values(Mapped{"<f4", DataType::kFloat, 4}, Mapped{"<f2", DataType::kHalf, 2},
                    Mapped{"|i1", DataType::kInt8, 1}, Mapped{"<i4", DataType::kInt32, 4},
                    Mapped{"|b1", DataType::kBool, 1}, Mapped{"|u1", DataType::kUint8, 1},
                    Mapped{"<i8", DataType::kInt64, 8}, Mapped{"<V2", DataType::kBf16, 2},
                    Mapped{"|V1", DataType::kFp8, 1}, Mapped{"bfloat16", DataType::kBf16, 2}));

class NpyVersion : public testing::TestWithParam<int> {};

TEST_P(NpyVersion, IsRead) {
  auto tensor = parse(npy("{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3)}",
                          raw<std::int32_t>({1, 2, 3, 4, 5, 6}), GetParam()));
  ASSERT_TRUE(tensor.is_ok()) << tensor.status().message();
  EXPECT_EQ(tensor->dims, (Dims{2, 3}));
  EXPECT_EQ(values<std::int32_t>(*tensor), (std::vector<std::int32_t>{1, 2, 3, 4, 5, 6}));
}

INSTANTIATE_TEST_SUITE_P(All, NpyVersion, testing::Values(1, 2, 3));

TEST(Npy, TurnsFortranOrderIntoCOrder) {
  // [2,3,2] counted up in C order, stored with the first index fastest
  auto tensor = parse(npy("{'descr': '<i4', 'fortran_order': True, 'shape': (2, 3, 2)}",
                          raw<std::int32_t>({0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, 11})));
  ASSERT_TRUE(tensor.is_ok()) << tensor.status().message();
  EXPECT_EQ(values<std::int32_t>(*tensor),
            (std::vector<std::int32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
}

TEST(Npy, ReadsAnEmptyFortranArrayWhoseOtherDimensionsAreBeyond64Bits) {
  auto tensor = parse(npy(
      "{'descr': '<i4', 'fortran_order': True, 'shape': (4, 187745961, 58774596, 80050994, 0, 5)}",
      ""));
  ASSERT_TRUE(tensor.is_ok()) << tensor.status().message();
  EXPECT_TRUE(tensor->bytes.empty());
}

TEST(Npy, SwapsBigEndianNumbers) {
  const std::string data("\0\0\1\2\xff\xff\xff\xfe", 8);
  auto tensor = parse(npy("{'descr': '>i4', 'fortran_order': False, 'shape': (2,)}", data));
  ASSERT_TRUE(tensor.is_ok()) << tensor.status().message();
  EXPECT_EQ(values<std::int32_t>(*tensor), (std::vector<std::int32_t>{258, -2}));
}

TEST(Npy, ReadsAScalarAndAnEmptyArray) {
  auto scalar =
      parse(npy("{'descr': '<i8', 'fortran_order': False, 'shape': ()}", raw<std::int64_t>({-5})));
  ASSERT_TRUE(scalar.is_ok()) << scalar.status().message();
  EXPECT_EQ(values<std::int64_t>(*scalar), (std::vector<std::int64_t>{-5}));
  auto empty = parse(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 7)}", ""));
  ASSERT_TRUE(empty.is_ok()) << empty.status().message();
  EXPECT_EQ(empty->dims, (Dims{0, 7}));
}

struct Refused {
  const char* why;
  std::string content;
  StatusCode code;
  const char* message;
};
class NpyRefusal : public testing::TestWithParam<Refused> {};

TEST_P(NpyRefusal, SaysWhy) {
  auto tensor = parse(GetParam().content);
  ASSERT_FALSE(tensor.is_ok());
  EXPECT_EQ(tensor.status().code(), GetParam().code);
  EXPECT_THAT(tensor.status().message(), HasSubstr(GetParam().message));
  EXPECT_THAT(tensor.status().message(), HasSubstr("x.npy"));
}

std::string with_descr(const std::string& descr) {
  return npy("{'descr': " + descr + ", 'fortran_order': False, 'shape': (1,)}",
             std::string(16, '\0'));
}

constexpr auto kInvalid = StatusCode::kInvalidArgument;
INSTANTIATE_TEST_SUITE_P(
    All, NpyRefusal,
    testing::Values(
        Refused{"Empty", "", kInvalid, "is not a .npy file"},
        Refused{"Text", "hello, this is text", kInvalid, "is not a .npy file"},
        Refused{"NoHeader", std::string("\x93NUMPY\1\0", 8), kInvalid, "cut off inside"},
        Refused{"CutHeader", std::string("\x93NUMPY\1\0\xff\xff{'descr", 17), kInvalid,
                "cut off inside"},
        Refused{"Version9", std::string("\x93NUMPY\x9\0\0\0", 10), kInvalid, "format 9.x"},
        Refused{"CutData",
                npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2)}", "1234567"),
                kInvalid, "[2,2], which is 16 bytes, but 7 bytes follow (the file is cut off)"},
        Refused{"TooMuchData",
                npy("{'descr': '|i1', 'fortran_order': False, 'shape': (2,)}", "123"), kInvalid,
                "which is 2 bytes, but 3 bytes follow"},
        Refused{
            "HugeShape",
            npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}", ""),
            StatusCode::kOutOfRange, "2^63"},
        Refused{"Claims4GiB",
                npy("{'descr': '|u1', 'fortran_order': False, 'shape': (4294967296,)}", "x"),
                kInvalid, "4294967296 bytes, but 1 bytes follow"},
        Refused{"NegativeShape",
                npy("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}", ""), kInvalid,
                "header is damaged"},
        Refused{"NoShape", npy("{'descr': '<f4', 'fortran_order': False}", ""), kInvalid,
                "header is damaged"},
        Refused{"TwoShapes",
                npy("{'descr': '<f4', 'shape': (1,), 'shape': (1,), 'fortran_order': False}", ""),
                kInvalid, "header is damaged"},
        Refused{"NoDictionary", npy("import os", ""), kInvalid, "header is damaged"},
        Refused{"Float64", with_descr("'<f8'"), kInvalid, "astype(\"float32\")"},
        Refused{"Int16", with_descr("'<i2'"), kInvalid, "astype(\"int32\")"},
        Refused{"Uint64", with_descr("'<u8'"), kInvalid, "astype(\"int64\")"},
        Refused{"Complex", with_descr("'<c8'"), kInvalid, "save one of bool"},
        Refused{"Text2", with_descr("'<U3'"), kInvalid, "\"<U3\""},
        Refused{"Objects", with_descr("'|O'"), kInvalid, "Python objects"},
        Refused{"Records", with_descr("[('a', '<f4')]"), kInvalid, "records"}),
    [](const auto& refused) { return std::string(refused.param.why); });

TEST(Npy, WritesWhatItReads) {
  const test::TemporaryFolder folder;
  const Tensor tensor{DataType::kBf16, {2, 1, 3}, std::vector<std::byte>(12, std::byte{7})};
  const auto path = folder / "y.npy";
  {
    AtomicFiles files;
    ASSERT_TRUE(add_npy(files, path, {tensor.type, tensor.dims, tensor.bytes}).is_ok());
    ASSERT_TRUE(files.commit().is_ok());
  }
  auto read = read_npy(path);
  ASSERT_TRUE(read.is_ok()) << read.status().message();
  EXPECT_EQ(read->type, tensor.type);
  EXPECT_EQ(read->dims, tensor.dims);
  EXPECT_EQ(read->bytes, tensor.bytes);
}

TEST(Npy, WritesHeadersThatNumpyWouldWrite) {
  auto header = npy_header(DataType::kFloat, {3});
  ASSERT_TRUE(header.is_ok());
  EXPECT_EQ(header->size() % 64, 0U);
  EXPECT_THAT(*header, HasSubstr("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }"));
  EXPECT_THAT(*npy_header(DataType::kInt8, {}),
              HasSubstr("'|i1', 'fortran_order': False, 'shape': ()"));
  EXPECT_THAT(*npy_header(DataType::kBool, {2, 3}),
              HasSubstr("'|b1', 'fortran_order': False, 'shape': (2, 3)"));
}

TEST(Npy, RefusesToWriteInt4) {
  auto header = npy_header(DataType::kInt4, {2});
  ASSERT_FALSE(header.is_ok());
  EXPECT_EQ(header.status().code(), StatusCode::kUnsupported);
  EXPECT_THAT(header.status().message(), HasSubstr("cannot hold int4"));
}

}  // namespace
}  // namespace plugsmith::io
