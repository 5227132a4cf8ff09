// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plugsmith/elementwise.hpp"
#include "tests/support/op_test.hpp"

namespace plugsmith::testing {

/// What the derived tests need to know of an element-wise op.
struct ElementwiseCase {
  OpEntry entry;
  double (*expected)(double);  ///< with the op's default attributes, in double
  std::vector<std::pair<double, double>>
      points;  ///< known values, from a source other than `expected`
};

/// The bodies of the tests that PLUGSMITH_TEST_ELEMENTWISE makes.
void expect_known_points(const ElementwiseCase& op, Backend backend);
void expect_agreement_for_all_types_and_sizes(const ElementwiseCase& op, Backend backend);
void expect_any_rank(const ElementwiseCase& op, Backend backend);
void expect_misaligned_buffers(const ElementwiseCase& op, Backend backend);
void expect_empty_tensors(const ElementwiseCase& op, Backend backend);
void expect_int8_through_scales(const ElementwiseCase& op, Backend backend);
void expect_large_tensors(const ElementwiseCase& op, Backend backend);
void expect_refused_integers(const ElementwiseCase& op, Backend backend);

}  // namespace plugsmith::testing

/// All tests of an element-wise op: `PLUGSMITH_TEST_ELEMENTWISE(Swish, function, {{0, 0}, ...});`.
#define PLUGSMITH_TEST_ELEMENTWISE(Op, function, ...)                                              \
  namespace {                                                                                      \
  const ::plugsmith::testing::ElementwiseCase kCase{::plugsmith::op_entry<::plugsmith::ops::Op>(), \
                                                    function, __VA_ARGS__};                        \
  class Op##Test : public ::plugsmith::testing::OpTest {};                                         \
  TEST_P(Op##Test, GivesItsKnownPoints) {                                                          \
    ::plugsmith::testing::expect_known_points(kCase, GetParam());                                  \
  }                                                                                                \
  TEST_P(Op##Test, AgreesForEveryTypeAndSizeAroundTheVector) {                                     \
    ::plugsmith::testing::expect_agreement_for_all_types_and_sizes(kCase, GetParam());             \
  }                                                                                                \
  TEST_P(Op##Test, KeepsTheShapeWhateverItsRank) {                                                 \
    ::plugsmith::testing::expect_any_rank(kCase, GetParam());                                      \
  }                                                                                                \
  TEST_P(Op##Test, TakesMisalignedBuffers) {                                                       \
    ::plugsmith::testing::expect_misaligned_buffers(kCase, GetParam());                            \
  }                                                                                                \
  TEST_P(Op##Test, GivesAnEmptyOutputForAnEmptyTensor) {                                           \
    ::plugsmith::testing::expect_empty_tensors(kCase, GetParam());                                 \
  }                                                                                                \
  TEST_P(Op##Test, ComputesInt8ThroughTheScales) {                                                 \
    ::plugsmith::testing::expect_int8_through_scales(kCase, GetParam());                           \
  }                                                                                                \
  TEST_P(Op##Test, LargeTensorOfMoreThanTwoToThe31ElementsIsComplete) {                            \
    ::plugsmith::testing::expect_large_tensors(kCase, GetParam());                                 \
  }                                                                                                \
  TEST_P(Op##Test, RefusesAnIntegerTensor) {                                                       \
    ::plugsmith::testing::expect_refused_integers(kCase, GetParam());                              \
  }                                                                                                \
  PLUGSMITH_TEST_ON_ALL_BACKENDS(Op##Test);                                                        \
  }
