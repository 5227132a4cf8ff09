// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/dim.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "plugsmith/contexts.hpp"

namespace plugsmith {
namespace {

static_assert(!std::is_convertible<Dim, std::int64_t>::value,
              "a dimension must not read as a number");
static_assert(!std::is_convertible<Dim, bool>::value, "a comparison of dimensions is no bool");

// Writes expressions as text; node n is the n-th string.
class TextBuilder : public DimBuilder {
 public:
  const void* constant(std::int64_t value) override { return keep(std::to_string(value)); }
  const void* operation(DimOperation op, const void* first, const void* second) override {
    if (first == nullptr || second == nullptr) return nullptr;
    return keep("(" + text(first) + " " + std::to_string(static_cast<int>(op)) + " " +
                text(second) + ")");
  }
  const void* size_tensor(int output, const void* opt, const void* upper) override {
    return keep("size" + std::to_string(output) + "(" + text(opt) + "," + text(upper) + ")");
  }
  Dim unknown(const char* name) { return {*this, keep(name), std::nullopt}; }
  static const std::string& text(const void* node) {
    return *static_cast<const std::string*>(node);
  }

 private:
  const void* keep(std::string text) {
    nodes_.push_back(std::make_unique<std::string>(std::move(text)));
    return nodes_.back().get();
  }
  std::vector<std::unique_ptr<std::string>> nodes_;
};

TEST(Dim, FoldsNumbersWithoutABuilder) {
  EXPECT_EQ((Dim(7) + 3).constant(), 10);
  EXPECT_EQ((Dim(7) - 9).constant(), -2);
  EXPECT_EQ((Dim(7) * 3).constant(), 21);
  EXPECT_EQ(max(Dim(7), 9).constant(), 9);
  EXPECT_EQ(min(Dim(7), 9).constant(), 7);
  EXPECT_EQ(floor_div(Dim(7), 2).constant(), 3);
  EXPECT_EQ(ceil_div(Dim(7), 2).constant(), 4);
  EXPECT_EQ((Dim(7) == Dim(7)).constant(), 1);
  EXPECT_EQ((Dim(7) < Dim(7)).constant(), 0);
}

TEST(Dim, RoundsDivisionsTowardsTheirInfinity) {
  EXPECT_EQ(evaluate(DimOperation::kFloorDiv, -7, 2), -4);
  EXPECT_EQ(evaluate(DimOperation::kCeilDiv, -7, 2), -3);
  EXPECT_EQ(evaluate(DimOperation::kFloorDiv, -8, 2), -4);
  EXPECT_EQ(evaluate(DimOperation::kCeilDiv, 7, -2), -3);
}

TEST(Dim, BecomesInvalidWhereNoNumberFits) {
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  for (const Dim& dim : {Dim(most) + 1, Dim(-most) - 2, Dim(most) * 2, floor_div(Dim(1), 0),
                         ceil_div(Dim(1), 0), Dim::invalid() + 1}) {
    EXPECT_FALSE(dim.is_valid());
    EXPECT_FALSE(dim.constant().has_value());
  }
  EXPECT_FALSE(evaluate(DimOperation::kFloorDiv, std::numeric_limits<std::int64_t>::min(), -1));
}

TEST(Dim, BuildsAnExpressionOverWhatIsNotKnown) {
  TextBuilder builder;
  const Dim height = builder.unknown("h");
  const Dim result = ceil_div(height + 2, 4) * 3;
  EXPECT_FALSE(result.constant().has_value());
  EXPECT_EQ(TextBuilder::text(result.node(builder)), "(((h 0 2) 8 4) 1 3)");
}

TEST(SymbolicShape, GivesAnInvalidDimOutsideItsRank) {
  const SymbolicShape shape({Dim(2), Dim(3)});
  EXPECT_EQ(shape[-1].constant(), 3);
  EXPECT_FALSE(shape[2].is_valid());
  EXPECT_FALSE(shape[-3].is_valid());
}

constexpr In kX{"x"};
constexpr OptionalIn kBias{"bias"};
constexpr HostInput kTarget{"target"};
constexpr InOut kCache{"cache", preferred};
constexpr Out kY{"y"};
constexpr SizeOut kCount{"count"};
constexpr auto kTable = formats(row(kX = f32 * linear, kTarget = i64, kCache = f32 * linear,
                                    kBias = f32 * linear, kY = same(kX), kCount = i32));
const FormatTableView kView(kTable.rows[0].rules, 1, 6);

TEST(InferContext, ReadsShapeInputsAsDimensionsAndDeclaresSizes) {
  TextBuilder builder;
  InferInputs inputs;
  inputs.device = {SymbolicShape({builder.unknown("n"), Dim(4)}), SymbolicShape({Dim(7)})};
  inputs.host = {SymbolicShape({builder.unknown("t0"), builder.unknown("t1")})};
  InferContext context(kView, inputs, &builder);
  EXPECT_FALSE(context.has(kBias));
  const Dim n = context[kX][0];
  context[kY] = {context.size(kCount, {ceil_div(n, 2), n}), context[kTarget][1]};
  ASSERT_TRUE(context.check("Op").is_ok()) << context.check("Op").message();
  const std::vector<SymbolicShape>& out = context.outputs();
  ASSERT_EQ(out.size(), 3U);
  EXPECT_EQ(out[0][0].constant(), 7);  // the InOut keeps its input's shape
  EXPECT_EQ(TextBuilder::text(out[1][0].node(builder)), "size2((n 8 2),n)");
  EXPECT_EQ(TextBuilder::text(out[1][1].node(builder)), "t1");
  EXPECT_EQ(out[2].rank(), 0);
}

TEST(InferContext, RefusesASizeTensorThatWasNotDeclared) {
  InferInputs inputs;
  inputs.device = {SymbolicShape({Dim(2)}), SymbolicShape({Dim(2)})};
  InferContext context(kView, inputs, nullptr);
  context[kY] = {2};
  const Status status = context.check("Op");
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(),
            "Op: infer, output \"count\" is a size tensor that was not declared; call c.size(...) "
            "for it and use what it returns as a dimension");
}

TEST(InferContext, RefusesAnOutputThatWasNotSet) {
  InferInputs inputs;
  inputs.device = {SymbolicShape({Dim(2)}), SymbolicShape({Dim(2)})};
  InferContext context(kView, inputs, nullptr);
  static_cast<void>(context.size(kCount, {1, 2}));
  const Status status = context.check("Op");
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_NE(status.message().find("Op: infer, output \"y\", dimension 0 was not set"),
            std::string::npos);
}

}  // namespace
}  // namespace plugsmith
