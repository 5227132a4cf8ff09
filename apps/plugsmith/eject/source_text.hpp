// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"

// Works on C++ text as Plugsmith's ops are written; no compiler's understanding of it.

namespace plugsmith::cli::eject {

/// The members of a struct's body, each with the comments and white space before it.
std::vector<std::string> split_members(const std::string& body);

/// The text between the brace at `open` and the one that closes it; empty if none does.
std::string between_braces(const std::string& text, std::size_t open);

/// Without comments: what the text uses, for searching.
std::string without_comments(const std::string& text);

/// Plugsmith's names in an op's source replaced by those of the ejected files. `space` is the
/// namespace that the op gets.
std::string rename(std::string text, const std::string& space);

/// Replaces the includes of Plugsmith's headers by those of the two support headers. What neither
/// covers is added to `carried` ("fast_division.hpp") and included by that name.
std::string replace_includes(const std::string& text, std::set<std::string>& carried);

/// Fills `@KEY@`s, and leaves out the sections `//? REGEX` ... `//.` whose expression `use` does
/// not hold (`//! REGEX`: does hold).
std::string fill(const std::string& text, const std::map<std::string, std::string>& values);
std::string choose_sections(const std::string& text, const std::string& use);

}  // namespace plugsmith::cli::eject
