// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "src/check/subject.hpp"
#include "src/host/resource_context.hpp"

// Steps of an IPluginV3's life at run time that several families of rules take.

namespace plugsmith::check {

/// An op that was built with Plugsmith is told that no device follows.
void tell_no_device(const Subject& subject, const Plugin& plugin);

std::int32_t shape_change(const Plugin& plugin, const host::RuntimePorts& ports);

/// Two execution contexts' objects of one plugin.
struct Contexts {
  host::ResourceContext contexts[2]{host::ResourceContext(nullptr), host::ResourceContext(nullptr)};
  std::unique_ptr<Plugin> plugin;
  std::unique_ptr<Plugin> objects[2];
};

/// Attaches both; false where an object or its runtime capability is missing (CK02, CK55).
bool attach_both(const Subject& subject, Contexts& made);

/// The whole life of a plugin but for enqueue: created, configured, cloned, serialized, loaded,
/// attached, given shapes `changes` times, destroyed. Empty, or the step at which it ended early.
std::string live_once(const Subject& subject, int changes);

}  // namespace plugsmith::check
