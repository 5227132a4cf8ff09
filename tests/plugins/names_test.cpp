// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "plugsmith/any_op.hpp"
#include "src/graph/node_mapping.hpp"

namespace plugsmith {
namespace {

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

TEST(OpNames, AreOursAndUnique) {
  std::set<std::string> seen;
  for (const OpEntry& entry : library_ops()) {
    const OpIdentity& identity = entry.traits->identity;
    EXPECT_TRUE(ends_with(identity.name, "_PS")) << identity.name;
    EXPECT_STREQ(identity.name_space, "plugsmith") << identity.name;
    EXPECT_TRUE(seen.insert(std::string(identity.name) + " " + identity.version).second)
        << identity.name << " is there twice";
  }
  EXPECT_GE(seen.size(), 2U);
}

// TensorRT's parser takes its own importer for a node whose op type it knows, and never asks for
// the plugin.
TEST(OpNames, AreNoneThatTensorRTsParserImportsItself) {
  for (const OpEntry& entry : library_ops()) {
    for (const graph::ParserVersion version : {graph::ParserVersion{10, 6}, {10, 16}, {11, 4}}) {
      EXPECT_FALSE(graph::has_builtin_importer(entry.traits->identity.name, version))
          << entry.traits->identity.name;
    }
  }
}

}  // namespace
}  // namespace plugsmith
