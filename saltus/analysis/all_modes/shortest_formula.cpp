#include "saltus/analysis/all_modes/shortest_formula.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "saltus/compiler/hybrid/relations.h"

namespace saltus {
namespace {

// Longer ones are of no use to a reader.
constexpr std::size_t most_cubes = 12;
constexpr std::size_t most_literals = 16;
constexpr std::size_t deepest = 60;
constexpr std::size_t most_steps = 2000;

struct Literal {
  std::uint32_t level;
  bool value;
  friend auto operator<=>(const Literal&, const Literal&) = default;
};
using Cube = std::vector<Literal>;
using Cover = std::vector<Cube>;

class CoverSearch {
 public:
  explicit CoverSearch(const GuardLogic& logic) : logic_(logic) {}

  // A cover of `least` within `most`.
  std::optional<Cover> run(const ModeSet& least, const ModeSet& most) {
    std::optional<Part> part = cover(least, most);
    if (!part) return std::nullopt;
    expand(part->cubes, most);
    drop_redundant(part->cubes, least);
    return std::move(part->cubes);
  }

 private:
  struct Part {
    Cover cubes;
    ModeSet set;
  };

  ModeSet literal(Literal literal) const {
    return logic_.literal(logic_.guard_at(literal.level), literal.value);
  }
  ModeSet set_of(const Cube& cube) const {
    ModeSet set = ModeSet::all();
    for (const Literal each : cube) set &= literal(each);
    return set;
  }

  static ModeSet half(const ModeSet& set, std::uint32_t level, bool value) {
    if (set.is_empty() || set.is_all() || set.level() != level) return set;
    return value ? set.high() : set.low();
  }

  // As deep as the sets have literals, which the caller limits.
  std::optional<Part> cover(const ModeSet& least, const ModeSet& most) {
    if (++steps_ > most_steps) return std::nullopt;
    if (least.is_empty()) return Part{};
    if (most.is_all()) return Part{{Cube{}}, ModeSet::all()};
    std::uint32_t level = most.level();
    if (!least.is_all()) level = std::min(level, least.level());
    const ModeSet most_low = half(most, level, false), most_high = half(most, level, true);
    const ModeSet least_low = half(least, level, false), least_high = half(least, level, true);
    auto low = cover(least_low - most_high, most_low);
    if (!low) return std::nullopt;
    auto high = cover(least_high - most_low, most_high);
    if (!high) return std::nullopt;
    auto both = cover((least_low - low->set) | (least_high - high->set), most_low & most_high);
    if (!both) return std::nullopt;
    Part result = std::move(*both);
    for (const bool value : {false, true}) {
      Part& part = value ? *high : *low;
      result.set |= literal({level, value}) & part.set;
      for (Cube& cube : part.cubes) {
        cube.push_back({level, value});
        result.cubes.push_back(std::move(cube));
      }
    }
    if (result.cubes.size() > most_cubes) return std::nullopt;
    return result;
  }

  // Leaves out literals that are not needed.
  void expand(Cover& cubes, const ModeSet& most) const {
    const ModeSet outside = !most;
    for (Cube& cube : cubes) {
      std::sort(cube.begin(), cube.end());
      for (std::size_t k = cube.size(); k-- > 0;) {
        Cube shorter = cube;
        shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(k));
        if ((set_of(shorter) & outside).is_empty()) cube = std::move(shorter);
      }
    }
  }

  void drop_redundant(Cover& cubes, const ModeSet& least) const {
    std::stable_sort(cubes.begin(), cubes.end(), [](const Cube& a, const Cube& b) {
      return a.size() != b.size() ? a.size() < b.size() : a < b;
    });
    for (std::size_t k = cubes.size(); k-- > 0;) {
      ModeSet missing = least;
      for (std::size_t other = 0; other < cubes.size(); ++other) {
        if (other != k) missing -= set_of(cubes[other]);
      }
      if (missing.is_empty()) cubes.erase(cubes.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }

  const GuardLogic& logic_;
  std::size_t steps_ = 0;
};

std::size_t literal_count(const Cover& cover) {
  std::size_t count = 0;
  for (const Cube& cube : cover) count += cube.size();
  return count;
}

// Reads better than `not (x > 0)`.
ExprId negation(ExprPool& pool, ExprId condition) {
  const Expr expr = pool[condition];
  if (negated(expr.op) != expr.op)
    return pool.binary(negated(expr.op), expr.first(), expr.second());
  return pool.unary(Op::logical_not, condition);
}

ExprId condition_of(FlatSystem& system, const GuardLogic& logic, const Cover& cover) {
  ExprPool& pool = system.pool;
  std::vector<std::vector<std::pair<GuardId, bool>>> products;
  for (const Cube& cube : cover) {
    std::vector<std::pair<GuardId, bool>>& literals = products.emplace_back();
    for (const Literal each : cube) literals.emplace_back(logic.guard_at(each.level), each.value);
    std::sort(literals.begin(), literals.end());
  }
  std::sort(products.begin(), products.end(), [](const auto& a, const auto& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  ExprId any = pool.boolean(false);
  for (const auto& literals : products) {
    ExprId all = pool.boolean(true);
    for (const auto& [guard, value] : literals) {
      const ExprId condition = system.guards[guard].condition;
      all = pool.binary(Op::logical_and, all, value ? condition : negation(pool, condition));
    }
    any = pool.binary(Op::logical_or, any, all);
  }
  return any;
}

}  // namespace

std::optional<ExprId> shortest_formula(FlatSystem& system, const GuardLogic& logic,
                                       const ModeSet& modes, const ModeSet& care) {
  const ModeSet least = modes & care;
  const ModeSet most = modes | !care;
  if (least.support().size() > deepest || most.support().size() > deepest) return std::nullopt;
  const auto positive = CoverSearch(logic).run(least, most);
  const auto negative = CoverSearch(logic).run(care - modes, !least);
  const bool has_positive = positive && literal_count(*positive) <= most_literals;
  const bool has_negative = negative && literal_count(*negative) <= most_literals;
  if (has_positive && (!has_negative || literal_count(*positive) <= literal_count(*negative))) {
    return condition_of(system, logic, *positive);
  }
  if (!has_negative) return std::nullopt;
  return negation(system.pool, condition_of(system, logic, *negative));
}

std::optional<ExprId> shortest_formula(FlatSystem& system, const GuardLogic& logic,
                                       const ModeSet& modes) {
  ModeSet care = ModeSet::all();
  for (const std::uint32_t level : modes.support()) {
    care &= logic.groups()[logic.group_at(level)].possible;
  }
  return shortest_formula(system, logic, modes, care);
}

}  // namespace saltus
