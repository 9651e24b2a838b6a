#include "saltus/compiler/flat/active_count.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace saltus {
namespace {

using Literals = std::vector<GuardLiteral>;

struct InnermostFirst {
  bool operator()(const Literals& a, const Literals& b) const {
    if (a.size() != b.size()) return a.size() > b.size();
    return std::lexicographical_compare(
        a.begin(), a.end(), b.begin(), b.end(), [](GuardLiteral x, GuardLiteral y) {
          return std::tuple(x.guard.index(), x.value) < std::tuple(y.guard.index(), y.value);
        });
  }
};

}  // namespace

// Literals are those of nested if-equations: lists that share a beginning differ next in the
// value of one guard, or belong to different if-equations. From the innermost branches
// outwards, of the two branches of a guard the smaller and the larger count are kept.
CountRange count_active(const std::vector<Literals>& literals) {
  std::map<Literals, CountRange, InnermostFirst> counts;
  for (const Literals& item : literals) {
    CountRange& count = counts[item];
    ++count.least;
    ++count.most;
  }
  while (!counts.empty() && !counts.begin()->first.empty()) {
    const auto branch = counts.extract(counts.begin());
    Literals context = branch.key();
    context.back().value = !context.back().value;
    const auto other = counts.extract(context);
    const CountRange others = other ? other.mapped() : CountRange{};
    context.pop_back();
    CountRange& outer = counts[context];
    outer.least += std::min(branch.mapped().least, others.least);
    outer.most += std::max(branch.mapped().most, others.most);
  }
  return counts.empty() ? CountRange{} : counts.begin()->second;
}

}  // namespace saltus
