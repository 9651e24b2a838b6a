#include "saltus/compiler/structure/signature.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "saltus/compiler/structure/visit_once.h"

namespace saltus {
namespace {

class SignatureCollector {
 public:
  SignatureCollector(const FlatSystem& system, const ModeSystem& mode)
      : mode_(mode),
        visit_(system.pool),
        column_of_(system.variables.size()),
        edge_of_(mode.unknowns.size(), 0) {
    for (std::uint32_t column = 0; column < mode.unknowns.size(); ++column) {
      column_of_[mode.unknowns[column]] = Column(column);
    }
  }

  BipartiteGraph run() {
    for (std::uint32_t row = 0; row < mode_.equations.size(); ++row) collect(Row(row));
    return BipartiteGraph(mode_.equations.size(), mode_.unknowns.size(), std::move(edges_));
  }

 private:
  void collect(Row row) {
    const std::size_t first_edge = edges_.size();
    visit_.start();
    visit_.below(mode_.equations[row.index()].residual, [&](ExprId, const Expr& expr) {
      if (expr.op != Op::variable) return;
      const std::optional<Column> column = column_of_[expr.variable()];
      if (column) add(row, *column, expr.order(), first_edge);
    });
  }

  // x and der(x) in one equation are one entry.
  void add(Row row, Column column, int order, std::size_t first_edge) {
    const std::size_t known = edge_of_[column];
    if (known >= first_edge && known < edges_.size() && edges_[known].column == column) {
      edges_[known].weight = std::max(edges_[known].weight, order);
      return;
    }
    edge_of_[column] = edges_.size();
    edges_.push_back({row, column, order});
  }

  const ModeSystem& mode_;
  VisitOnce visit_;
  IdMap<VariableId, std::optional<Column>> column_of_;
  IdMap<Column, std::size_t> edge_of_;  // the column's latest edge
  std::vector<BipartiteGraph::Edge> edges_;
};

}  // namespace

BipartiteGraph signature_of(const FlatSystem& system, const ModeSystem& mode) {
  return SignatureCollector(system, mode).run();
}

}  // namespace saltus
