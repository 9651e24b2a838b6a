#include "saltus/compiler/flat/invert_powers.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "saltus/compiler/flat/equation_kind.h"
#include "saltus/compiler/flat/mentioned_orders.h"
#include "saltus/compiler/flat/odd_power.h"

namespace saltus {
namespace {

// Expressions of more operations are not looked at.
constexpr std::size_t kLargestPower = 64;

// What an equation says: left - right is the sum of terms.
struct SignedTerm {
  double sign;
  ExprId expr;
};

class PowerInversion {
 public:
  explicit PowerInversion(FlatSystem& system)
      : system_(system),
        variability_(system.pool,
                     [&system](VariableId id) { return system.variables[id].is_discrete; }),
        orders_(mentioned_orders(system)),
        is_known_(system.variables.size(), 0),
        is_inverted_(system.variables.size(), 0),
        equations_of_(system.variables.size(), {}) {
    for (const VariableId id : system.variables.ids()) {
      is_known_[id] = !is_continuous_unknown(system.variables[id]) || orders_[id] > 0;
    }
    find_open();
  }

  // What one equation determines is known in the others. Equations that are odd powers come last:
  // what others determine need not be inverted.
  void run() {
    for (std::uint32_t i = 0; i < open_.size(); ++i) enter(i);
    while (!plain_.empty() || !powers_.empty()) {
      std::vector<std::uint32_t>& next = plain_.empty() ? powers_ : plain_;
      const std::uint32_t i = next.back();
      next.pop_back();
      const auto unknown = only_unknown(open_[i]);
      if (!unknown) continue;
      if (&next == &powers_) {
        inverted_.push_back({open_[i].equation, *invert(open_[i].equation, *unknown)});
        is_inverted_[*unknown] = 1;
      }
      open_[i].is_done = true;
      is_known_[*unknown] = 1;
      for (const std::uint32_t other : equations_of_[*unknown]) {
        --open_[other].unknown_count;
        enter(other);
      }
    }
    // A constraint on what was inverted is differentiated, and the root with it.
    if (std::any_of(open_.begin(), open_.end(),
                    [&](const Open& open) { return is_excess(open); })) {
      return;
    }
    for (const auto& [equation, inverted] : inverted_) {
      const ExprId right = written(inverted, system_.equations[equation].span);
      system_.equations[equation].left = system_.pool.variable(inverted.variable);
      system_.equations[equation].right = right;
    }
  }

 private:
  struct Open {
    EquationId equation;
    std::vector<VariableId> unknowns;  // not known; without those of guards
    std::size_t unknown_count;
    bool is_done = false;
  };
  // variable, from base = the odd root of value
  struct Inverted {
    VariableId variable;
    ExprId base, value;
    double root;
    bool has_guard;
  };

  // Equations of all modes that mention no derivatives.
  void find_open() {
    for (const EquationId id : system_.equations.ids()) {
      const FlatEquation& equation = system_.equations[id];
      if (!equation.active_if.empty() || equation.is_hidden) continue;
      bool has_derivative = false;
      std::set<VariableId> unknowns;
      for (const ExprId side : {equation.left, equation.right}) {
        for (const ExprId leaf : variables_in(side)) {
          const Expr& expr = system_.pool[leaf];
          has_derivative = has_derivative || expr.order() > 0;
          if (!is_known_[expr.variable()]) unknowns.insert(expr.variable());
        }
      }
      if (has_derivative) continue;
      for (const VariableId unknown : unknowns) {
        equations_of_[unknown].push_back(static_cast<std::uint32_t>(open_.size()));
      }
      open_.push_back({id, {unknowns.begin(), unknowns.end()}, unknowns.size()});
    }
  }

  // An equation with one unknown left waits for its turn.
  void enter(std::uint32_t i) {
    if (open_[i].is_done) return;
    const auto unknown = only_unknown(open_[i]);
    if (!unknown) return;
    (invert(open_[i].equation, *unknown) ? powers_ : plain_).push_back(i);
  }

