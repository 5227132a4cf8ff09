// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "apps/plugsmith/bench.hpp"

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
  return found;
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

Result<std::vector<OpOptions>> expand_sweeps(const OpOptions& op,
                                             const std::vector<std::string>& sweeps) {
  std::vector<OpOptions> cases{op};
  for (const std::string& text : sweeps) {
    const auto sweep = parse_sweep(text);
    if (!sweep.is_ok()) return sweep.status();
    std::vector<OpOptions> more;
    for (const OpOptions& one : cases) {
      for (const std::string& value : sweep->values) {
        more.push_back(one);
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
  return text;
}

}  // namespace plugsmith::cli
