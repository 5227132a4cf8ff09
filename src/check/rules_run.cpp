// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/rule_tables.hpp"

// Running on a device, threads, ONNX, the V2 family, processes.

namespace plugsmith::check {
namespace {

constexpr Rule kRules[] = {
    {"CK58", Severity::kError, Meaning::kWrong, Tier::kShim, false, "K8",
     "enqueue uses only the given stream: shim records every launch/memcpy/memset stream argument",
     "Pass the given stream to every launch and copy"},
    {"CK59", Severity::kError, Meaning::kWrong, Tier::kShim, false, "K9",
     "enqueue makes no forbidden calls: synchronize, malloc/free, event sync, handle creation, "
     "pageable copies, cudaMemcpy (sync)",
     "Allocate and create handles before enqueue, and never synchronize in it"},
    {"CK60", Severity::kError, Meaning::kWrong, Tier::kGpu, false, "K9 K10",
     "enqueue under real stream capture (thread-local and global mode), then replay with changed "
     "input data gives right result",
     "Keep host decisions out of enqueue, so that a captured graph stays valid"},
    {"CK61", Severity::kError, Meaning::kWrong, Tier::kGpu, false, "K11 G36",
     "inputs unmodified after enqueue (checksum) unless aliased",
     "Write outputs and workspace only"},
    {"CK62", Severity::kError, Meaning::kWrong, Tier::kGpu, false, "K11 H3",
     "outputs: guard zones before/after each buffer intact; every valid element written (poison "
     "with two patterns)",
     "Write every element of each output and nothing beyond"},
    {"CK63", Severity::kError, Meaning::kWrong, Tier::kGpu, false, "K15 K16",
     "workspace: only the declared bytes touched (guards); result independent of its initial "
     "contents; base aligned to exactly 256",
     "Stay within the bytes that getWorkspaceSize asked for, and initialise what is read"},
    {"CK64", Severity::kError, Meaning::kWrong, Tier::kGpu, false, "K15 K7",
     "pointers not retained: second enqueue with all buffers moved",
     "Use the pointers of the call; keep none"},
    {"CK65", Severity::kError, Meaning::kWrong, Tier::kShim, false, "K13",
     "zero-size inputs with null pointers: returns 0, no launch error",
     "Return 0 before launching when there is nothing to compute; still write size outputs"},
    {"CK66", Severity::kError, Meaning::kWrong, Tier::kGpu, false, "K12",
     "DDS: written count within [0, upper], equals reference, right type; no write past count * "
     "rowsize beyond upper-bound buffer",
     "Write a count between 0 and the declared upper bound, of the declared type, on the stream"},
    {"CK67", Severity::kWarning, Meaning::kAdvice, Tier::kGpu, false, "K14",
     "random input bits (NaN, huge indices) do not fault",
     "Clamp indices that are read from inputs"},
    {"CK68", Severity::kError, Meaning::kWrong, Tier::kShim, false, "K17",
     "launch failure is reported: shim makes a launch fail gives enqueue returns non-zero; no "
     "sticky error left on success",
     "Return non-zero when cudaPeekAtLastError reports a failure after a launch"},
    {"CK69", Severity::kWarning, Meaning::kAdvice, Tier::kShim, false, "K18",
     "current device unchanged", "Restore the current device"},
    {"CK70", Severity::kError, Meaning::kWrong, Tier::kGpu, true, "M4",
     "two contexts, two threads, two streams: results equal single-threaded ones; ThreadSanitizer "
     "clean for host side",
     "Keep nothing that enqueue changes outside of the context's own object"},
    {"CK71", Severity::kError, Meaning::kCrash, Tier::kHost, true, "B12 M4",
     "create/clone/destroy from 8 threads in parallel, same creator",
     "Guard the creator's state, or have none"},
    {"CK72", Severity::kError, Meaning::kWrong, Tier::kGpu, false, "H3 K1",
     "numerical agreement with a CPU reference for every accepted combination x tactic, with "
     "padding lanes poisoned",
     "Correct the kernel or the reference"},
    {"CK73", Severity::kError, Meaning::kWrong, Tier::kGpu, false, "H3",
     "vector formats: channel counts not a multiple of V",
     "Handle the last, partly filled vector of channels"},
    {"CK74", Severity::kWarning, Meaning::kAdvice, Tier::kHost, true, "H5 W20",
     "INT8: scale -1.0 handled (no division, clean error)", "Test the scale before dividing by it"},
    {"CK75", Severity::kWarning, Meaning::kAdvice, Tier::kShim, false, "M6 M7",
     "no CUDA call during static initialisation, creator construction, field queries, shape and "
     "format queries",
     "Defer CUDA calls to attachToContext or onShapeChange"},
    {"CK76", Severity::kError, Meaning::kWrong, Tier::kHost, false, "M1 A10",
     "leak check: full life-cycle script 1L under ASan/LSan; live plugin counter returns to 0",
     "Free in the destructor all that the object owns"},
    {"CK77", Severity::kError, Meaning::kWrong, Tier::kHost, false, "A6 G27",
     "no build capability call is needed after kRUNTIME creation (host gives a runtime-only "
     "script)",
     "Leave nothing that the runtime needs to configurePlugin or other build methods"},
    {"CK78", Severity::kError, Meaning::kWrong, Tier::kHost, false, "N2 to N9",
     "ONNX mapping dry run: node gives creator by op_type/version/namespace/domain for chosen "
     "parser version; field types as N9 accepted by createPlugin (INT arriving as kINT32, string "
     "with and without NUL)",
     "Advertise attributes with types that the ONNX parser can deliver and accept those types"},
    {"CK79", Severity::kError, Meaning::kWrong, Tier::kHost, false, "N12 N14",
     "ONNX: number of outputs incl. size tensors equals node outputs; shape-input index attribute "
     "maps to getOutputShapes arity",
     "Match the number of outputs and shape inputs to the ONNX node's"},
    {"CK80", Severity::kError, Meaning::kCrash, Tier::kHost, false, "W1",
     "V2: getTensorRTVersion tag byte matches class, header version matches host major",
     "Do not override getTensorRTVersion, and build against the host's headers"},
    {"CK81", Severity::kError, Meaning::kCrash, Tier::kHost, false, "W13",
     "V2: serialize writes exactly getSerializationSize bytes (guards), twice identical; unaligned "
     "buffer works",
     "Write exactly getSerializationSize() bytes, with memcpy, the same each time"},
    {"CK82", Severity::kError, Meaning::kCrash, Tier::kHost, true, "W14",
     "V2: deserialize with truncated/oversized/garbage data gives null, no over-read (ASan)",
     "Check the length before reading, and return nullptr for what does not fit"},
    {"CK83", Severity::kError, Meaning::kCrash, Tier::kHost, false, "W10 W15 W16",
     "V2: clone of an initialised object runs without initialize(); namespace kept",
     "Return an initialised object from clone, with the same namespace"},
    {"CK84", Severity::kError, Meaning::kWrong, Tier::kShim, false, "W10 W17",
     "V2: initialize/terminate pairs repeat 3x, no leak; destroy frees",
     "Free in terminate what initialize made, and allow both to repeat"},
    {"CK85", Severity::kError, Meaning::kCrash, Tier::kHost, true, "W18",
     "V2: attachToContext with null cuDNN/cuBLAS handles survives",
     "Take null cuDNN and cuBLAS handles"},
    {"CK86", Severity::kWarning, Meaning::kAdvice, Tier::kShim, false, "W9",
     "V2: execution-phase configurePlugin repeated each enqueue keeps result and does no "
     "allocation",
     "Guard one-time work in configurePlugin"},
    {"CK87", Severity::kWarning, Meaning::kAdvice, Tier::kHost, false, "W4 W6",
     "V2: out-of-range index answers of getOutputDimensions / getOutputDataType",
     "Check the index and return a defined value"},
    {"CK88", Severity::kError, Meaning::kWrong, Tier::kHost, false, "W5 G18 G19",
     "V2: supportsFormat/supportsFormatCombination purity and prefix rule as CK36 to CK42",
     "Decide from pos and the entries up to it alone"},
    {"CK89", Severity::kWarning, Meaning::kAdvice, Tier::kHost, false, "W6",
     "V2 weak typing: works when told kFLOAT/kINT32 only, and when told real types (strong)",
     "Accept FP32 in weakly typed networks"},
    {"CK90", Severity::kError, Meaning::kCrash, Tier::kHost, false, "section 5 E8",
     "library built for another major than the host is refused before any virtual call (exported "
     "version tag or CK80)",
     "Build the library against the headers of the TensorRT generation that loads it"},
    {"CK91", Severity::kError, Meaning::kCrash, Tier::kHost, false, "M2",
     "the process survives every call (signal, abort, terminate); the method in progress is named",
     "Find the fault in the named method; catch exceptions in it and check pointers before use"},
    {"CK92", Severity::kError, Meaning::kWrong, Tier::kHost, false, "",
     "every call returns in time (default 10 s)",
     "End the loop in the named method, or raise --method-timeout"},
    {"CK93", Severity::kError, Meaning::kWrong, Tier::kHost, false, "",
     "memory stays within bounds (default 4 GiB)",
     "Allocate less in the named method, or raise --memory-limit"},
    {"CK94", Severity::kError, Meaning::kWrong, Tier::kHost, false, "X1",
     "one library does not offer the same name, version and namespace twice",
     "Give the creators different names, versions or namespaces"},
    {"CK95", Severity::kError, Meaning::kWrong, Tier::kHost, true, "",
     "what a specification (--spec) or a node (--model) asks of the op is taken: its attributes, "
     "and "
     "inputs of its types and shapes",
     "Take what is specified, or correct the specification or the node"},
    {"CK96", Severity::kError, Meaning::kWrong, Tier::kGpu, false, "B7 E5 G27 K1",
     "--tier engine: real TensorRT builds an engine with the op alone and runs it; its plan, "
     "loaded "
     "in another process, gives the same bits, and the CPU reference the same values",
     "Serialize all that enqueue needs, and read it back in createPlugin(kRUNTIME)"},
    {"CK97", Severity::kError, Meaning::kWrong, Tier::kGpu, false, "K11 K15 H3",
     "--sanitizer memcheck: compute-sanitizer sees no access outside an allocation or misaligned, "
     "in any combination, tactic and shape",
     "Bound every index by the volume that dims and format imply, and align vector accesses"},
    {"CK98", Severity::kError, Meaning::kWrong, Tier::kGpu, false, "",
     "--sanitizer racecheck: compute-sanitizer sees no hazard between threads in shared memory",
     "Put __syncthreads(), or __syncwarp() within a warp, between a write and the other access"},
    {"CK99", Severity::kError, Meaning::kWrong, Tier::kGpu, false, "K11 K15",
     "--sanitizer initcheck: compute-sanitizer sees no read of device memory that nothing wrote; a "
     "warning where the result does not change with what that memory holds",
     "Write workspace and outputs before reading them, or cudaMemsetAsync them on the stream"},
    {"CK100", Severity::kError, Meaning::kWrong, Tier::kGpu, false, "",
     "--sanitizer synccheck: compute-sanitizer sees no barrier that threads reach in different "
     "ways",
     "Let all threads of a block reach __syncthreads(), and all of the mask __syncwarp(mask)"},
};

}  // namespace

std::span<const Rule> run_rules() { return kRules; }

}  // namespace plugsmith::check
