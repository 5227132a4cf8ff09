// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "src/spec/version_reader.hpp"
#include "src/spec/yaml_documents.hpp"

namespace plugsmith::spec {
namespace {

constexpr std::uintmax_t kLargest = 1U << 20U;  // bytes; the longest of NVIDIA's has 10 thousand

const std::vector<std::string>& version_keys() {
  static const std::vector<std::string> kKeys = {"interface",
                                                 "inputs",
                                                 "outputs",
                                                 "input_dims",
                                                 "input_dim_range",
                                                 "input_dim_constraints",
                                                 "output_dims",
                                                 "supported_input_types",
                                                 "attributes",
                                                 "attribute_types",
                                                 "attribute_length",
                                                 "attribute_dims",
                                                 "attribute_dim_range",
                                                 "attribute_options",
                                                 "attribute_constraints",
                                                 "attributes_required",
                                                 "configs",
                                                 "abs_tol",
                                                 "rel_tol",
                                                 "fp16_atol",
                                                 "fp16_rtol",
                                                 "bf16_atol",
                                                 "bf16_rtol",
                                                 "golden_io_path",
                                                 "golden_reference_script"};
  return kKeys;
}

Version read_version(const Entry::Member& member, const std::string& interface_of_all) {
  const Entry entry = member.value.renamed("version \"" + member.key + "\"");
  Version version;
  version.version = member.key;
  version.place = member.place;
  version.interface = interface_of_all;
  for (const auto& part : entry.members()) {
    const auto& known = version_keys();
    if (std::find(known.begin(), known.end(), part.key) == known.end()) warn_unknown(part, known);
    if (part.key == "interface") version.interface = part.value.text();
  }
  read_attributes(entry, version);
  read_ports(entry, version);
  read_configs(entry, version);
  read_rules(entry, version);
  return version;
}

void check_interface(const Entry& root, const Version& version) {
  constexpr std::array<const char*, 5> kKnown{"IPluginV2", "IPluginV2Ext", "IPluginV2IOExt",
                                              "IPluginV2DynamicExt", "IPluginV3"};
  const bool known = version.interface.empty() ||
                     std::find(kKnown.begin(), kKnown.end(), version.interface) != kKnown.end();
  if (known) return;
  root.faults().fail(version.place, "version \"" + version.version + "\" has interface \"" +
                                        version.interface +
                                        "\"; must be IPluginV3, IPluginV2, "
                                        "IPluginV2Ext, IPluginV2IOExt or IPluginV2DynamicExt");
}

void read_root(const Entry& root, Spec& spec) {
  std::string interface;
  for (const auto& member : root.members()) {
    if (member.key == "name") {
      spec.name = member.value.text();
    } else if (member.key == "interface") {
      interface = member.value.text();
    } else if (member.key != "versions") {
      warn_unknown(member, {"name", "interface", "versions"});
    }
  }
  if (root.is_map() && spec.name.empty()) root.fail("has no \"name\", the plugin's");
  const auto versions = root.find("versions");
  if (!versions) return;
  for (const auto& member : versions->members()) {
    spec.versions.push_back(read_version(member, interface));
    check_interface(root, spec.versions.back());
  }
}

}  // namespace

Result<Spec> parse_spec(const std::string& text, const std::string& name) {
  Faults faults(name);
  Spec spec;
  spec.file = name;
  try {
    const std::vector<YAML::Node> documents = load_documents(text);
    std::size_t used = 0;
    for (const auto& document : documents) {
      if (document.IsNull()) continue;
      if (++used == 1) read_root(Entry(document, "the specification", faults), spec);
      if (used == 2)
        faults.fail(place_of(document), "there is a second document; one file is one op");
    }
    if (used == 0) faults.fail({1, 1}, "the file holds no specification");
  } catch (const YAML::Exception& error) {
    const Place place{error.mark.line + 1, error.mark.column + 1};
    Faults broken(name);
    broken.fail(place, "is no YAML: " + error.msg);
    return broken.status();
  }
  PLUGSMITH_RETURN_IF_ERROR(faults.status());
  spec.warnings = faults.warnings();
  return spec;
}

Result<Spec> read_spec(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    return invalid_argument(path + ": there is no such file");
  }
  if (!std::filesystem::is_regular_file(path, error)) {
    return invalid_argument(path + ": is no file; a specification is a .yaml file");
  }
  if (std::filesystem::file_size(path, error) > kLargest) {
    return invalid_argument(path + ": has more than 1 MiB; a specification is a short text");
  }
  std::ifstream file(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file) return invalid_argument(path + ": cannot be read");
  return parse_spec(text, path);
}

}  // namespace plugsmith::spec
