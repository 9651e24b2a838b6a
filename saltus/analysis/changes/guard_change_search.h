#pragma once

#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "saltus/analysis/all_modes/conditional_structure.h"
#include "saltus/analysis/all_modes/mode_clusters.h"
#include "saltus/analysis/changes/crossing_classes.h"
#include "saltus/analysis/constructive/reduced_conditions.h"

namespace saltus {

// What a change of one guard does, in every mode at once: the balance of orders of magnitude
//   u_T(i) = max(phi_i + c_i, max_j u_j + sigma_ij + c_i - d_j)
// with levels, transversal and offsets that depend on the mode. As sigma_ij + c_i - d_j <= 0 and
// only u_j >= 1 shows (a state jumps, or a value is infinite), lower levels are not followed.
class GuardChangeSearch {
 public:
  GuardChangeSearch(FlatSystem& system, const GuardLogic& logic);

  // The diagrams became too large, or too much work was done: results mean nothing.
  bool is_exhausted() const;

  // From here on, modes are those of the part of the model that the guards of this component
  // belong to, and equations are its own.
  void select(const Component& component);
  ModeCount mode_count() const;
  // Nothing if the guard never takes this value by itself.
  std::optional<GuardCrossing> look(GuardId guard, bool value);

 private:
  struct Forced {
    Row row;
    bool by_activation;  // otherwise its body changes
    bool value;          // of the guard, where it is active
  };
  struct Reached {
    Column column;
    int level;
    ModeSet modes;
  };

  void index_rows();
  bool is_twin(Row row, GuardId guard, bool value) const;
  void begin(const std::vector<Forced>& forced, GuardId guard, bool value, const ModeSet& entered);
  void raise(Column column, int level, ModeSet modes);
  void spread(const Reached& reached);
  ModesWhere described(const ModeSet& modes, const ModeSet& care);

  FlatSystem& system_;
  const GuardLogic& logic_;
  ReducedConditions conditions_;
  ModelRows rows_;
  std::vector<std::vector<std::uint32_t>> neighbours_;
  std::vector<ModeCluster> clusters_;
  std::size_t cluster_ = 0;  // of the component
  ModeSet over_, under_;     // its singular modes
  ConditionalSignature signature_;
  ConditionalStructure structure_;
  std::map<GuardId, std::vector<Forced>> forced_by_;
  std::map<std::pair<ExprId, ExprId>, std::vector<Row>> rows_by_text_;

  // Of one search.
  std::map<std::uint32_t, std::map<int, ModeSet>> level_;  // by column
  std::deque<Reached> pending_;
  std::map<int, ModeSet> impulsive_;  // by order
  ModeSet touched_, settled_;
  int highest_ = 0;
  std::size_t work_ = 0;
};

}  // namespace saltus
