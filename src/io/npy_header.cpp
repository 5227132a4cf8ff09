// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/io/npy_header.hpp"

#include <bit>
#include <cctype>
#include <charconv>
#include <map>
#include <utility>

namespace plugsmith::io {
namespace {

// Reads the subset of Python's literals that NumPy writes: strings, True, False, tuples of
// integers.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  bool take(char wanted) {
    skip_space();
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool take_word(std::string_view word) {
    skip_space();
    if (rest_.substr(0, word.size()) != word) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  bool take_string(std::string& out) {
    skip_space();
    if (rest_.empty() || (rest_.front() != '\'' && rest_.front() != '"')) return false;
    const auto end = rest_.find(rest_.front(), 1);
    if (end == std::string_view::npos) return false;
    out = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return true;
  }
  bool take_integer(std::int64_t& out) {
    skip_space();
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), out);
    if (error != std::errc()) return false;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    take('L');  // Python 2 wrote long integers so
    return true;
  }
  bool at_end() {
    skip_space();
    return rest_.empty();
  }

 private:
  void skip_space() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())) != 0) {
      rest_.remove_prefix(1);
    }
  }
  std::string_view rest_;
};

bool take_shape(Scanner& scanner, Dims& shape) {
  if (!scanner.take('(')) return false;
  while (!scanner.take(')')) {
    std::int64_t dim = 0;
    if (!scanner.take_integer(dim) || dim < 0) return false;
    shape.push_back(dim);
    if (!scanner.take(',')) return scanner.take(')');
  }
  return true;
}

bool take_value(Scanner& scanner, const std::string& key, NpyHeader& header) {
  if (key == "descr") return scanner.take_string(header.descr);
  if (key == "shape") return take_shape(scanner, header.shape);
  if (key != "fortran_order") return false;
  header.fortran_order = scanner.take_word("True");
  return header.fortran_order || scanner.take_word("False");
}

const std::map<std::string, DataType>& known_types() {
  static const std::map<std::string, DataType> kTypes = {
      {"f4", DataType::kFloat}, {"f2", DataType::kHalf}, {"i1", DataType::kInt8},
      {"i4", DataType::kInt32}, {"b1", DataType::kBool}, {"u1", DataType::kUint8},
      {"i8", DataType::kInt64}, {"V2", DataType::kBf16}, {"V1", DataType::kFp8}};
  return kTypes;
}

std::string advice(const std::string& code) {
  if (code == "f8" || code == "f16") return "save it as float32: x.astype(\"float32\")";
  if (code == "i2" || code == "u2") return "save it as int32: x.astype(\"int32\")";
  if (code == "u4" || code == "u8") return "save it as int64: x.astype(\"int64\")";
  return "save one of bool, int8, uint8, int32, int64, float16, float32";
}

}  // namespace

Result<NpyHeader> parse_npy_dictionary(std::string_view text, const std::string& what) {
  NpyHeader header;
  Scanner scanner(text);
  const Status broken = invalid_argument(
      what + ": the .npy header is damaged; it must name descr, fortran_order and shape once each");
  if (!scanner.take('{')) return broken;
  std::map<std::string, int> seen;
  while (!scanner.take('}')) {
    std::string key;
    if (!scanner.take_string(key) || !scanner.take(':')) return broken;
    if (key == "descr" && !seen.count(key) && scanner.take('[')) {
      return invalid_argument(what + ": holds records (a structured type); save one field of them");
    }
    if (seen[key]++ > 0 || !take_value(scanner, key, header)) return broken;
    if (!scanner.take(',') && !scanner.take('}')) return broken;
    if (scanner.at_end()) break;
  }
  if (seen.size() != 3 || !scanner.at_end()) return broken;
  return header;
}

Result<NpyType> npy_type(const std::string& descr, const std::string& what) {
  if (descr == "bfloat16") return NpyType{DataType::kBf16, false};
  if (descr == "|O") {
    return invalid_argument(what +
                            ": holds Python objects, which are never unpacked; save numbers");
  }
  const bool ordered = !descr.empty() && std::string("<>|=").find(descr[0]) != std::string::npos;
  const std::string code = ordered ? descr.substr(1) : descr;
  const auto found = known_types().find(code);
  if (found == known_types().end()) {
    return invalid_argument(what + ": its type is \"" + descr +
                            "\", which no TensorRT type matches; " + advice(code));
  }
  const bool big = ordered && descr[0] == '>';
  return NpyType{found->second, big != (std::endian::native == std::endian::big) && ordered &&
                                    (descr[0] == '<' || descr[0] == '>')};
}

std::string npy_descr(DataType type) {
  if (type == DataType::kE8m0) return "|V1";
  for (const auto& [code, known] : known_types()) {
    if (known != type) continue;
    if (code.back() == '1') return "|" + code;
    return (std::endian::native == std::endian::little ? "<" : ">") + code;
  }
  return "";
}

}  // namespace plugsmith::io
