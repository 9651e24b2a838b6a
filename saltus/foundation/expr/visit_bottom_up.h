#pragma once

#include <cstddef>
#include <vector>

#include "saltus/foundation/expr/expr.h"

namespace saltus {

// Finishes an expression after what it needs, without recursion: `push_needed(id)`
// adds to `pending` what is still to be finished before `id`, nothing when it is ready.
template <class IsDone, class PushNeeded, class Finish>
void visit_bottom_up(ExprId root, std::vector<ExprId>& pending, IsDone is_done,
                     PushNeeded push_needed, Finish finish) {
  pending.push_back(root);
  while (!pending.empty()) {
    const ExprId id = pending.back();
    if (is_done(id)) {
      pending.pop_back();
      continue;
    }
    const std::size_t before = pending.size();
    push_needed(id);
    if (pending.size() > before) continue;
    pending.pop_back();
    finish(id);
  }
}

}  // namespace saltus
