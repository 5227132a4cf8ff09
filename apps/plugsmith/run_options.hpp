// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/plugsmith/answer.hpp"
#include "apps/plugsmith/tensorrt_call.hpp"
#include "apps/plugsmith/worker_call.hpp"
#include "src/io/image.hpp"

namespace plugsmith::cli {

/// For bench: each valid tactic, one after the other.
inline constexpr char kAllTactics[] = "all";

/// What "run" and "trace" say of one op alone.
struct OpOptions {
  std::string name, version, name_space;
  bool version_given = false, name_space_given = false;
  std::vector<std::string> attributes;  ///< "key=value"
  std::vector<std::string> inputs;
  std::vector<std::string> shape_inputs;  ///< "2,3,16,12", in order
  bool alias_preview = true;
  bool on_device = false;  ///< computed by enqueue on a CUDA device
  bool timed = false;      ///< and timed there, instead of giving outputs
  std::string tactic;      ///< the number of the tactic that shall win; empty: the first valid one
  std::string input_format;  ///< "kHWC8", of the first input; empty: the first that the op takes
  std::string library;       ///< of a peer
  std::string node;          ///< of a model, whose fields stand for attributes
  Json fields;               ///< see apps/common/fields.hpp; null: `attributes` count
  std::vector<OpOptions> peers;  ///< timed by turns with the op
};

struct RunOptions {
  std::string target;  ///< the model, or the library with --op
  OpOptions op;
  std::vector<std::string> libraries, shapes;
  std::string output_folder, backend = "embedded", compare_with;
  double tolerance_factor = 1024;
  std::vector<double> picture_mean, picture_deviation;
  std::string picture_order = "rgb";
  io::PictureOptions picture;
  std::uint64_t steps = 1;
  std::vector<std::string> feeds;  ///< "output=input"
  TensorRtOptions tensorrt;
  WorkerOptions worker;
};

Answer run_model(const RunOptions& options);
Answer run_op(const RunOptions& options);
/// A model or a plan in real TensorRT.
Answer run_model_in_tensorrt(const RunOptions& options);

/// The values of --feed, each OUTPUT=INPUT, as a list of pairs for the worker.
Result<Json> parse_feeds(const std::vector<std::string>& texts);

/// The values of --attr, each NAME=VALUE, as a list of pairs for the worker.
Result<Json> parse_attributes(const std::vector<std::string>& texts);

/// One op's job: reads inputs, does the job in a worker. The tensors in `inputs` point into `kept`;
/// random ones have no bytes here: the worker draws them.
struct OpJob {
  std::vector<wire::NamedTensor> inputs;
  std::vector<std::vector<std::byte>> kept;
  std::vector<std::string> sources;
  WorkerReply reply;
};
enum class Trace { kNo, kYes };
/// With `tensorrt`, in real TensorRT and not in the embedded host.
Result<OpJob> do_op_job(const std::string& library, const OpOptions& op, Trace trace,
                        std::uint64_t steps, const WorkerOptions& worker,
                        const TensorRtOptions* tensorrt = nullptr);

}  // namespace plugsmith::cli
