// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "apps/plugsmith/bench.hpp"
#include "src/spec/expression.hpp"

namespace plugsmith::cli {
namespace {

struct Sweep {
  std::string name;
  std::vector<std::string> values;
};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// In a shape like NxN:float32 the x between two dimensions is a word of its own.
bool begins_word(const std::string& text, std::size_t at) {
  return at == 0 || !is_word(text[at - 1]) || text[at - 1] == 'x';
}
bool ends_word(const std::string& text, std::size_t at) {
  return at == text.size() || !is_word(text[at]) || text[at] == 'x';
}

// Replaces the word; whether it was there.
bool substitute(std::string& text, const std::string& word, const std::string& value) {
  bool found = false;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
    if (!begins_word(text, at) || !ends_word(text, at + word.size())) {
      ++at;
      continue;
    }
    text.replace(at, word.size(), value);
    at += value.size();
    found = true;
  }
  return found;
}

Result<Sweep> parse_sweep(const std::string& text) {
  const std::size_t equals = text.find('=');
  Sweep sweep;
  if (equals != std::string::npos) {
    sweep.name = text.substr(0, equals);
    std::size_t begin = equals + 1;
    for (std::size_t end = begin; begin <= text.size(); begin = end + 1) {
      end = std::min(text.find(',', begin), text.size());
      sweep.values.push_back(text.substr(begin, end - begin));
    }
  }
  const bool named =
      !sweep.name.empty() && std::all_of(sweep.name.begin(), sweep.name.end(), is_word);
  const bool valued = std::none_of(sweep.values.begin(), sweep.values.end(),
                                   [](const std::string& value) { return value.empty(); });
  if (named && valued && sweep.name != "x") return sweep;
  return invalid_argument("--sweep " + text + ": must be NAME=VALUE,VALUE,..., like N=256,1024");
}

bool substitute_all(OpOptions& op, const Sweep& sweep, const std::string& value) {
  bool found = false;
  for (auto* texts : {&op.inputs, &op.shape_inputs, &op.attributes}) {
    for (std::string& text : *texts) found = substitute(text, sweep.name, value) || found;
  }
  found = substitute(op.input_format, sweep.name, value) || found;
  return substitute(op.tactic, sweep.name, value) || found;
}

// A word that stands beside the op's own texts only would make several cases of one.
bool substitute_all(BenchCase& one, const Sweep& sweep, const std::string& value) {
  substitute(one.operations, sweep.name, value);
  for (BenchPeer& peer : one.peers) {
    substitute_all(peer.op, sweep, value);
    substitute(peer.nodes, sweep.name, value);
    for (std::string& type : peer.output_types) substitute(type, sweep.name, value);
  }
  return substitute_all(one.options, sweep, value);
}

}  // namespace

Spread spread_of(std::vector<double> samples) {
  if (samples.empty()) return {};
  std::sort(samples.begin(), samples.end());
  const auto at = [&](double share) {
    return samples[static_cast<std::size_t>(share * static_cast<double>(samples.size() - 1))];
  };
  return {at(0.5), at(0.25), at(0.75)};
}

Result<double> count_operations(const std::string& text) {
  const auto no_names = [](const std::string& name) -> Result<spec::Symbol> {
    return invalid_argument("no sweep replaces " + name);
  };
  spec::TextError error;
  const auto list = spec::parse_list(text, no_names, error);
  const auto value = list && list->size() == 1
                         ? list->front().evaluate([](const spec::Symbol&) { return std::nullopt; })
                         : std::nullopt;
  if (value && *value >= 0) return static_cast<double>(*value);
  return invalid_argument("operations \"" + text + "\": must be a number like 2*N*64, of N that " +
                          "sweeps replace" + (error.message.empty() ? "" : "; " + error.message));
}

double BenchCase::operation_count() const {
  if (operations.empty()) return 0;
  const auto count = count_operations(operations);
  return count.is_ok() ? *count : 0;
}

Result<std::vector<BenchCase>> expand_sweeps(const BenchCase& one,
                                             const std::vector<std::string>& sweeps) {
  std::vector<BenchCase> cases{one};
  for (const std::string& text : sweeps) {
    const auto sweep = parse_sweep(text);
    if (!sweep.is_ok()) return sweep.status();
    std::vector<BenchCase> more;
    for (const BenchCase& partly : cases) {
      for (const std::string& value : sweep->values) {
        more.push_back(partly);
        if (substitute_all(more.back(), *sweep, value)) continue;
        return invalid_argument("--sweep " + text + ": no --input, --shape-input or --attr holds " +
                                sweep->name + ", as in --input " + sweep->name + "x64:float32");
      }
    }
    cases = std::move(more);
  }
  return cases;
}

std::string label_of(const BenchCase& one) {
  std::string text = one.op;
  for (const std::string& attribute : one.options.attributes) text += " " + attribute;
  for (const std::string& input : one.options.inputs) text += " " + input;
  for (const std::string& input : one.options.shape_inputs) text += " [" + input + "]";
  if (!one.options.node.empty()) text += " (" + one.options.node + ")";
  if (!one.options.input_format.empty()) text += " in " + one.options.input_format;
  if (!one.options.tactic.empty()) text += " tactic " + one.options.tactic;
  return text;
}

std::string label_of(const BenchPeer& peer) {
  if (peer.is_layer()) return "TensorRT's " + (peer.name.empty() ? peer.nodes : peer.name);
  const std::string version = peer.op.version_given ? " version " + peer.op.version : "";
  return peer.op.name + version + " of " + peer.op.library;
}

}  // namespace plugsmith::cli