  std::optional<VariableId> only_unknown(const Open& open) const {
    if (open.unknown_count != 1) return std::nullopt;
    for (const VariableId unknown : open.unknowns) {
      if (!is_known_[unknown]) return unknown;
    }
    return std::nullopt;
  }

  bool is_excess(const Open& open) const {
    return !open.is_done && open.unknown_count == 0 &&
           std::any_of(open.unknowns.begin(), open.unknowns.end(),
                       [&](VariableId id) { return is_inverted_[id] != 0; });
  }

  // Leaves, without those behind guards.
  std::vector<ExprId> variables_in(ExprId root) const {
    std::vector<ExprId> pending{root}, found;
    std::set<ExprId> seen;
    while (!pending.empty()) {
      const ExprId id = pending.back();
      pending.pop_back();
      if (!seen.insert(id).second) continue;
      const Expr& expr = system_.pool[id];
      if (expr.op == Op::variable) found.push_back(id);
      const OpShape shape = shape_of(expr.op);
      if (shape == OpShape::leaf) continue;
      pending.push_back(expr.first());
      if (shape != OpShape::unary) pending.push_back(expr.second());
      if (shape == OpShape::ternary) pending.push_back(expr.third());
    }
    return found;
  }

  bool mentions(ExprId root, VariableId variable) const {
    const std::vector<ExprId> leaves = variables_in(root);
    return std::any_of(leaves.begin(), leaves.end(),
                       [&](ExprId leaf) { return system_.pool[leaf].variable() == variable; });
  }

  bool is_parameter(ExprId id) { return variability_[id] <= Variability::parameter; }

  std::vector<SignedTerm> terms_of(const FlatEquation& equation) const {
    std::vector<SignedTerm> pending{{-1.0, equation.right}, {1.0, equation.left}}, terms;
    while (!pending.empty()) {
      const SignedTerm term = pending.back();
      pending.pop_back();
      const Expr& expr = system_.pool[term.expr];
      if (expr.op == Op::negate) {
        pending.push_back({-term.sign, expr.first()});
      } else if (expr.op == Op::add || expr.op == Op::subtract) {
        pending.push_back({expr.op == Op::add ? term.sign : -term.sign, expr.second()});
        pending.push_back({term.sign, expr.first()});
      } else {
        terms.push_back(term);
      }
    }
    return terms;
  }

  // Nothing if the equation is no odd power of what it contains the unknown in.
  std::optional<Inverted> invert(EquationId equation, VariableId unknown) {
    const std::vector<SignedTerm> terms = terms_of(system_.equations[equation]);
    std::optional<SignedTerm> own;
    for (const SignedTerm& term : terms) {
      if (!mentions(term.expr, unknown)) continue;
      if (own) return std::nullopt;
      own = term;
    }
    if (!own) return std::nullopt;
    for (const ExprId base : bases_in(own->expr, unknown)) {
      OddPowerReader reader(system_, base, [&](ExprId id) { return is_parameter(id); });
      const auto power = reader.read(own->expr);
      if (!power || power->exponent == 1.0) continue;
      return Inverted{unknown, base, value_of(terms, *own, *power), 1.0 / power->exponent,
                      power->has_guard};
    }
    return std::nullopt;
  }

  // Sums that contain the unknown once, and the unknown itself.
  std::vector<ExprId> bases_in(ExprId term, VariableId unknown) const {
    std::vector<ExprId> pending{term}, bases;
    std::set<ExprId> seen;
    while (!pending.empty()) {
      const ExprId id = pending.back();
      pending.pop_back();
      if (!seen.insert(id).second || !mentions(id, unknown)) continue;
      if (seen.size() > kLargestPower) return {};
      const Expr& expr = system_.pool[id];
      const OpShape shape = shape_of(expr.op);
      if (expr.op == Op::variable ||
          ((expr.op == Op::add || expr.op == Op::subtract) && is_sum_with(id, unknown))) {
        bases.push_back(id);
      }
      if (shape == OpShape::leaf) continue;
      pending.push_back(expr.first());
      if (shape != OpShape::unary) pending.push_back(expr.second());
      if (shape == OpShape::ternary) pending.push_back(expr.third());
    }
    return bases;
  }

