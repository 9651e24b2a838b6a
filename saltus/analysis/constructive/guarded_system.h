#pragma once

#include <map>
#include <optional>
#include <vector>

#include "saltus/analysis/constructive/possible_modes.h"
#include "saltus/analysis/constructive/reduced_conditions.h"
#include "saltus/analysis/constructive/status.h"
#include "saltus/compiler/hybrid/hybrid_system.h"
#include "saltus/compiler/modes/mode.h"
#include "saltus/compiler/structure/mode_structure.h"

namespace saltus {

// A variable in an equation, with the highest derivative. As der(x) stands for (x• - x)/∂, the
// equation mentions x, x•, …, x^(• order).
struct Incidence {
  VariableId variable;
  int order;
};

// The structure of the mode that a valuation selects.
struct SelectedMode {
  std::vector<GuardLiteral> literals;  // ascending
  ModeSystem system;
  std::optional<ModeStructure> structure;  // nothing: singular
  std::vector<int> latent;                 // c, by EquationId; 0 if singular
  std::vector<std::uint32_t> block;        // by EquationId: its place in the order of evaluation
};

// The equations of one component and what their guards make of them.
class GuardedSystem {
 public:
  // Without `possible`, every valuation of the guards is.
  GuardedSystem(FlatSystem& system, const HybridSystem& hybrid, const Component& component,
                const PossibleModes* possible = nullptr);

  const std::vector<VariableId>& variables() const { return component_.variables; }
  const std::vector<EquationId>& equations() const { return component_.equations; }
  const std::vector<GuardId>& guards() const { return guards_; }
  std::size_t equation_count() const { return system_.equations.size(); }
  std::size_t variable_count() const { return system_.variables.size(); }
  std::size_t guard_count() const { return system_.guards.size(); }

  // The highest derivative of a variable in any equation, whatever the guards.
  int highest_order(VariableId id) const { return highest_order_[id.index()]; }

  // What the guards say about an equation.
  enum class Enabling { undecided, enabled, disabled };
  struct Decision {
    Enabling enabling;
    std::optional<GuardId> next;        // the guard to look at next, if undecided
    std::vector<Incidence> incidences;  // if enabled
  };
  const Decision& decide(EquationId equation, const Status& status);

  // Values that must be known before the guard is.
  const std::vector<ValueAt>& reads(GuardId guard) const { return reads_[guard.index()]; }

  // The mode of a status in which no guard that matters is undecided.
  const SelectedMode& selected(const Status& status);
  const SelectedMode& selected(const std::vector<GuardLiteral>& literals);

  // Whether the logic of the guards allows what is decided.
  bool is_possible(const Status& status) const;
  // The mode, and what follows from it for other guards of the component.
  std::vector<GuardLiteral> completed(const std::vector<GuardLiteral>& literals) const;
  ReducedConditions& conditions();

  // Equations whose bodies are the same text: if one is satisfied, so is the other.
  const std::vector<EquationId>& twins(EquationId equation) const {
    return twins_[equation.index()];
  }

  FlatSystem& flat() { return system_; }
  const HybridSystem& hybrid() const { return hybrid_; }

 private:
  void find_guards();
  void find_reads();
  void find_twins();
  std::vector<GuardLiteral> decided(const Status& status) const;
  Decision make_decision(EquationId equation, const Status& status);

  FlatSystem& system_;
  const HybridSystem& hybrid_;
  const Component& component_;
  const PossibleModes* possible_;
  std::optional<ReducedConditions> conditions_;
  std::vector<int> highest_order_;               // by VariableId
  std::vector<GuardId> guards_;                  // in literals or bodies
  std::vector<std::vector<GuardId>> guards_of_;  // by EquationId
  std::vector<std::vector<ValueAt>> reads_;      // by GuardId
  std::vector<std::vector<EquationId>> twins_;   // by EquationId, itself included
  std::map<std::pair<EquationId, std::vector<Truth>>, Decision> decisions_;
  std::map<std::vector<std::pair<std::uint32_t, bool>>, SelectedMode> modes_;
};

}  // namespace saltus
