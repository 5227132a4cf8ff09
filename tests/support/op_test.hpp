// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "plugsmith/plugsmith.hpp"

namespace plugsmith::testing {

/// Where an op's test body runs.
enum class Backend {
  kReference,  ///< the op's own CPU reference, called directly
  kEmbedded,   ///< the built plugin library through the embedded host's whole life cycle
  kCuda,       ///< the op's kernel on a device, through the V3 adapter
  kTensorRT,   ///< the built plugin library in real TensorRT, where it and a GPU are present
};
std::string to_string(Backend backend);
/// For GoogleTest's messages.
inline void PrintTo(Backend backend, std::ostream* out) { *out << to_string(backend); }

struct TestTensor {
  DataType type = DataType::kFloat;
  Shape shape;
  std::vector<unsigned char> bytes;
  float scale = 1.0F;  ///< quantization scale, used where type is INT8; 0: it has none

  template <class T>
  const T* as() const {
    return reinterpret_cast<const T*>(bytes.data());
  }
};

/// A tensor of `type` with the given values, rounded to it.
TestTensor tensor(DataType type, const Shape& shape, const std::vector<double>& values);
/// The same with values in [low, high) from a fixed generator; `seed` is printed by a failing test.
TestTensor random_tensor(DataType type, const Shape& shape, double low, double high, unsigned seed);
/// Elements as doubles.
std::vector<double> values_of(const TestTensor& tensor);
/// Spacing of representable numbers around 1.
double epsilon_of(DataType type);

FieldData int_field(const char* name, std::int32_t value);
FieldData float_field(const char* name, float value);

/// Arguments of one run of an op.
struct OpCall {
  std::vector<FieldData> attributes;
  std::vector<TestTensor> inputs;  ///< device inputs; trailing optional ones may be missing
  std::vector<std::vector<std::int64_t>> host_inputs;  ///< values of the shape inputs
  float output_scale = 1.0F;  ///< of all INT8 outputs; the embedded back end knows only scale 1
};

/// Runs an op on a back end. Buffers have guard zones that must survive, outputs are poisoned,
/// inputs must stay as they were (an InOut's input is copied to its output first). On CUDA the op
/// runs through the V3 adapter on a stream of its own; the work is then captured into a graph while
/// the inputs are zero and replayed on the real ones.
class OpRunner {
 public:
  OpRunner(OpEntry entry, Backend backend) : entry_(entry), backend_(backend) {}

  /// Bytes by which all buffers miss 256-byte alignment (a multiple of the element size).
  void set_misalignment(std::size_t bytes) { misalignment_ = bytes; }
  /// One of the op's tactics, for the back ends that can choose; 0 leaves the choice to the op.
  void set_tactic(Tactic tactic) { tactic_ = tactic; }

  /// The outputs in TensorRT's order, data-dependent ones at their real size, or why there are
  /// none.
  Result<std::vector<TestTensor>> run(const OpCall& call);
  Result<std::vector<TestTensor>> run(const std::vector<FieldData>& attributes,
                                      const std::vector<TestTensor>& inputs) {
    return run({attributes, inputs, {}});
  }

 private:
  OpEntry entry_;
  Backend backend_;
  std::size_t misalignment_ = 0;
  Tactic tactic_;
};

/// Base of op tests: skips a back end that this machine does not have, with the reason.
class OpTest : public ::testing::TestWithParam<Backend> {
 protected:
  void SetUp() override;
};

/// Empty if tests with tensors of more than 2^31 elements can run here, else why not: they need a
/// CUDA back end, some 20 GiB of memory and PLUGSMITH_LARGE_TESTS=1.
std::string why_no_large_tensors(Backend backend);

/// All back ends, for INSTANTIATE_TEST_SUITE_P.
std::vector<Backend> all_backends();
std::string backend_name(const ::testing::TestParamInfo<Backend>& info);

}  // namespace plugsmith::testing

/// Every op's test file ends with this.
#define PLUGSMITH_TEST_ON_ALL_BACKENDS(fixture)                                                    \
  INSTANTIATE_TEST_SUITE_P(On, fixture, ::testing::ValuesIn(::plugsmith::testing::all_backends()), \
                           ::plugsmith::testing::backend_name)
