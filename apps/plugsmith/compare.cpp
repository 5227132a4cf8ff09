// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "apps/plugsmith/elements.hpp"

namespace plugsmith::cli {
namespace {

std::string describe(const wire::NamedTensor& tensor) {
  return to_string(tensor.type) + io::to_string(tensor.dims);
}

bool same_bytes(const wire::NamedTensor& a, const wire::NamedTensor& b, std::size_t index) {
  const auto width = static_cast<std::size_t>(bytes_of(a.type, 1));
  return std::memcmp(a.bytes.data() + index * width, b.bytes.data() + index * width, width) == 0;
}

void compare_numbers(const wire::NamedTensor& output, const wire::NamedTensor& reference,
                     double factor, Difference& result) {
  const double epsilon = epsilon_of(output.type);
  double worst = -1;
  for (std::size_t i = 0; i < element_count(output); ++i) {
    const double got = element(output, i);
    const double wanted = element(reference, i);
    if (epsilon == 0 && !same_bytes(output, reference, i)) {  // INT64 may exceed a double
      ++result.outside;
    } else if (epsilon == 0) {
      continue;
    }
    if (got == wanted || (std::isnan(got) && std::isnan(wanted))) continue;
    const double difference = std::fabs(got - wanted);
    const double tolerance = factor * epsilon * std::max(std::fabs(wanted), 1.0);
    if (epsilon > 0 && !(difference <= tolerance)) ++result.outside;  // also true for NaN
    result.largest_absolute = std::max(result.largest_absolute, difference);
    if (wanted != 0) {
      result.largest_relative = std::max(result.largest_relative, difference / std::fabs(wanted));
    }
    if (difference > worst) {
      worst = difference;
      result.tolerance = tolerance;
    }
  }
  if (worst < 0) result.tolerance = factor * epsilon;
}

Difference compare_one(const wire::NamedTensor* output, const wire::NamedTensor& reference,
                       double factor) {
  Difference result;
  result.name = reference.name;
  if (output == nullptr) {
    result.problem = "only the other model has this output";
  } else if (output->type != reference.type || output->dims != reference.dims) {
    result.problem = "is " + describe(*output) + ", the other model's is " + describe(reference);
  } else if (has_numbers(output->type)) {
    compare_numbers(*output, reference, factor, result);
  } else if (!std::equal(output->bytes.begin(), output->bytes.end(), reference.bytes.begin())) {
    result.problem = "differs in its bytes";
  }
  return result;
}

}  // namespace

double epsilon_of(DataType type) {
  switch (type) {
    case DataType::kFloat: return 0x1p-23;
    case DataType::kHalf: return 0x1p-10;
    case DataType::kBf16: return 0x1p-7;
    default: return 0;
  }
}

std::vector<Difference> compare(const std::vector<wire::NamedTensor>& outputs,
                                const std::vector<wire::NamedTensor>& references, double factor) {
  std::vector<Difference> result;
  const auto find = [](const std::vector<wire::NamedTensor>& list, const std::string& name) {
    const auto found = std::find_if(list.begin(), list.end(),
                                    [&](const auto& tensor) { return tensor.name == name; });
    return found == list.end() ? nullptr : &*found;
  };
  for (const auto& reference : references) {
    result.push_back(compare_one(find(outputs, reference.name), reference, factor));
  }
  for (const auto& output : outputs) {
    if (find(references, output.name) != nullptr) continue;
    result.emplace_back();
    result.back().name = output.name;
    result.back().problem = "the other model has no such output";
  }
  return result;
}

}  // namespace plugsmith::cli
