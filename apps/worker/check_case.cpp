// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/worker/check_case.hpp"

#include <algorithm>

#include "apps/common/fields.hpp"
#include "apps/worker/attribute_values.hpp"
#include "apps/worker/dependencies.hpp"

namespace plugsmith::worker {
namespace {

constexpr std::int32_t kErrorSeverity = 1;  // nvinfer1::ILogger::Severity::kERROR

check::GivenInput read_input(const Json& input) {
  check::GivenInput one;
  one.spec.type = static_cast<DataType>(input.at("type").get<int>());
  input.at("min").get_to(one.profile.min);
  input.at("opt").get_to(one.profile.opt);
  input.at("max").get_to(one.profile.max);
  one.spec.dims = one.profile.opt;
  for (std::size_t axis = 0; axis < one.spec.dims.size(); ++axis) {
    if (one.profile.min[axis] != one.profile.max[axis]) one.spec.dims[axis] = -1;
  }
  return one;
}

Result<check::GivenCase> described_case(const Json& one, const host::CreatorInfo& creator) {
  check::GivenCase given;
  const Json none = Json::array();
  for (const Json& input : one.value("inputs", none)) given.inputs.push_back(read_input(input));
  for (const Json& type : one.value("input_types", none)) {
    given.input_types.push_back(static_cast<DataType>(type.get<int>()));
  }
  given.shape_elements = one.value("shape_elements", std::vector<std::int32_t>());
  given.output_shapes = one.value("output_shapes", std::vector<std::string>());
  if (one.contains("outputs")) given.outputs = one.at("outputs").get<std::int32_t>();
  given.claimed_by = one.value("claimed_by", "");
  given.types_claimed = one.value("types_claimed", false);
  for (const Json& entry : one.value("forbidden", none)) {
    given.forbidden.push_back(
        {entry.at("what").get<std::string>(), wire::fields_from(entry.at("fields"))});
  }
  if (one.contains("fields")) {
    given.attributes = wire::fields_from(one.at("fields"));
    given.has_attributes = true;
  }
  const auto texts = one.value("attributes", AttributeTexts());
  if (texts.empty()) return given;
  auto fields = parse_attributes(creator, texts);
  if (!fields.is_ok()) return fields.status();
  given.attributes = std::move(fields).value();
  given.has_attributes = true;
  return given;
}

}  // namespace

Result<check::GivenCase> read_case(const JobContext& job,
                                   const std::vector<host::CreatorInfo>& creators) {
  const auto index = job.request.at("creator").get<std::size_t>();
  if (index >= creators.size()) return internal_error("the library offers fewer creators now");
  auto given = described_case(job.request.at("case"), creators[index]);
  if (!given.is_ok()) return given;
  const auto skipped = job.request.value("skip", std::vector<std::string>());
  given->never_without_attributes =
      std::find(skipped.begin(), skipped.end(), "CK14") != skipped.end();
  given->seed = job.request.value("seed", std::uint64_t{1});
  job.channel.stage("preparing " + creators[index].name);
  return given;
}

CheckedLibrary checked_library(JobContext& job) {
  CheckedLibrary library;
  library.path = job.request.at("libraries").at(0).get<std::string>();
  library.init = job.request.value("init", "");
  job.channel.stage("loading " + library.path);
  supply_dependencies(job);
  library.options.observer = &observer_of(job);
  library.options.stand_in_path = job.request.value("stand_in", "");
  library.options.on_log = [&channel = job.channel](std::int32_t severity,
                                                    const std::string& text) {
    if (severity <= kErrorSeverity) channel.complain(text);
  };
  return library;
}

}  // namespace plugsmith::worker
