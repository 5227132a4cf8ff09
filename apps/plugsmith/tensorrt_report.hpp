// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apps/plugsmith/answer.hpp"

namespace plugsmith::cli {

/// Which TensorRT on which device.
void report_tensorrt(Answer& answer, const Json& reply);
/// How each plugin node of a model was served; warnings of all nodes.
void report_plugin_nodes(Answer& answer, const Json& reply);
/// The engine: layers, plugins with formats and tactics, reformats beside them, memory.
void report_plan(Answer& answer, const Json& reply);
/// Time on the device of each step.
void report_step_times(Answer& answer, const Json& reply);
/// What the plugins of a model cost in it: times, layers and reformats of the answer's engine
/// beside those of the one in its "comparison", as "cost". Nothing where one of both is not known.
void report_plugin_cost(Answer& answer);
/// TensorRT's warnings and errors, in the JSON; errors of a run that succeeded are warnings too.
void report_tensorrt_log(Answer& answer, const Json& reply);

}  // namespace plugsmith::cli
