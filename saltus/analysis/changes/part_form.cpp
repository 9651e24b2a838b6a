#include "saltus/analysis/changes/part_form.h"

#include <fmt/format.h>

#include <map>
#include <optional>

#include "saltus/compiler/structure/visit_once.h"
#include "saltus/foundation/expr/print_expr.h"

namespace saltus {
namespace {

constexpr std::size_t most_guards = 6;  // 2^6 valuations are asked for

class FormWriter {
 public:
  FormWriter(GuardedSystem& system, const PossibleModes& possible)
      : system_(system), flat_(system.flat()), possible_(possible) {}

  std::string write() {
    const std::vector<GuardId>& guards = system_.guards();
    std::vector<ExprId> conditions;
    system_.conditions().leave({});
    for (const GuardId guard : guards) conditions.push_back(system_.conditions().reduced(guard));
    walk_.emplace(flat_.pool);
    walk_->start();
    for (const EquationId id : system_.equations()) {
      for (const GuardLiteral literal : flat_.equations[id].active_if) {
        out_ += fmt::format("{}{}", literal.value ? "g" : "n", number(guard_, literal.guard));
      }
      add(flat_.equations[id].left);
      add(flat_.equations[id].right);
      out_ += ';';
    }
    in_guard_ = true;
    for (const ExprId condition : conditions) add(condition);
    add_possible(guards);
    add_events();
    return std::move(out_);
  }

 private:
  template <class Key>
  static std::size_t number(std::map<Key, std::size_t>& numbers, Key key) {
    return numbers.emplace(key, numbers.size()).first->second;
  }

  void add(ExprId root) {
    walk_->below(root, [&](ExprId id, const Expr& expr) {
      out_ += fmt::format("({}", static_cast<int>(expr.op));
      const OpShape shape = shape_of(expr.op);
      if (shape == OpShape::leaf) {
        add_leaf(expr);
      } else {
        out_ += fmt::format(" {}", number(node_, expr.first()));
        if (shape != OpShape::unary) out_ += fmt::format(" {}", number(node_, expr.second()));
        if (shape == OpShape::ternary) out_ += fmt::format(" {}", number(node_, expr.third()));
      }
      out_ += fmt::format(" ={})", number(node_, id));
    });
    out_ += fmt::format("r{}", number(node_, root));
  }

  void add_leaf(const Expr& leaf) {
    switch (leaf.op) {
      case Op::variable:
        out_ += fmt::format(" {}{}.{}", flat_.variables[leaf.variable()].is_discrete ? 'd' : 'x',
                            number(variable_, leaf.a), leaf.order());
        break;
      case Op::pre:
        out_ += fmt::format(" x{}", number(variable_, leaf.a));
        break;
      case Op::parameter:
        out_ += in_guard_ ? " c" : fmt::format(" p{}", number(parameter_, leaf.a));
        break;
      case Op::guard:
      case Op::pre_guard:
        out_ += fmt::format(" g{}", number(guard_, GuardId(leaf.a)));
        break;
      case Op::constant:
        out_ += in_guard_ ? " c" : " " + print_number(leaf.value);
        break;
      default:
        out_ += fmt::format(" {} {}", leaf.a, print_number(leaf.value));
    }
  }

  void add_possible(const std::vector<GuardId>& guards) {
    for (std::size_t valuation = 0; valuation >> guards.size() == 0; ++valuation) {
      std::vector<GuardLiteral> literals;
      for (std::size_t k = 0; k < guards.size(); ++k) {
        literals.push_back({guards[k], (valuation >> k & 1) != 0});
      }
      out_ += possible_.allow(literals) ? '1' : '0';
    }
  }

  // Which variables are set by which `when` branch.
  void add_events() {
    std::size_t branch_number = 0;
    for (const FlatWhen& when : flat_.whens) {
      for (const WhenBranch& branch : when.branches) {
        ++branch_number;
        for (const WhenAction& action : branch.actions) {
          const auto* reinit = std::get_if<WhenReinit>(&action);
          const auto* assign = std::get_if<WhenAssign>(&action);
          if (reinit != nullptr) add_event(branch_number, reinit->state, reinit->order);
          if (assign != nullptr) add_event(branch_number, assign->target, -1);
        }
      }
    }
  }

  void add_event(std::size_t branch, VariableId target, int order) {
    const auto known = variable_.find(target.index());
    if (known == variable_.end()) return;
    out_ += fmt::format("w{} {} {}", number(branch_, branch), known->second, order);
  }

  GuardedSystem& system_;
  FlatSystem& flat_;
  const PossibleModes& possible_;
  std::optional<VisitOnce> walk_;
  bool in_guard_ = false;
  std::map<ExprId, std::size_t> node_;
  std::map<std::uint32_t, std::size_t> variable_, parameter_;
  std::map<GuardId, std::size_t> guard_;
  std::map<std::size_t, std::size_t> branch_;
  std::string out_;
};

}  // namespace

std::string form_of(GuardedSystem& system, const PossibleModes& possible) {
  // Too many to compare: a form of its own, by its first variable or equation.
  if (system.guards().size() > most_guards || system.equations().empty()) {
    return fmt::format(
        "own {} {}",
        system.variables().empty() ? -1 : static_cast<int>(system.variables()[0].index()),
        system.equations().empty() ? -1 : static_cast<int>(system.equations()[0].index()));
  }
  return FormWriter(system, possible).write();
}

}  // namespace saltus
