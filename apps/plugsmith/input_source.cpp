// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/input_source.hpp"

#include <algorithm>
#include <charconv>

#include "src/io/distribution.hpp"
#include "src/io/npy.hpp"
#include "src/io/random.hpp"

namespace plugsmith::cli {
namespace {

constexpr std::string_view kRandom = "random";
constexpr std::string_view kArchive = ".npz";
constexpr std::string_view kZeros = "zeros:", kUniform = "uniform:";

template <class T>
bool parse_whole(std::string_view text, T& value) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

Status check_drawable(const ExpectedInput& expected) {
  if (!expected.type_known) {
    return invalid_argument("input " + expected.name + ": its type has no random numbers");
  }
  for (const std::int64_t dim : expected.dims) {
    if (dim >= 0 && expected.rank_known) continue;
    return invalid_argument("input " + expected.name + ": its shape " +
                            io::to_string(expected.dims) + " is open; give it with --shape " +
                            expected.name + "=1x3x32x32");
  }
  if (!expected.rank_known) {
    return invalid_argument("input " + expected.name + ": the model does not say its shape; give " +
                            "it with --shape " + expected.name + "=1x3x32x32");
  }
  return Status::ok();
}

Result<io::Tensor> draw(std::uint64_t seed, const ExpectedInput& expected) {
  PLUGSMITH_RETURN_IF_ERROR(check_drawable(expected));
  return io::random_tensor(expected.type, expected.dims, seed, expected.name);
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(at, start), text.size());
    parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

bool parse_numbers(std::string_view text, std::vector<double>& numbers) {
  for (const std::string_view part : split(text, ',')) {
    if (!parse_whole(part, numbers.emplace_back())) return false;
  }
  return true;
}

bool is_distribution(const std::string& source) {
  return source.rfind(kZeros, 0) == 0 || source.rfind(kUniform, 0) == 0;
}

// "zeros:SHARE[:SEED]", "uniform:LOW:HIGH[:SEED]".
Result<io::Tensor> draw_distribution(const std::string& source, const ExpectedInput& expected) {
  PLUGSMITH_RETURN_IF_ERROR(check_drawable(expected));
  const bool zeros = source.rfind(kZeros, 0) == 0;
  auto parts = split(source, ':');
  const std::size_t wanted = zeros ? 2 : 3;
  std::uint64_t seed = 0;
  std::vector<double> first, second;
  const bool seeded = parts.size() == wanted + 1;
  const bool right = (seeded || parts.size() == wanted) && parse_numbers(parts[1], first) &&
                     (zeros ? first.size() == 1 : parse_numbers(parts[2], second)) &&
                     (!seeded || parse_whole(parts[wanted], seed));
  if (!right) {
    return invalid_argument("input " + expected.name + ": \"" + source + "\" must be " +
                            (zeros ? "zeros:SHARE, like zeros:0.5, or zeros:SHARE:SEED"
                                   : "uniform:LOW:HIGH, like uniform:0:432 or "
                                     "uniform:0,0:1,496, or uniform:LOW:HIGH:SEED"));
  }
  if (zeros) return io::sparse_tensor(expected.type, expected.dims, seed, expected.name, first[0]);
  return io::uniform_tensor(expected.type, expected.dims, seed, expected.name, first, second);
}

Result<io::Tensor> read_image(const std::string& path, const ExpectedInput& expected,
                              const io::PictureOptions& options) {
  const auto& dims = expected.dims;
  const auto fits = [](std::int64_t dim, std::int64_t size) { return dim < 0 || dim == size; };
  const bool images =
      !expected.rank_known || (dims.size() == 4 && fits(dims[0], 1) && fits(dims[1], 3));
  if (!images || expected.type != DataType::kFloat) {
    return invalid_argument("input " + expected.name +
                            ": a picture becomes float32[1,3,height,width]" +
                            ", but the model wants " + to_string(expected.type) +
                            io::to_string(dims) + "; give a .npy file");
  }
  auto picture = io::read_picture(path);
  if (!picture.is_ok()) return picture.status();
  const std::array<std::int64_t, 2> wanted = expected.rank_known
                                                 ? std::array<std::int64_t, 2>{dims[2], dims[3]}
                                                 : std::array<std::int64_t, 2>{-1, -1};
  auto size = io::picture_size(*picture, options, wanted);
  if (!size.is_ok()) return size.status();
  return io::picture_tensor(*picture, options, *size);
}

}  // namespace

Result<std::optional<std::uint64_t>> random_seed(const std::string& source,
                                                 const std::string& name) {
  std::optional<std::uint64_t> seed;
  if (source != kRandom && source.rfind("random:", 0) != 0) return seed;
  seed = 0;
  const std::string_view rest = std::string_view(source).substr(kRandom.size());
  if (rest.empty() || parse_whole(rest.substr(1), *seed)) return seed;
  return invalid_argument("input " + name + ": \"" + source +
                          "\" must be random or random:SEED with a seed of 0 to 2^64-1");
}

Result<io::Tensor> read_source(const std::string& source, const ExpectedInput& expected,
                               const io::PictureOptions& picture) {
  auto seed = random_seed(source, expected.name);
  if (!seed.is_ok()) return seed.status();
  if (seed->has_value()) return draw(**seed, expected);
  if (is_distribution(source)) return draw_distribution(source, expected);
  const std::size_t archive = source.rfind(std::string(kArchive) + ":");
  if (archive != std::string::npos) {
    return io::read_npz(source.substr(0, archive + kArchive.size()),
                        source.substr(archive + kArchive.size() + 1));
  }
  if (source.ends_with(kArchive)) {
    auto named = io::read_npz(source, expected.name);
    if (named.is_ok()) return named;
    auto only = io::read_npz(source, "");
    return only.is_ok() ? only : named;
  }
  if (io::looks_like_picture(source)) return read_image(source, expected, picture);
  return io::read_npy(source);
}

Result<io::Dims> parse_shape_values(const std::string& text) {
  io::Dims values;
  for (std::size_t start = 0; !text.empty() && start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    const auto part = std::string_view(text).substr(start, end - start);
    if (!parse_whole(part, values.emplace_back())) {
      return invalid_argument("--shape-input " + text + ": \"" + std::string(part) +
                              "\" is no integer; write the values like 2,3,16,12");
    }
    start = end + 1;
  }
  return values;
}

Result<io::Dims> parse_dims(const std::string& text) {
  io::Dims dims;
  std::size_t start = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('x', start);
    const std::string part = text.substr(start, end - start);
    std::int64_t dim = -1;
    if (part != "?" && (!parse_whole(std::string_view(part), dim) || dim < 0)) {
      return invalid_argument("\"" + text + "\" is no shape; write one like 2x3x16x20");
    }
    dims.push_back(dim);
    if (end == std::string::npos) break;
    start = end + 1;
  }
  return dims;
}

