#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "saltus/runtime/simulate/present_instant.h"
#include "saltus/runtime/simulate/search_log.h"
#include "saltus/runtime/simulate/start_groups.h"
#include "saltus/runtime/simulate/valuation_search.h"

namespace saltus {

// The start of one group of components (semantics 7): guards depend on values that depend on the
// mode. A mode is assumed, its consistent point found, and the guards evaluated there, until they
// agree and the inequalities hold.
class GroupStart {
 public:
  using WantedSide = std::pair<std::uint32_t, Side>;

  // What was found beyond the modes themselves.
  struct Found {
    // Surfaces on which the start lies, and to which both sides lead back: it will slide.
    std::vector<SurfaceId> contested = {};
    // Surfaces on which the start lies, and which it leaves to these sides: their mode does not
    // exist at the start itself, as that of sin(x)/x for x > 0 where x = 0.
    std::vector<WantedSide> postponed = {};
    // From left limits: what is the integral of a state jumps.
    bool has_infinite_state = false;
  };

  // `reports`: by component.
  GroupStart(RunState& run, PresentInstant& instant, const StartGroup& group,
             std::vector<StartReport>& reports)
      : run_(run),
        instant_(instant),
        group_(group),
        reports_(reports),
        changes_(run.components.size()) {}

  std::optional<SimulationEnd> find();
  const Found& found() const { return found_; }

 private:
  using End = std::optional<SimulationEnd>;
  using BinaryValues = std::vector<std::pair<std::uint32_t, double>>;

  // What speaks against a start from left limits, in this order.
  struct Doubt {
    bool has_infinite_state = false;
    bool has_impulse = false;
    friend auto operator<=>(const Doubt&, const Doubt&) = default;
  };
  struct Candidate {
    Doubt doubt;
    std::vector<Flip> flips;
  };

  void begin_with(const BinaryValues& values);
  End find_with_binaries();
  End find_candidate(const SubProblem& problem, End first);
  bool is_violated(const SubProblem& problem) const;
  End find_sides();
  End search_sides();
  bool try_valuation();
  bool start_components();
  void compare_sides(std::uint32_t component);
  std::optional<Side> side_in_reset(std::uint32_t component, std::uint32_t position);
  void note_sides_before();
  Doubt doubt() const;
  End take_found();
  End start_with(const std::vector<Flip>& flips);
  bool is_contested();
  bool is_on_boundary();
  bool start_on_boundary(std::size_t mark);
  bool try_another(ValuationSearch& search);
  bool count_steps();
  void begin_work();
  bool is_exhausted() const;
  void set_has_values(bool has_values);
  TriedMode describe_attempt();
  SimulationEnd explain(const SearchLog& log, const End& asked) const;
  double time() const { return run_.options.start_time; }

  RunState& run_;
  PresentInstant& instant_;
  const StartGroup& group_;
  std::vector<StartReport>& reports_;
  Found found_;
  std::optional<SimulationEnd> failure_;
  std::uint32_t failed_component_ = 0;
  std::vector<WantedSide> inconsistent_;
  // A start from left limits: what the reset of each component does, on which sides the left limits
  // are, and sides that the reset decides otherwise than the motion after it.
  std::vector<ComponentChange> changes_;
  std::map<std::uint32_t, Side> sides_before_;
  std::vector<WantedSide> after_reset_;
  std::set<WantedSide> wanted_;    // sides that surfaces wanted to be on, at which the start lies
  std::uint64_t budgets_ = 1;      // how many times a search may take its bound of work
  std::uint64_t work_before_ = 0;  // Interruption::work()
  std::optional<std::uint64_t> first_work_;  // of the first attempt
  bool counts_zero_ = false, counts_past_ = false;
  // A valuation that agrees with itself but for surfaces on which the start lies.
  std::optional<std::vector<Flip>> on_boundary_;
};

}  // namespace saltus
