// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/worker/dependencies.hpp"
#include "apps/worker/job.hpp"
#include "apps/worker/reporting_host.hpp"

namespace plugsmith::worker {
namespace {

constexpr std::size_t kMostLines = 1000;  // of the log; a plugin may log without end

constexpr std::int32_t kWarningSeverity = 2;  // nvinfer1::ILogger::Severity::kWARNING

Json to_json(const host::PortDescription& port) {
  Json types = Json::array();
  for (const DataType type : port.types) types.push_back(to_string(type));
  Json json{{"name", port.name},
            {"kind", port.kind},
            {"min_rank", port.min_rank},
            {"max_rank", port.max_rank},
            {"types", std::move(types)}};
  if (!port.domain) return json;
  json["values"] = {{"low", port.domain->low}};
  if (port.domain->high_port.empty()) {
    json["values"]["high"] = port.domain->high;
  } else {
    json["values"]["high"] = {{"port", port.domain->high_port}, {"axis", port.domain->high}};
    if (port.domain->times_axis >= 0) {
      json["values"]["high"]["times_axis"] = port.domain->times_axis;
    }
  }
  return json;
}

Json to_json(const host::CreatorInfo& creator) {
  Json fields = Json::array();
  for (const auto& field : creator.fields) {
    fields.push_back(
        {{"name", field.name}, {"type", to_string(field.type)}, {"length", field.length}});
  }
  Json ports = Json::array();
  for (const auto& port : creator.ports) ports.push_back(to_json(port));
  return {{"name", creator.name},
          {"version", creator.version},
          {"namespace", creator.name_space},
          {"interface", host::to_string(creator.kind)},
          {"fields", std::move(fields)},
          {"has_reference", creator.has_reference},
          {"patterns", creator.patterns},
          {"ports", std::move(ports)}};
}

}  // namespace

Json to_json(const host::LibraryInfo& library) {
  Json routes = Json::array();
  for (const auto route : library.routes) routes.push_back(host::to_string(route));
  Json creators = Json::array();
  for (const auto& creator : library.creators) creators.push_back(to_json(creator));
  return {{"path", library.path},
          {"routes", std::move(routes)},
          {"init", library.init_symbol},
          {"creators", std::move(creators)},
          {"warnings", library.warnings}};
}

Result<LoadedHost> load_host(JobContext& job, bool record_trace) {
  host::HostOptions options;
  options.observer = &observer_of(job);
  options.stand_in_path = job.request.value("stand_in", "");
  options.record_trace = record_trace;
  job.reply["log"] = Json::array();
  options.on_log = [&log = job.reply["log"]](std::int32_t severity, const std::string& text) {
    if (severity <= kWarningSeverity && log.size() < kMostLines)
      log.push_back({{"severity", severity}, {"text", text}});
  };
  auto host = host::PluginHost::create(std::move(options));
  if (!host.is_ok()) return host.status();
  LoadedHost loaded{report_layers(std::move(host).value(), job.channel), {}};
  Json described = Json::array();
  for (const Json& path : job.request.at("libraries")) {
    auto library =
        loaded.host->load_library(path.get<std::string>(), job.request.value("init", ""));
    if (!library.is_ok()) return library.status();
    described.push_back(to_json(*library));
    loaded.libraries.push_back(std::move(library).value());
  }
  job.reply["libraries"] = std::move(described);
  return loaded;
}

Status list_creators(JobContext& job) {
  supply_dependencies(job);
  auto loaded = load_host(job, false);
  report_dependencies(job);
  return loaded.is_ok() ? Status::ok() : loaded.status();
}

}  // namespace plugsmith::worker
