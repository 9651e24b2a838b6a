#include "saltus/compiler/hybrid/guard_partition.h"

#include <unordered_map>
#include <utility>

namespace saltus {
namespace {

using Literals = std::vector<GuardLiteral>;

// A list that can still hold; the literals before `next` do.
struct Candidate {
  std::size_t position;
  std::size_t next;
};

struct Case {
  Literals where;
  std::vector<Candidate> candidates;
};

class PartitionSearch {
 public:
  explicit PartitionSearch(const std::vector<const Literals*>& lists) : lists_(lists) {
    Case all;
    for (std::size_t position = 0; position < lists.size(); ++position) {
      all.candidates.push_back({position, 0});
    }
    pending_.push_back(std::move(all));
  }

  std::optional<PartitionFault> run() {
    while (!pending_.empty()) {
      Case current = std::move(pending_.back());
      pending_.pop_back();
      keep_possible(current);
      std::vector<std::size_t> holding;
      std::optional<GuardId> undecided;
      for (const Candidate& candidate : current.candidates) {
        if (candidate.next == lists_[candidate.position]->size()) {
          holding.push_back(candidate.position);
        } else if (!undecided) {
          undecided = (*lists_[candidate.position])[candidate.next].guard;
        }
      }
      if (current.candidates.empty() || holding.size() > 1) {
        return PartitionFault{std::move(current.where), std::move(holding)};
      }
      if (undecided) split(current, *undecided);
    }
    return std::nullopt;
  }

 private:
  // Branches of one `if` begin with the same guard: splitting by it leaves each of them
  // in one part.
  void split(const Case& current, GuardId guard) {
    for (const bool value : {false, true}) {
      pending_.push_back(current);
      pending_.back().where.push_back({guard, value});
    }
  }

  // Drops candidates that contradict `where`, and goes past literals that it decides.
  void keep_possible(Case& current) {
    decided_.clear();
    for (const GuardLiteral literal : current.where) {
      decided_.emplace(literal.guard, literal.value);
    }
    std::erase_if(current.candidates, [&](Candidate& candidate) {
      const Literals& literals = *lists_[candidate.position];
      while (candidate.next < literals.size()) {
        const auto found = decided_.find(literals[candidate.next].guard);
        if (found == decided_.end()) return false;
        if (found->second != literals[candidate.next].value) return true;
        ++candidate.next;
      }
      return false;
    });
  }

  const std::vector<const Literals*>& lists_;
  std::vector<Case> pending_;
  std::unordered_map<GuardId, bool> decided_;  // looked up only
};

}  // namespace

std::optional<PartitionFault> find_partition_fault(const std::vector<const Literals*>& lists) {
  return PartitionSearch(lists).run();
}

}  // namespace saltus
