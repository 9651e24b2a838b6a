#include "saltus/analysis/changes/crossing_classes.h"

#include <algorithm>
#include <map>
#include <random>

#include "saltus/analysis/changes/guard_change_search.h"
#include "saltus/analysis/constructive/find_defect.h"
#include "saltus/analysis/constructive/magnitude.h"

namespace saltus {
namespace {

constexpr std::size_t sample_size = 200;

// Changes of one guard from modes chosen at random, always the same ones.
class Sample {
 public:
  Sample(GuardedSystem& system, const PossibleModes& possible, const Mode& first)
      : system_(system), possible_(possible), first_(first) {}

  void look(CrossingClasses& result) {
    result.modes = ModeCount(1);
    result.modes <<= system_.guards().size();
    std::size_t looked_at = 0;
    for (std::size_t k = 0; k < sample_size; ++k) looked_at += look_at_one() ? 1 : 0;
    result.sampled = looked_at;
    for (const auto& [key, verdicts] : found_) {
      GuardCrossing crossing{key.first, key.second, ModeCount(), {}};
      for (const auto& [verdict, count] : verdicts) {
        crossing.count += ModeCount(count);
        crossing.classes.push_back(
            {verdict.first, verdict.second, {ModeCount(count), std::nullopt}});
      }
      result.crossings.push_back(std::move(crossing));
    }
  }

 private:
  bool look_at_one() {
    std::vector<GuardLiteral> from;
    for (const GuardId guard : system_.guards()) {
      from.push_back({guard, first_[guard] != ((random_() & 1U) != 0)});
    }
    const std::size_t place = random_() % from.size();
    std::vector<GuardLiteral> to = from;
    to[place].value = !to[place].value;
    if (!possible_.allow(from) || !possible_.allow(to)) return false;
    const SelectedMode& before = system_.selected(from);
    const SelectedMode& after = system_.selected(to);
    if (!before.structure) return false;
    std::pair verdict(ChangeVerdict::under_determined, 0);
    if (const auto defect = find_defect(system_.flat(), after)) {
      if (defect->is_over_determined()) verdict.first = ChangeVerdict::over_determined;
    } else {
      const auto orders = orders_that_show(after, magnitudes_at_change(system_, before, after));
      verdict.first = verdict_of(orders);
      for (const VariableOrder& order : orders) {
        verdict.second = std::max(verdict.second, order.order);
      }
    }
    ++found_[{to[place].guard, to[place].value}][verdict];
    return true;
  }

  GuardedSystem& system_;
  const PossibleModes& possible_;
  const Mode& first_;
  std::mt19937 random_{1};
  std::map<std::pair<GuardId, bool>, std::map<std::pair<ChangeVerdict, int>, std::uint64_t>> found_;
};

bool look_at_all(const Component& component, GuardChangeSearch& search, CrossingClasses& result) {
  search.select(component);
  result.modes = search.mode_count();
  for (const GuardId guard : result.guards) {
    for (const bool value : {true, false}) {
      auto crossing = search.look(guard, value);
      if (search.is_exhausted()) return false;
      if (crossing) result.crossings.push_back(std::move(*crossing));
    }
  }
  return true;
}

}  // namespace

std::vector<CrossingClasses> find_crossing_classes(FlatSystem& system, const HybridSystem& hybrid,
                                                   const std::vector<const Component*>& components,
                                                   const PossibleModes& possible,
                                                   const Mode& first) {
  std::optional<GuardChangeSearch> search;
  if (possible.logic() != nullptr) search.emplace(system, *possible.logic());
  std::vector<CrossingClasses> result;
  for (const Component* component : components) {
    GuardedSystem guarded(system, hybrid, *component, &possible);
    CrossingClasses classes;
    classes.variables = component->variables;
    classes.guards = guarded.guards();
    if (!search || search->is_exhausted() || !look_at_all(*component, *search, classes)) {
      classes.crossings.clear();
      Sample(guarded, possible, first).look(classes);
    }
    result.push_back(std::move(classes));
  }
  return result;
}

}  // namespace saltus
