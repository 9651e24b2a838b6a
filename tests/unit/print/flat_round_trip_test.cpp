#include <gtest/gtest.h>

#include <random>
#include <unordered_map>

#include "saltus/analysis/print/print_flat.h"
#include "tests/unit/flat/flatten_text.h"

namespace saltus {
namespace {

// Equality of two systems up to spans and to the numbering of their pools.
class SameSystem {
 public:
  SameSystem(const FlatSystem& left, const FlatSystem& right) : left_(left), right_(right) {}

  bool check() {
    return same_declarations() && same_guards() &&
           same_equations(left_.equations, right_.equations) &&
           same_equations(left_.initial_equations, right_.initial_equations) && same_assertions() &&
           left_.whens.size() == right_.whens.size();
  }

 private:
  bool same_declarations() {
    if (left_.name != right_.name || left_.parameters.size() != right_.parameters.size() ||
        left_.variables.size() != right_.variables.size()) {
      return false;
    }
    for (const ParameterId id : left_.parameters.ids()) {
      const FlatParameter& l = left_.parameters[id];
      const FlatParameter& r = right_.parameters[id];
      if (l.name != r.name || l.type != r.type || l.value != r.value ||
          l.is_constant != r.is_constant || l.is_final != r.is_final || l.unit != r.unit ||
          !same(*l.binding, *r.binding)) {
        return false;
      }
    }
    for (const VariableId id : left_.variables.ids()) {
      const FlatVariable& l = left_.variables[id];
      const FlatVariable& r = right_.variables[id];
      if (l.name != r.name || l.type != r.type || l.is_discrete != r.is_discrete ||
          l.start != r.start || l.fixed != r.fixed || l.min != r.min || l.max != r.max ||
          l.nominal != r.nominal || l.is_input != r.is_input || l.is_protected != r.is_protected ||
          l.unit != r.unit || l.state_select != r.state_select || l.description != r.description) {
        return false;
      }
    }
    return true;
  }

  bool same_guards() {
    if (left_.guards.size() != right_.guards.size()) return false;
    for (const GuardId id : left_.guards.ids()) {
      if (!same(left_.guards[id].condition, right_.guards[id].condition)) return false;
    }
    return true;
  }

  template <class Equations>
  bool same_equations(const Equations& left, const Equations& right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [&](const FlatEquation& l, const FlatEquation& r) {
                        return same(l.left, r.left) && same(l.right, r.right) &&
                               l.active_if == r.active_if && l.description == r.description;
                      });
  }

  bool same_assertions() {
    return std::equal(left_.assertions.begin(), left_.assertions.end(), right_.assertions.begin(),
                      right_.assertions.end(), [&](const FlatAssertion& l, const FlatAssertion& r) {
                        return same(l.condition, r.condition) && l.message == r.message &&
                               l.level == r.level && l.active_if == r.active_if;
                      });
  }

  bool same(ExprId left, ExprId right) {
    std::vector<std::pair<ExprId, ExprId>> pending{{left, right}};
    while (!pending.empty()) {
      const auto [l, r] = pending.back();
      pending.pop_back();
      const auto [known, is_new] = partner_.emplace(l.index(), r.index());
      if (!is_new) {
        if (known->second != r.index()) return false;
        continue;
      }
      const Expr& a = left_.pool[l];
      const Expr& b = right_.pool[r];
      if (a.op != b.op || a.value != b.value) return false;
      const OpShape shape = shape_of(a.op);
      if (shape == OpShape::leaf) {
        if (a.a != b.a || a.b != b.b) return false;
        continue;
      }
      pending.emplace_back(a.first(), b.first());
      if (shape != OpShape::unary) pending.emplace_back(a.second(), b.second());
      if (shape == OpShape::ternary) pending.emplace_back(a.third(), b.third());
    }
    return true;
  }

  const FlatSystem& left_;
  const FlatSystem& right_;
  std::unordered_map<std::uint32_t, std::uint32_t> partner_;
};

void expect_round_trip(const FlatSystem& system) {
  const std::string text = print_flat(system);
  const FlatSystem again = flatten_text(text);
  EXPECT_TRUE(SameSystem(system, again).check()) << text;
  EXPECT_EQ(print_flat(again), text);
}

// Random models, as text.
class RandomModel {
 public:
  explicit RandomModel(unsigned seed) : random_(seed) {}

  std::string make() {
    std::string equations;
    for (int i = 0; i < 6; ++i) equations += statement(2);
    return "model M\n"
           "  parameter Real p = 2, q = " +
           real(2, parameter_leaves) +
           ";\n"
           "  parameter Boolean flag = p > 1;\n"
           "  Real x(start = p), y, z; discrete Real d; Integer n; Boolean b = x > y;\n"
           "equation\n" +
           equations + "  when " + condition(1) + " then d = " + real(2, all_leaves) +
           "; n = integer(" + real(1, all_leaves) + "); elsewhen {edge(b), " + condition(1) +
           "} then reinit(x, " + real(2, all_leaves) +
           "); end when;\n"
           "end M;\n";
  }

