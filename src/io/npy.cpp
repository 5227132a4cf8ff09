// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/io/npy.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "src/io/npy_header.hpp"

namespace plugsmith::io {
namespace {

constexpr std::string_view kMagic("\x93NUMPY", 6);

struct Split {
  std::string_view header;
  std::span<const std::byte> data;
};

Result<Split> split(std::span<const std::byte> content, const std::string& what) {
  const std::string_view text(reinterpret_cast<const char*>(content.data()), content.size());
  if (text.substr(0, kMagic.size()) != kMagic) {
    return invalid_argument(what + ": is not a .npy file (it does not start with \"\\x93NUMPY\")");
  }
  const Status truncated = invalid_argument(what + ": is cut off inside its .npy header");
  if (text.size() < 10) return truncated;
  const int major = static_cast<unsigned char>(text[6]);
  if (major < 1 || major > 3) {
    return invalid_argument(what + ": is .npy format " + std::to_string(major) +
                            ".x; 1 to 3 are known");
  }
  const std::size_t start = major == 1 ? 10 : 12;
  if (text.size() < start) return truncated;
  std::size_t length = 0;
  for (std::size_t i = start; i > 8; --i) {
    length = length << 8U | static_cast<unsigned char>(text[i - 1]);
  }
  if (length > text.size() - start) return truncated;
  return Split{text.substr(start, length), content.subspan(start + length)};
}

void swap_bytes(std::vector<std::byte>& bytes, std::size_t width) {
  for (std::size_t i = 0; i + width <= bytes.size(); i += width) {
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                 bytes.begin() + static_cast<std::ptrdiff_t>(i + width));
  }
}

// Copies Fortran order (first index fastest) into C order (last index fastest).
std::vector<std::byte> to_c_order(std::span<const std::byte> data, const Dims& dims,
                                  std::size_t width) {
  std::vector<std::byte> out(data.size());
  if (out.empty()) return out;  // the product of the other dimensions may be beyond 64 bits
  Dims stride(dims.size(), 1);
  for (std::size_t i = 1; i < dims.size(); ++i) stride[i] = stride[i - 1] * dims[i - 1];
  Dims index(dims.size(), 0);
  std::size_t source = 0;
  for (std::size_t target = 0; target < out.size(); target += width) {
    std::memcpy(out.data() + target, data.data() + source * width, width);
    for (std::size_t axis = dims.size(); axis-- > 0;) {
      source += static_cast<std::size_t>(stride[axis]);
      if (++index[axis] < dims[axis]) break;
      source -= static_cast<std::size_t>(stride[axis] * dims[axis]);
      index[axis] = 0;
    }
  }
  return out;
}

}  // namespace

Result<Tensor> parse_npy(std::span<const std::byte> content, const std::string& what) {
  auto parts = split(content, what);
  if (!parts.is_ok()) return parts.status();
  auto header = parse_npy_dictionary(parts->header, what);
  if (!header.is_ok()) return header.status();
  auto type = npy_type(header->descr, what);
  if (!type.is_ok()) return type.status();
  auto wanted = byte_count(type->type, header->shape, what);
  if (!wanted.is_ok()) return wanted.status();
  const auto got = static_cast<std::int64_t>(parts->data.size());
  if (got != *wanted) {
    return invalid_argument(what + ": its header says " + to_string(type->type) + " " +
                            to_string(header->shape) + ", which is " + std::to_string(*wanted) +
                            " bytes, but " + std::to_string(got) + " bytes follow" +
                            (got < *wanted ? " (the file is cut off)" : ""));
  }
  const auto width = static_cast<std::size_t>(bytes_of(type->type, 1));
  Tensor tensor{type->type, header->shape, {}};
  if (header->fortran_order && header->shape.size() > 1) {
    tensor.bytes = to_c_order(parts->data, tensor.dims, width);
  } else {
    tensor.bytes.assign(parts->data.begin(), parts->data.end());
  }
  if (type->swap) swap_bytes(tensor.bytes, width);
  return tensor;
}

Result<Tensor> read_npy(const std::filesystem::path& path) {
  auto content = read_file(path);
  if (!content.is_ok()) return content.status();
  return parse_npy(*content, path.string());
}

Result<std::string> npy_header(DataType type, const Dims& dims) {
  const std::string descr = npy_descr(type);
  if (descr.empty()) {
    return unsupported(std::string("a .npy file cannot hold ") + to_string(type));
  }
  std::string shape;
  for (const std::int64_t dim : dims) shape += std::to_string(dim) + ", ";
  if (dims.size() > 1) shape.resize(shape.size() - 2);
  if (dims.size() == 1) shape.pop_back();
  std::string text =
      "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  constexpr std::size_t kPreamble = 10;
  constexpr std::size_t kAlignment = 64;
  text.append(kAlignment - (kPreamble + text.size() + 1) % kAlignment, ' ');
  text += '\n';
  if (text.size() > 0xFFFF)
    return unsupported("a tensor of that many dimensions fits no .npy file");
  std::string header(kMagic);
  header += {'\x01', '\x00', static_cast<char>(text.size() & 0xFFU),
             static_cast<char>(text.size() >> 8U)};
  return header + text;
}

Status add_npy(AtomicFiles& files, const std::filesystem::path& path, const NpyContent& content) {
  auto header = npy_header(content.type, content.dims);
  if (!header.is_ok()) return header.status();
  const std::array<std::span<const std::byte>, 2> parts = {std::as_bytes(std::span(*header)),
                                                           content.bytes};
  return files.add(path, parts);
}

}  // namespace plugsmith::io
