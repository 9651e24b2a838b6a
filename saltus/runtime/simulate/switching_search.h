#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "saltus/runtime/simulate/attempt.h"

namespace saltus {

// Configurations that are tried for one micro-step.
inline constexpr int kMostCandidates = 1 << 14;

// What was switched last time, by a sub-problem's first binary unknown and those of value 1.
// Models are periodic: what was right is expected again.
class ExpectedSwitches {
 public:
  using Key = std::pair<std::uint32_t, std::vector<std::uint32_t>>;
  const std::vector<std::uint32_t>& of(const Key& key) { return switched_[key]; }
  void set(const Key& key, std::vector<std::uint32_t> switched) {
    switched_[key] = std::move(switched);
  }

 private:
  std::map<Key, std::vector<std::uint32_t>> switched_;
};

// Finds the configuration of a micro-step that is consistent with the motion that it leads to:
// guards that depend on what they guard (semantics 4), binary unknowns that inequalities
// determine (semantics 5) and surfaces that hold the motion are one problem, since each changes
// the motion that the others are about. docs/theory/instants.md says how it is searched.
class SwitchingSearch {
 public:
  SwitchingSearch(RunState& run, PresentInstant& instant, Attempt& attempt,
                  ExpectedSwitches& expected);

  // The attempt stands at a configuration that is not consistent. True if another one is; then
  // the attempt stands there.
  bool find();
  int tried() const { return tried_; }
  bool is_unique() const { return is_unique_; }

 private:
  // In the order in which they are tried: by the number of binary unknowns that differ, by the
  // number of steps that led to them, by their size.
  struct Node {
    std::size_t switched = 0;
    bool is_expected = false;
    std::size_t rank = 0;
    std::size_t held = 0;  // surfaces that hold the motion, those where it stays as written last
    std::size_t size = 0;
    Configuration configuration = {};
    friend auto operator<=>(const Node&, const Node&) = default;
  };

  // What speaks against a configuration that is consistent, in this order: a state jumps whose
  // derivative is bounded; an impulse is needed; the inequalities hold only as accurately as the
  // solution is known.
  struct Doubt {
    bool has_infinite_state = false;
    bool has_impulse = false;
    bool is_blurred = false;
    bool any() const { return has_infinite_state || has_impulse || is_blurred; }
    friend auto operator<=>(const Doubt&, const Doubt&) = default;
  };

  Doubt doubt();
  bool may_be_better(const Node& node) const;
  void take(Node node);
  void finish();
  void push_present_values();
  bool evaluate(const Configuration& configuration);
  void expand(const Configuration& configuration, std::size_t rank);
  void expand_side(const Configuration& from, const Conflict& conflict, std::size_t rank);
  void expand_all(const Configuration& from, std::size_t rank);
  void expand_inequalities(const Configuration& from, std::size_t rank);
  void expand_failure(const Configuration& from, std::size_t rank);
  void switch_binaries_of(const SubProblem& problem, const Configuration& from, std::size_t rank);
  void slide_between(const SubProblem& problem, const Configuration& from, SurfaceId inequality,
                     std::size_t rank);
  bool mixes_equations(const Configuration& configuration) const;
  bool may_hold(const Conflict& conflict);
  void exchange_share(const Configuration& from, const Conflict& conflict, std::size_t rank);
  void push_shares(const Configuration& from, SurfaceId surface, std::size_t rank);
  std::vector<SurfaceId> redundant_with(SurfaceId surface);
  static bool is_newly_held(const Configuration& from, SurfaceId surface);
  void push(Configuration configuration, std::size_t rank, std::size_t later = 0);
  bool is_excluded_elsewhere(const Configuration& configuration);
  bool is_of_one_problem(SurfaceId a, SurfaceId b) const;
  void note_switch(std::uint32_t variable);
  void compare(const Node& found);
  void prefer_what_is_written(Configuration& found);
  void find_redundant(Configuration& found);
  std::vector<double> shares_of(std::uint32_t component) const;
  std::vector<double> values_of(std::uint32_t component) const;
  bool are_same(const std::vector<double>& a, const std::vector<double>& b,
                std::uint32_t component) const;
  ExpectedSwitches::Key key_of(const SubProblem& problem) const;

  RunState& run_;
  PresentInstant& instant_;
  Attempt& attempt_;
  ExpectedSwitches& expected_;
  std::optional<Node> found_;
  Doubt doubt_;  // about it
  int rivals_ = 0;
  std::set<Node> open_;
  std::set<Configuration> known_;
  // What single switches of a binary unknown lead to.
  struct Switched {
    std::vector<SurfaceId> violated;
    bool jumps = false;  // or cannot be entered
  };
  std::map<std::uint32_t, Switched> switched_;
  std::vector<ExpectedSwitches::Key> problems_;
  std::vector<std::uint32_t> expected_variables_;
  int tried_ = 1;
  bool is_unique_ = true;
};

}  // namespace saltus