 private:
  using Leaves = std::vector<std::string>;
  inline static const Leaves parameter_leaves{"p", "1", "2.5", "(-3)"};
  inline static const Leaves all_leaves{"x",      "y", "z",   "der(x)", "der(der(y))",
                                        "time",   "p", "q",   "d",      "n",
                                        "pre(d)", "1", "0.5", "(-2)",   "(-x)"};

  int below(int bound) { return std::uniform_int_distribution<int>(0, bound - 1)(random_); }
  std::string pick(const Leaves& leaves) {
    return leaves[static_cast<std::size_t>(below(static_cast<int>(leaves.size())))];
  }

  std::string statement(int depth) {
    switch (depth > 0 ? below(4) : 0) {
      case 1: {
        std::string text = "if " + condition(1) + " then " + statement(depth - 1);
        if (below(2) == 0)
          text +=
              " elseif " + condition(1) + " then " + statement(depth - 1) + statement(depth - 1);
        if (below(2) == 0) text += " else " + statement(depth - 1);
        return text + " end if;\n";
      }
      case 2:
        return "  assert(" + condition(2) + ", \"m\");\n";
      default:
        return "  " + primary(3) + " = " + real(3, all_leaves) + ";\n";
    }
  }

  std::string primary(int depth) { return "(" + real(depth, all_leaves) + ")"; }

  std::string real(int depth, const Leaves& leaves) {
    if (depth == 0) return pick(leaves);
    const auto sub = [&] { return "(" + real(depth - 1, leaves) + ")"; };
    switch (below(16)) {
      case 0:
        return sub() + " + " + sub();
      case 1:
        return sub() + " - " + sub();
      case 2:
        return sub() + "*" + sub();
      case 3:
        return sub() + "/" + sub();
      case 4:
        return "-" + sub();
      case 5:
        return sub() + "^2";
      case 6:
        return "sin" + sub();
      case 7:
        return "abs" + sub();
      case 8:
        return "min(" + sub() + ", " + sub() + ")";
      case 9:
        return "max(" + sub() + ", " + sub() + ")";
      case 10:
        return "sign" + sub();
      case 11:
        return "noEvent(" + real(depth - 1, leaves) + ")";
      case 12:
        if (&leaves == &parameter_leaves) return "(if p > 1 then " + sub() + " else " + sub() + ")";
        return "(if " + condition(depth - 1) + " then " + sub() + " elseif " +
               condition(depth - 1) + " then " + sub() + " else " + sub() + ")";
      case 13:
        return below(2) == 0 ? "floor" + sub() : "ceil" + sub();
      case 14:
        return "cos" + sub();
      default:
        return (below(2) == 0 ? "mod(" : "div(") + sub() + ", 3)";
    }
  }

  std::string condition(int depth) {
    switch (depth > 0 ? below(9) : below(2)) {
      case 0:
        return "x > " + pick(all_leaves);
      case 1:
        return "b";
      case 2:
        return "not (" + condition(depth - 1) + ")";
      case 3:
        return "(" + condition(depth - 1) + " and " + condition(depth - 1) + ")";
      case 4:
        return "(" + condition(depth - 1) + " or flag)";
      case 5:
        return "(" + real(depth - 1, all_leaves) + ") <= (" + real(depth - 1, all_leaves) + ")";
      case 6:
        return "edge(" + condition(depth - 1) + ")";
      case 7:
        return "pre(" + condition(depth - 1) + ") <> change(" + condition(depth - 1) + ")";
      default:
        return "n == 2";
    }
  }

  std::mt19937 random_;
};

TEST(FlatRoundTrip, PrintingAndFlatteningAgainGivesTheSameSystem) {
  int accepted = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    const std::string text = RandomModel(seed).make();
    const Flattened result = try_flatten(text);
    // Constant expressions such as 1/(2 - 2) are rejected, and so is the past of constants.
    if (!result.system) {
      for (const std::string& code : result.codes) {
        EXPECT_TRUE(code == "F0304" || code == "N0215") << result.messages << text;
      }
      continue;
    }
    ++accepted;
    expect_round_trip(*result.system);
    if (HasFailure()) {
      ADD_FAILURE() << "seed " << seed << '\n' << text;
      break;
    }
  }
  EXPECT_GT(accepted, 200);
}

TEST(FlatRoundTrip, DerivativesOfExpressionsSurvive) {
  expect_round_trip(flatten_model("Real x, y;", R"(
    der(abs(x)*noEvent(abs(y)) + min(x, y) + noEvent(max(x, y))^3) = 1;
    der(der(sin(x)/y)) = exp(-x);)"));
}

TEST(FlatRoundTrip, NestedExtremaStaySmall) {
  std::string nested = "x";
  for (int i = 0; i < 60; ++i) nested = "max(" + nested + ", min(y, " + std::to_string(i) + "))";
  const FlatSystem system = flatten_model("Real x, y;", "der(x) = " + nested + "; der(y) = 1;");
  EXPECT_LT(print_flat(system).size(), 4000u);
  expect_round_trip(system);
}

TEST(FlatRoundTrip, NumbersSurviveExactly) {
  expect_round_trip(
      flatten_model("parameter Real a = 0.1 + 0.2, b = 1e-300, c = 123456789012345680000; Real x;",
                    "x = a*3.0000000000000004 + b - (-0.0);"));
}

}  // namespace
}  // namespace saltus
