#pragma once

#include <cstdint>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "saltus/compiler/modes/mode.h"
#include "saltus/compiler/structure/mode_structure.h"
#include "saltus/compiler/structure/visit_once.h"
#include "saltus/foundation/expr/evaluate.h"

namespace saltus {

// Evaluates what is a number whatever the variables are.
Evaluator parameter_values(const FlatSystem& system);

// An entry of the system Jacobian, d f_i / d x_j^(d_j - c_i).
struct LeadingTerm {
  std::uint32_t position;        // of the column, in its block
  std::optional<double> factor;  // nothing if it is not a number
};

// Reads the entries of the system Jacobian that are constant off the residuals.
class LeadingTerms {
 public:
  LeadingTerms(const FlatSystem& system, const ModeSystem& mode, const ModeStructure& structure);

  // The columns whose entries are asked for from now on.
  void choose(const StructureBlock& block);
  // By ascending position. Terms that cancel within the equation have factor 0.
  std::vector<LeadingTerm> of(Row row);

 private:
  static constexpr std::uint32_t not_chosen = 0xFFFFFFFF;

  // What a node is multiplied by on its way into the residual: a sum, and that of the magnitudes.
  struct Factor {
    double sum = 0.0;
    double magnitude = 0.0;
  };
  // On its way to a node, in the order in which nodes are taken apart: the largest first, and for
  // the same one what came first.
  struct Open {
    ExprId id;
    std::uint32_t number;
    Factor factor;
    friend bool operator<(const Open& a, const Open& b) {
      return a.id != b.id ? a.id < b.id : a.number > b.number;
    }
  };
  struct Entry {
    Factor factor = {};
    bool is_met = false;
    bool is_number = true;  // whatever the variables are
  };
  std::optional<std::uint32_t> leading_position(const Expr& expr, int offset) const;
  void mark_below(ExprId id, int offset);
  Entry& meet(std::uint32_t position);
  std::pair<ExprId, Factor> take_next();
  bool take_apart(const Expr& expr, Factor factor);
  void pass_on(ExprId id, Factor factor, double times);
  std::vector<LeadingTerm> take_met();

  const FlatSystem& system_;
  const ModeSystem& mode_;
  const ModeStructure& structure_;
  Evaluator numbers_;
  std::optional<VisitOnce> visit_;  // a table over all expressions, which few modes need
  std::priority_queue<Open> open_;
  std::uint32_t opened_ = 0;
  IdMap<VariableId, std::uint32_t> position_;
  std::vector<Column> columns_;
  std::vector<Entry> entries_;      // per column of the block
  std::vector<std::uint32_t> met_;  // those of the row
};

}  // namespace saltus
