// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/seeds.hpp"

namespace plugsmith::test {
namespace {

using Arguments = std::vector<std::string>;

// The usual input, and more.
Arguments with(Arguments more) {
  Arguments all = Seed::on_usual_input();
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

const Arguments kNoInput{"--op", "Seeded"};
const Arguments kSameShape = with({"--output-shape", "i0[0], i0[1], i0[2], i0[3]"});
const Arguments kOpenShape =
    with({"--output-shape", "?, i0[1], i0[2], i0[3]", "--output-shape", ""});

}  // namespace

std::vector<std::string> Seed::on_usual_input() {
  return {"--op", "Seeded", "--input", "1x8x4x4..2x8x8x8..4x8x16x16:float32"};
}

const std::vector<Seed>& v3_seeds() {
  static const std::vector<Seed> seeds{
      {"CK01", "PLUGIN CREATOR_V3ONE 7.0"},
      {"CK01 language", "its language is 1"},
      {"CK02", "a type that does not exist"},
      {"CK02 runtime", "getCapabilityInterface(kRUNTIME)"},
      {"CK03", "two different pointers"},
      {"CK04", "getPluginVersion of the plugin is \"2\", of its creator \"1\""},
      {"CK04 namespace", "getPluginNamespace of the plugin is \"elsewhere\""},
      {"CK04 long", "1100 characters"},
      {"CK05", "does not find the creator"},
      {"CK06", "could be registered twice"},
      {"CK07", "was registered under namespace \"elsewhere\"", "apart"},
      {"CK08", "not setLoggerFinder", "", Seed::on_usual_input(), SEEDED_WITHOUT_FINDER, SEEDED},
      {"CK09", "other creators the second time"},
      {"CK09 null", "is null"},
      {"CK10", "registers itself while the library loads", "apart"},
      {"CK10 other", "registers itself while the library loads", "apart"},
      {"CK11", "points into the closed library", "apart"},
      {"CK12", "createPlugin", "logs"},
      {"CK13", "has data"},
      {"CK13 twice", "of an earlier one"},
      {"CK13 type", "has type 77"},
      {"CK14", "createPlugin"},
      {"CK15", "changed what the plugin serializes"},
      {"CK15 unknown", "createPlugin"},
      {"CK16", "took field \"scale\" of type kCHAR"},
      {"CK17", "kept a pointer"},
      {"CK18", "createPlugin(kRUNTIME) refuses"},
      {"CK18 other", "serializes other ones"},
      {"CK19", "point into it"},
      {"CK21", "clone returned null"},
      {"CK21 self", "the object itself"},
      {"CK21 fields", "serializes other fields than the original"},
      {"CK21 runtime", "lacks a capability"},
      {"CK23", "std::bad_alloc"},
      {"CK23 clone", "std::terminate was called in clone"},
      {"CK23 attach", "std::terminate was called in attachToContext"},
      {"CK23 half", "serializes other fields"},
      {"CK24", "std::terminate was called in getOutputShapes"},
      {"CK24 int", "an exception of type int"},
      {"CK24 clone", "std::terminate was called in clone"},
      {"CK24 configure", "std::terminate was called in configurePlugin"},
      {"CK25 zero", "getNbOutputs returned 0"},
      {"CK25 clone", "2 in a clone"},
      {"CK26", "was not written"},
      {"CK26 bool", "is bool"},
      {"CK26 uint8", "is uint8"},
      {"CK26 beyond", "wrote behind"},
      {"CK27", "has an output of type int32", "no inputs", kNoInput},
      {"CK28", "did not write output 0"},
      {"CK28 null", "null"},
      {"CK28 rank", "9 dimensions"},
      {"CK29", "expression of another call"},
      {"CK30", "with constant dimensions"},
      {"CK31", "for inputs [1,8,4,4]"},
      {"CK31 divide", "division"},
      {"CK32", "the shape of output 0 is [2,8,4,4]", "", kSameShape},
      {"CK32 rank", "the shape of output 0 is [1,8,4]", "", kSameShape},
      {"CK33", "must be a scalar", "sizes"},
      {"CK33 type", "must be int32 or int64", "sizes"},
      {"CK33 twice", "twice", "sizes"},
      {"CK33 beyond", "names output 7", "sizes"},
      {"CK33 above", "is above its upper bound", "sizes"},
      {"CK34", "is declared as a size tensor, but no output", "sizes"},
      {"CK34 open", "comes from no size tensor", "sizes", kOpenShape},
      {"CK35", "with a shape input of", "shape input", with({"--shape-input", "4,8,16,16"})},
      {"CK36", "later no"},
      {"CK37", "entries above that position"},
      {"CK38", "it is not looked at"},
      {"CK39", "no format of any output"},
      {"CK40", "getOutputDataTypes says int32"},
      {"CK41", "bool kLINEAR is accepted"},
      {"CK42", "no combination that is linear"},
      {"CK43", "must be at least 1"},
      {"CK43 negative", "-1"},
      {"CK43 many", "drops those behind the limit of 1"},
      {"CK44", "those after that call alone"},
      {"CK44 refuses", "configurePlugin returned 3"},
      {"CK44 open", "configurePlugin returned 3"},
      {"CK45", "SIGFPE"},
      {"CK46", "more than 1 TiB"},
      {"CK46 dims", "must come from max"},
      {"CK46 less", "for the smallest shape"},
      {"CK47", "does not override", "", {}, SEEDED_OVERRIDE},
      {"CK48", "positive and unique"},
      {"CK48 zero", "is 0"},
      {"CK48 beyond", "wrote behind"},
      {"CK48 negative", "returned -4"},
      {"CK48 code", "getValidTactics returned 3"},
      {"CK49", "setTactic(3) returned 0"},
      {"CK49 zero", "setTactic(0) returned 3"},
      {"CK49 own", "setTactic(2) returned 3, though it is advertised"},
      {"CK51", "after configurePlugin"},
      {"CK51 changes", "changed its answer"},
      {"CK52", "getMetadataString"},
      {"CK53", "getAliasedInput(0) returned 5"},
      {"CK53 below", "getAliasedInput(0) returned -3"},
      {"CK53 twice", "both alias input 0"},
      {"CK53 type", "may differ in type or format"},
      {"CK53 shape", "must be the same", "alias"},
      {"CK54", "an input is changed", "alias", Seed::on_usual_input(), SEEDED_WITH_REFERENCE},
      {"CK54 stale", "others than in place", "alias", Seed::on_usual_input(),
       SEEDED_WITH_REFERENCE},
      {"CK55", "the object itself"},
      {"CK55 null", "returned null"},
      {"CK55 core", "lacks the core"},
      {"CK56", "must be the same", "resource"},
      {"CK56 twice", "for a key that nobody held", "resource"},
      {"CK56 shapes", "must be the same", "resource"},
      {"CK56 null", "attachToContext", "resource", with({"--skip", "CK23"})},
      {"CK57", "it leaks"},
      {"CK57 refuses", "returned 3, the first returned 0"},
      {"CK70", "the contexts share state"},
      {"CK70 values", "computes other values", "", Seed::on_usual_input(), SEEDED_WITH_REFERENCE},
      {"CK71", "objects on 8 threads"},
      {"CK71 crash", "on 8 threads"},
      {"CK74", "SIGFPE", "int8"},
      {"CK74 root", "computes a NaN", "int8"},
      {"CK76", "it leaks"},
      {"CK76 fields", "it leaks"},
      {"CK76 destructor", "it leaks"},
      {"CK77", "loaded from an engine"},
      {"CK78", "refuses field \"scale\" as kFLOAT32", "double"},
      {"CK78 int64", "refuses field \"scale\" as kINT32", "int64"},
      {"CK79", "the op has 2 outputs", "", with({"--outputs", "1"})},
      {"CK90", "was built for TensorRT 10", "", {"--for", "11"}, OUR_LIBRARY, OUR_LIBRARY_11},
      {"CK91", "supportsFormatCombination"},
      {"CK91 abort", "configurePlugin"},
      {"CK91 metadata", "getMetadataString"},
      {"CK92", "clone"},
      {"CK92 tactics", "getNbTactics"},
      {"CK93", "supportsFormatCombination"},
      {"CK94", "more than once"},
      // In a library built with sanitizers.
      {"CK17", "heap-use-after-free", "", with({"--skip", "CK15,CK18"}), SEEDED_SANITIZED},
      {"CK19 freed", "heap-use-after-free", "", Seed::on_usual_input(), SEEDED_SANITIZED},
      {"CK76", "it leaks", "", Seed::on_usual_input(), SEEDED_SANITIZED},
      {"CK91 overrun", "heap-buffer-overflow", "", Seed::on_usual_input(), SEEDED_SANITIZED},
  };
  return seeds;
}

}  // namespace plugsmith::test