Result<NamedShape> parse_named_shape(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos || equals == 0) {
    return invalid_argument("--shape " + text + ": must be NAME=SHAPE, like x=1x3x640x640");
  }
  auto dims = parse_dims(text.substr(equals + 1));
  if (!dims.is_ok()) return invalid_argument("--shape " + text + ": " + dims.status().message());
  return NamedShape{text.substr(0, equals), std::move(dims).value()};
}

Result<OpInput> parse_op_input(const std::string& text) {
  const std::string form = "--input " + text + ": must be SHAPE:TYPE or SHAPE:TYPE=SOURCE, like " +
                           "2x3x16x20:float32=random:7";
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return invalid_argument(form);
  const std::size_t equals = text.find('=', colon);
  OpInput input;
  input.source = equals == std::string::npos ? std::string(kRandom) : text.substr(equals + 1);
  const std::string type =
      text.substr(colon + 1, equals == std::string::npos ? std::string::npos : equals - colon - 1);
  const auto known = data_type_from(type);
  if (!known) {
    return invalid_argument("--input " + text + ": \"" + type + "\" is no type; one of float32, " +
                            "float16, bfloat16, int8, uint8, int32, int64, bool, fp8");
  }
  input.type = *known;
  const std::string shapes = text.substr(0, colon);
  const std::size_t first = shapes.find("..");
  const std::size_t second = first == std::string::npos ? first : shapes.find("..", first + 2);
  if (first != std::string::npos && second == std::string::npos) {
    return invalid_argument("--input " + text + ": a range of shapes is MIN..OPT..MAX");
  }
  const bool range = first != std::string::npos;
  auto min = parse_dims(range ? shapes.substr(0, first) : shapes);
  auto opt = range ? parse_dims(shapes.substr(first + 2, second - first - 2)) : min;
  auto max = range ? parse_dims(shapes.substr(second + 2)) : min;
  for (const auto* dims : {&min, &opt, &max}) {
    if (!dims->is_ok())
      return invalid_argument("--input " + text + ": " + dims->status().message());
  }
  if (min->size() != opt->size() || opt->size() != max->size()) {
    return invalid_argument("--input " + text + ": the shapes of a range have one length");
  }
  for (std::size_t i = 0; i < opt->size(); ++i) {
    if ((*min)[i] < 0 || (*min)[i] > (*opt)[i] || (*opt)[i] > (*max)[i]) {
      return invalid_argument("--input " + text + ": dimension " + std::to_string(i) +
                              " must be a known number" + (range ? ", min <= opt <= max" : ""));
    }
  }
  input.min = std::move(min).value();
  input.opt = std::move(opt).value();
  input.max = std::move(max).value();
  return input;
}

}  // namespace plugsmith::cli
