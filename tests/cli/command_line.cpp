// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/command_line.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "src/graph/onnx_model.hpp"
#include "tests/support/temporary_folder.hpp"

namespace plugsmith::test {
namespace {

[[noreturn]] void become(const std::string& program, const std::vector<std::string>& arguments,
                         const std::string& out, const std::string& err) {
  ::dup2(::open(out.c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
  ::dup2(::open(err.c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
  std::vector<char*> pointers{const_cast<char*>(program.c_str())};
  for (const auto& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  ::execv(program.c_str(), pointers.data());
  ::_exit(125);
}

}  // namespace

Ran plugsmith(const std::vector<std::string>& arguments, const std::string& fault,
              const std::string& program) {
  const TemporaryFolder folder;
  const std::string out = (folder / "out").string();
  const std::string err = (folder / "err").string();
  const pid_t child = ::fork();
  if (child == 0) {
    ::setenv("PLUGSMITH_TEST_FAULT", fault.c_str(), 1);
    become(program, arguments, out, err);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_text(out), read_text(err)};
}

RanJson plugsmith_json(std::vector<std::string> arguments, const std::string& fault) {
  arguments.insert(arguments.end(), {"--format", "json"});
  const Ran ran = plugsmith(arguments, fault);
  RanJson result{ran.exit, nlohmann::json::parse(ran.out, nullptr, false), ran.err};
  EXPECT_FALSE(result.json.is_discarded()) << "no JSON: " << ran.out << ran.err;
  if (result.json.is_discarded()) result.json = nlohmann::json::object();
  return result;
}

void write_model(const std::string& path, const std::string& text) {
  auto model = graph::Model::from_text(text, path);
  ASSERT_TRUE(model.is_ok()) << model.status().message();
  const Status saved = model->save(path);
  ASSERT_TRUE(saved.is_ok()) << saved.message();
}

std::string pad_model(const std::string& attributes) {
  return R"(<ir_version: 8, opset_import: ["" : 17, "plugsmith" : 1]>
pad (float[N,3,H,W] x) => (float[N,3,48,32] y) {
  positive = Relu(x)
  y = plugsmith.PadTo_PS <)" +
         attributes + R"(, plugin_version = "1", plugin_namespace = "plugsmith"> (positive)
})";
}

}  // namespace plugsmith::test
