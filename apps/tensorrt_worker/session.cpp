// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tensorrt_worker/session.hpp"

#include <unistd.h>

#include "src/host/port_text.hpp"
#include "src/trt/trace/trace.hpp"

namespace plugsmith::tensorrt_worker {
namespace {

constexpr int kWarning = 2;              // nvinfer1::ILogger::Severity::kWARNING
constexpr std::size_t kMostLines = 200;  // of the log; a plugin may log without end

// The process's only one: a process does one job.
trace::Trace& kept_trace() {
  static trace::Trace trace(true);
  return trace;
}

// The last moment to say something: TensorRT crashes once the plugin's answer reaches it.
[[noreturn]] void answer_and_end(JobContext& job, const std::string& sentence) {
  report_trace(job);
  job.reply.update(wire::to_json(internal_error(sentence)));
  const bool sent = job.channel.reply(wire::encode(job.reply), {}).is_ok();
  ::_exit(sent ? 0 : 1);
}

trt::BackendOptions options_for(JobContext& job) {
  trt::BackendOptions options;
  options.folder = job.request.value("tensorrt", "");
  job.reply["log"] = Json::array();
  options.on_log = [&log = job.reply["log"]](const trt::EngineLogLine& line) {
    if (line.severity > kWarning || log.size() >= kMostLines) return;
    log.push_back({{"severity", line.severity}, {"text", line.text}});
  };
  auto& observer = job.channel.observer();
  options.watch.begin = [&observer](const std::string& creator, const char* method) {
    observer.begin(creator.c_str(), method);
  };
  options.watch.end = [&observer] { observer.end(); };
  options.watch.doomed = [&job](const std::string& sentence) { answer_and_end(job, sentence); };
  return options;
}

host::InterfaceKind kind_from(const std::string& kind) {
  if (kind == "IPluginCreatorV3One") return host::InterfaceKind::kV3One;
  return kind == "IPluginCreator" ? host::InterfaceKind::kV1 : host::InterfaceKind::kUnknown;
}

Status load_libraries(JobContext& job, trt::Backend& backend) {
  const auto how =
      job.request.value("embed_plugins", false) ? trt::LoadAs::kLibrary : trt::LoadAs::kCreators;
  for (const Json& library : job.request.at("libraries")) {
    const auto path = library.at("path").get<std::string>();
    job.channel.stage("loading " + path);
    PLUGSMITH_RETURN_IF_ERROR(
        backend.load_library(path, library.at("init").get<std::vector<std::string>>(), how));
  }
  if (!job.request.value("standard_plugins", false)) return Status::ok();
  job.channel.stage("loading NVIDIA's plugins");
  return backend.load_standard_plugins();
}

}  // namespace

Result<std::unique_ptr<trt::Backend>> open_session(JobContext& job) {
  job.channel.stage("loading TensorRT");
  auto backend = trt::Backend::open(options_for(job));
  if (!backend.is_ok()) return backend;
  job.reply["tensorrt"] = {{"version", (*backend)->version()}, {"path", (*backend)->path()}};
  const auto device = trt::device_facts();
  if (device.is_ok()) {
    job.reply["device"] = {{"name", device->name},
                           {"compute", std::to_string(device->compute_major) + "." +
                                           std::to_string(device->compute_minor)},
                           {"driver", device->driver_version},
                           {"clock_khz", device->clock_khz},
                           {"memory_clock_khz", device->memory_clock_khz}};
  }
  PLUGSMITH_RETURN_IF_ERROR(load_libraries(job, **backend));
  return backend;
}

std::vector<host::CreatorInfo> creators_of(const trt::Backend& backend) {
  std::vector<host::CreatorInfo> creators;
  for (const trt::RegisteredCreator& known : backend.creators()) {
    host::CreatorInfo info;
    info.name = known.name;
    info.version = known.version;
    info.name_space = known.name_space;
    info.kind = kind_from(known.kind);
    for (const auto& field : known.fields) {
      info.fields.push_back({field.name, field.type, field.length});
    }
    info.library = known.library;
    auto ports = host::parse_ports(known.ports);
    if (ports.is_ok()) info.ports = std::move(ports).value();
    creators.push_back(std::move(info));
  }
  return creators;
}

const char* interface_name(host::InterfaceKind kind) {
  switch (kind) {
    case host::InterfaceKind::kV3One: return "IPluginCreatorV3One";
    case host::InterfaceKind::kV1: return "IPluginCreator";
    default: return "unknown";
  }
}

Status check_plugin(JobContext& job, trt::Backend& backend, const trt::OneOp& op) {
  job.channel.stage("asking " + op.name + " (" + op.layer_name +
                    ") for what TensorRT would crash on");
  return backend.check_plugin(op);
}

void report_trace(JobContext& job) {
  if (job.request.value("trace", false)) job.reply["trace"] = kept_trace().lines();
}

Status start_trace(JobContext& job, trt::Backend& backend) {
  if (!job.request.value("trace", false)) return Status::ok();
  std::vector<std::string> untraced;
  PLUGSMITH_RETURN_IF_ERROR(backend.start_trace(kept_trace(), untraced));
  for (const std::string& creator : untraced) {
    job.reply["warnings"].push_back(
        creator + " cannot be traced: neither an IPluginCreatorV3One nor an IPluginCreator");
  }
  return Status::ok();
}

std::vector<FieldData> to_fields(const std::vector<host::FieldValue>& values) {
  std::vector<FieldData> fields;
  for (const host::FieldValue& value : values) {
    FieldData field{value.name, value.type, value.length, {}};
    for (const std::byte byte : value.data) {
      field.bytes.push_back(static_cast<unsigned char>(byte));
    }
    fields.push_back(std::move(field));
  }
  return fields;
}

Status list_registry(JobContext& job) {
  auto backend = open_session(job);
  if (!backend.is_ok()) return backend.status();
  Json creators = Json::array();
  for (const auto& creator : (*backend)->creators()) {
    creators.push_back({{"name", creator.name},
                        {"version", creator.version},
                        {"namespace", creator.name_space},
                        {"interface", creator.kind},
                        {"library", creator.library}});
  }
  job.reply["creators"] = std::move(creators);
  return Status::ok();
}

}  // namespace plugsmith::tensorrt_worker
