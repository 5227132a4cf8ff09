// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/rule_tables.hpp"

// Shapes, formats, configuration, tactics, aliasing, contexts.

namespace plugsmith::check {
namespace {

constexpr Rule kRules[] = {
    {"CK28", Severity::kError, Meaning::kWrong, Tier::kHost, false, "G8",
     "getOutputShapes fills every entry (poisoned), nbDims 0 to 8, no null expr, return 0",
     "Set nbDims and every d[j] of each output from this call's expressions, and return 0"},
    {"CK29", Severity::kError, Meaning::kCrash, Tier::kHost, false, "G9",
     "expressions belong to this call's builder (host tags nodes per call; freed nodes poisoned "
     "after return; second call must not return nodes of the first)",
     "Ask the builder for expressions in every call and keep none"},
    {"CK30", Severity::kError, Meaning::kWrong, Tier::kHost, false, "G10",
     "plugin works when inputs are all-symbolic, all-constant, and mixed; sentinel value never "
     "used as a number",
     "Ask isConstant() before getConstantValue(), and build symbolic results with operation()"},
    {"CK31", Severity::kError, Meaning::kWrong, Tier::kHost, false, "G13",
     "symbolic result evaluated at min/opt/max and random in-profile shapes is at least 0, no "
     "division by zero, at most INT64 range",
     "Bound the expression with kMAX 0 and keep divisors away from zero"},
    {"CK32", Severity::kError, Meaning::kWrong, Tier::kHost, false, "G8 G13",
     "evaluated shape equals user-supplied reference shape function",
     "Correct getOutputShapes, or the shape that was expected"},
    {"CK33", Severity::kError, Meaning::kWrong, Tier::kHost, false, "G4 G14 G15",
     "size tensor: index valid, that output rank 0, type INT32/INT64, opt and upper free of size "
     "tensors, opt at most upper, declared once",
     "Declare each size tensor once, as a scalar INT32 or INT64 output with opt <= upper, free of "
     "other size tensors"},
    {"CK34", Severity::kError, Meaning::kWrong, Tier::kHost, false, "G15",
     "rank or dims derived from a data-dependent dim only via size tensor; DDS output without size "
     "tensor flagged",
     "Describe each data-dependent dimension with declareSizeTensor"},
    {"CK35", Severity::kWarning, Meaning::kAdvice, Tier::kHost, true, "F3 G11",
     "shape inputs: values passed flattened; plugin with shape inputs tolerates fewer/more "
     "elements by returning an error",
     "Check nbDims of the shape input and return non-zero when it does not fit"},
    {"CK36", Severity::kError, Meaning::kWrong, Tier::kHost, false, "G19",
     "supportsFormatCombination is pure: ask every prefix twice, in shuffled order, on two clones",
     "Decide from pos and inOut[0..pos] alone; keep no counter and no state"},
    {"CK37", Severity::kError, Meaning::kWrong, Tier::kHost, false, "G18",
     "prefix rule: entries above pos set to random garbage do not change the answer (N repeats)",
     "Do not look at entries above pos"},
    {"CK38", Severity::kError, Meaning::kWrong, Tier::kHost, false, "G17",
     "last position is asked and answered",
     "Answer for the last position, nbInputs + nbOutputs - 1, too"},
    {"CK39", Severity::kError, Meaning::kWrong, Tier::kHost, false, "G21 G24",
     "at least one complete combination for each network type tuple the plugin claims; "
     "full-cross-product enumeration ends within the limit",
     "Accept at least one format for the network's input types and the output types that "
     "getOutputDataTypes gives for them"},
    {"CK40", Severity::kError, Meaning::kWrong, Tier::kHost, false, "G6 G21",
     "for every accepted combination the output types equal getOutputDataTypes(input types)",
     "Accept for each output the type that getOutputDataTypes gives for the inputs before it, and "
     "no other"},
    {"CK41", Severity::kWarning, Meaning::kAdvice, Tier::kHost, false, "G22 H1 H2",
     "accepted type/format pairs legal for the version and rank",
     "Say yes only to type and format pairs that TensorRT's header lists"},
    {"CK42", Severity::kWarning, Meaning::kAdvice, Tier::kHost, false, "G23",
     "a linear combination exists for every accepted type tuple; FP32-linear exists if INT8 is "
     "accepted and version at most 10",
     "Accept kLINEAR for every accepted tuple of types"},
    {"CK43", Severity::kError, Meaning::kWrong, Tier::kHost, false, "G24 G31",
     "number of accepted combinations at most getFormatCombinationLimit; limit at least 1",
     "Accept fewer combinations, or return a larger getFormatCombinationLimit (at least 1)"},
    {"CK44", Severity::kError, Meaning::kWrong, Tier::kHost, false, "G25 G26",
     "configurePlugin accepts -1 in desc.dims, min=opt=max, and each accepted combination; called "
     "in random order and repeatedly, final state depends on last call only",
     "Overwrite all that configurePlugin derives in each call, and take dims of -1"},
    {"CK45", Severity::kWarning, Meaning::kAdvice, Tier::kHost, true, "M3",
     "configurePlugin return code is propagated; non-zero for impossible shapes rather than crash",
     "Return non-zero from configurePlugin for shapes that cannot work"},
    {"CK46", Severity::kError, Meaning::kWrong, Tier::kHost, false, "G28 G29",
     "getWorkspaceSize: deterministic; size(max) at least size(any smaller shape); not computed "
     "from -1; no huge wrap-around (> 1 TiB)",
     "Compute the size in 64 bits from the max dims of the arguments alone"},
    {"CK47", Severity::kError, Meaning::kWrong, Tier::kHost, false, "G30",
     "overridden getWorkspaceSize really overrides (vtable slot 9 other than base function when "
     "class declares one)",
     "Write override behind getWorkspaceSize: the V2 signature does not override V3's"},
    {"CK48", Severity::kError, Meaning::kCrash, Tier::kHost, false, "J1 J2",
     "tactics: getNbTactics at least 0; exactly n written (guard words); unique; > 0",
     "Write exactly getNbTactics() unique positive values"},
    {"CK49", Severity::kWarning, Meaning::kAdvice, Tier::kHost, false, "K1",
     "setTactic(0) and every advertised tactic return 0; an unadvertised one does not",
     "Accept 0 and the advertised tactics, and return non-zero for others"},
    {"CK50", Severity::kError, Meaning::kWrong, Tier::kShim, false, "K2",
     "tactic kept by clone and attachToContext (same recorded launches)",
     "Copy the tactic in clone and attachToContext"},
    {"CK51", Severity::kError, Meaning::kWrong, Tier::kHost, false, "J4 J5",
     "timing cache id: null or stable; equal for equal attributes, different for different "
     "attributes; unchanged by configurePlugin/onShapeChange",
     "Make the id from the attributes alone, distinct where the attributes change the kernels"},
    {"CK52", Severity::kWarning, Meaning::kAdvice, Tier::kHost, false, "G31 J5",
     "metadata string stable, NUL-terminated, survives the call",
     "Keep the text as a member of the plugin"},
    {"CK53", Severity::kError, Meaning::kWrong, Tier::kHost, false, "G32 G35",
     "aliasing: result in -1 to nbIn-1; injective; pair has equal type/format/shape in all "
     "combinations",
     "Alias each input by one output at most, of the same type, format and shape"},
    {"CK54", Severity::kError, Meaning::kWrong, Tier::kGpu, false, "G33 G36",
     "aliasing off: plugin still right with distinct buffers; input unchanged",
     "Copy the input first where the pointers differ"},
    {"CK55", Severity::kError, Meaning::kCrash, Tier::kHost, true, "K19 K20",
     "attachToContext returns a new object other than original with all capabilities; works twice "
     "with two contexts; survives null allocator/recorder",
     "Return a new object with all capabilities; test the context's pointers before using them"},
    {"CK56", Severity::kError, Meaning::kWrong, Tier::kHost, true, "C11 to C14 K6",
     "resources: acquire/release balanced per plugin life incl. repeated onShapeChange; null clone "
     "handled",
     "Release each resource as often as it was acquired, and test for null"},
    {"CK57", Severity::kError, Meaning::kWrong, Tier::kHost, false, "K4 K5 K6",
     "onShapeChange idempotent, repeatable with new shapes, -1 for DDS outputs accepted; no leak "
     "over 1000 calls",
     "Release in onShapeChange what the previous call made, and take any number of calls"},
};

}  // namespace

std::span<const Rule> build_rules() { return kRules; }

}  // namespace plugsmith::check