  bool is_sum_with(ExprId base, VariableId unknown) const {
    for (;;) {
      const Expr& expr = system_.pool[base];
      if (expr.op == Op::variable) return true;
      if (expr.op == Op::negate) {
        base = expr.first();
        continue;
      }
      if (expr.op != Op::add && expr.op != Op::subtract) return false;
      const bool is_in_first = mentions(expr.first(), unknown);
      if (is_in_first && mentions(expr.second(), unknown)) return false;
      base = is_in_first ? expr.first() : expr.second();
    }
  }

  // What the odd power is equal to, without its factors.
  ExprId value_of(const std::vector<SignedTerm>& terms, const SignedTerm& own,
                  const OddPower& power) {
    ExprPool& pool = system_.pool;
    std::optional<ExprId> sum;
    for (const SignedTerm& term : terms) {
      if (term.expr == own.expr) continue;
      const bool is_added = term.sign != own.sign;
      if (!sum) {
        sum = is_added ? term.expr : pool.unary(Op::negate, term.expr);
      } else {
        sum = pool.binary(is_added ? Op::add : Op::subtract, *sum, term.expr);
      }
    }
    const ExprId value = sum.value_or(pool.constant(0.0));
    const ExprId factor = pool.binary(Op::multiply, pool.constant(power.factor), power.unit);
    return pool.binary(Op::divide, value, factor);
  }

  ExprId written(const Inverted& inverted, SourceSpan span) {
    ExprPool& pool = system_.pool;
    ExprId value = odd_root(inverted, span);
    for (ExprId base = inverted.base; pool[base].op != Op::variable;) {
      const Expr expr = pool[base];
      if (expr.op == Op::negate) {
        value = pool.unary(Op::negate, value);
        base = expr.first();
      } else if (mentions(expr.first(), inverted.variable)) {
        value = pool.binary(expr.op == Op::add ? Op::subtract : Op::add, value, expr.second());
        base = expr.first();
      } else {
        value = expr.op == Op::add ? pool.binary(Op::subtract, value, expr.first())
                                   : pool.binary(Op::subtract, expr.first(), value);
        base = expr.second();
      }
    }
    return value;
  }

  // With events where the author's operation had them.
  ExprId odd_root(const Inverted& inverted, SourceSpan span) {
    ExprPool& pool = system_.pool;
    const ExprId value = inverted.value;
    const auto root = [&](ExprId operand) {
      if (inverted.root == 0.5) return pool.unary(Op::sqrt, operand);
      return pool.binary(Op::power, operand, pool.constant(inverted.root));
    };
    if (!inverted.has_guard) {
      return pool.binary(Op::multiply, pool.unary(Op::sign, value),
                         root(pool.unary(Op::abs, value)));
    }
    const ExprId condition = pool.binary(Op::greater_equal, value, pool.constant(0.0));
    const ExprId below = pool.unary(Op::negate, root(pool.unary(Op::negate, value)));
    return pool.if_else(pool.guard(guard_of(condition, span)), root(value), below);
  }

  GuardId guard_of(ExprId condition, SourceSpan span) {
    for (const GuardId id : system_.guards.ids()) {
      if (system_.guards[id].condition == condition) return id;
    }
    return system_.guards.add({condition, span});
  }

  FlatSystem& system_;
  VariabilityTable variability_;
  IdMap<VariableId, int> orders_;
  IdMap<VariableId, char> is_known_, is_inverted_;
  IdMap<VariableId, std::vector<std::uint32_t>> equations_of_;  // positions in open_
  std::vector<Open> open_;
  std::vector<std::uint32_t> plain_, powers_;  // with one unknown left
  std::vector<std::pair<EquationId, Inverted>> inverted_;
};

// Most models have nothing of the kind.
bool has_powers(const FlatSystem& system) {
  for (const ExprId id : system.pool.ids()) {
    const Op op = system.pool[id].op;
    if (op == Op::power || op == Op::multiply || op == Op::abs || op == Op::sign) return true;
  }
  return false;
}

}  // namespace

void invert_powers(FlatSystem& system) {
  if (has_powers(system)) PowerInversion(system).run();
}

}  // namespace saltus
