#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

using ContextId = Id<struct ContextTag>;

// The branches in which equations stand, as a tree: a context is a list of literals, its
// parent the list without the last one. Context 0 is outside of every `if`.
class GuardContexts {
 public:
  ContextId find_or_add(const std::vector<GuardLiteral>& literals) {
    ContextId context(0);
    for (const GuardLiteral literal : literals) context = child(context, literal);
    return context;
  }
  ContextId parent(ContextId context) const { return parent_[context]; }
  // 0 outside of every `if`.
  int depth(ContextId context) const { return depth_[context]; }

 private:
  ContextId child(ContextId context, GuardLiteral literal) {
    const std::uint64_t key = static_cast<std::uint64_t>(context.index()) << 32 |
                              (2 * literal.guard.index() + (literal.value ? 1u : 0u));
    const auto [entry, is_new] =
        children_.emplace(key, ContextId(static_cast<std::uint32_t>(parent_.size())));
    if (is_new) {
      parent_.add(context);
      depth_.add(depth_[context] + 1);
    }
    return entry->second;
  }

  IdMap<ContextId, ContextId> parent_ = IdMap<ContextId, ContextId>(1, ContextId(0));
  IdMap<ContextId, int> depth_ = IdMap<ContextId, int>(1, 0);
  std::unordered_map<std::uint64_t, ContextId> children_;  // looked up only
};

}  // namespace saltus
