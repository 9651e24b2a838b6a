#include "saltus/runtime/reset/reset_plan.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "saltus/foundation/base/check.h"
#include "saltus/foundation/graph/block_triangular_form.h"
#include "saltus/runtime/numeric/preferential_matching.h"

namespace saltus {

namespace {

constexpr std::uint32_t kNone = 0xffffffff;

}  // namespace

// Finds the operations and leaves that rows depend on.
class CodeSearch {
 public:
  explicit CodeSearch(const ExecutableMode& mode)
      : mode_(mode), producer_(instructions_of_rows(mode)), seen_(mode.row_count, 0) {}

  RowCode code_of(std::span<const std::uint32_t> rows) {
    ++round_;
    RowCode code;
    for (const std::uint32_t row : rows) reach(row, code);
    while (!pending_.empty()) {
      const std::uint32_t i = pending_.back();
      pending_.pop_back();
      code.instructions.push_back(i);
      for_each_operand(mode_, mode_.instructions[i], [&](std::uint32_t row) { reach(row, code); });
    }
    std::sort(code.instructions.begin(), code.instructions.end());
    std::sort(code.leaves.begin(), code.leaves.end(),
              [](const Leaf& a, const Leaf& b) { return a.row < b.row; });
    return code;
  }

  // The operations of `code` that depend on its leaves.
  std::vector<std::uint32_t> cone_of(const RowCode& code) {
    ++round_;
    for (const Leaf& leaf : code.leaves) seen_[leaf.row] = round_;
    std::vector<std::uint32_t> cone;
    for (const std::uint32_t i : code.instructions) {
      bool depends = false;
      for_each_operand(mode_, mode_.instructions[i],
                       [&](std::uint32_t row) { depends |= seen_[row] == round_; });
      if (!depends) continue;
      cone.push_back(i);
      for_each_result(mode_.instructions[i], [&](std::uint32_t row) { seen_[row] = round_; });
    }
    return cone;
  }

 private:
  void reach(std::uint32_t row, RowCode& code) {
    if (seen_[row] == round_) return;
    seen_[row] = round_;
    if (row < mode_.unknowns.size()) {
      code.leaves.push_back({row, 0, row});
      return;
    }
    const std::uint32_t i = producer_[row];
    SALTUS_CHECK(i != kNoRow);
    const Instruction& instruction = mode_.instructions[i];
    if (instruction.op == SeriesOp::derivative) {
      code.leaves.push_back({instruction.a, differentiation_of(instruction), row});
      return;
    }
    for_each_result(instruction, [&](std::uint32_t result) { seen_[result] = round_; });
    pending_.push_back(i);
  }

  const ExecutableMode& mode_;
  std::vector<std::uint32_t> producer_;
  std::vector<std::uint32_t> seen_;
  std::vector<std::uint32_t> pending_;
  std::uint32_t round_ = 0;
};

double binomial(int n, int k) {
  if (k < 0 || k > n) return 0.0;
  double result = 1.0;
  for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return result;
}

ResetPlan::ResetPlan(const ExecutableMode& mode) {
  for (const ExecutableUnknown& unknown : mode.unknowns) {
    const int order = unknown.offset;
    slots.push_back({entry_count, order, order - mode.blocks[unknown.block].lead});
    block_of.push_back(unknown.block);
    entry_count += static_cast<std::uint32_t>(order + 1);
  }
  equations.resize(mode.equations.size());
  CodeSearch search(mode);
  for (std::uint32_t i = 0; i < mode.blocks.size(); ++i) plan_block(mode, i, search);
}

void ResetPlan::plan_block(const ExecutableMode& mode, std::uint32_t index, CodeSearch& search) {
  const ExecutableBlock& source = mode.blocks[index];
  PlannedBlock block{.equations = source.equations,
                     .unknowns = source.unknowns,
                     .is_assignment = source.is_assignment,
                     .value_row = source.value,
                     .sign = source.sign,
                     .value_code = 0,
                     .system = {}};
  const auto add_code = [&](std::span<const std::uint32_t> rows) {
    codes.push_back(search.code_of(rows));
    return static_cast<std::uint32_t>(codes.size() - 1);
  };
  std::vector<ShiftedEquation> rows;
  for (const std::uint32_t i : source.equations) {
    const std::uint32_t residual = mode.equations[i].residual;
    const int shift = mode.equations[i].offset;
    const std::uint32_t code = add_code({&residual, 1});
    equations[i] = {residual, shift, index, code, code, search.cone_of(codes[code])};
    rows.push_back({i, shift});
    last_instant = std::max(last_instant, shift);
  }
  if (block.is_assignment) block.value_code = add_code({&block.value_row, 1});
  if (rows.size() > 1) {
    std::vector<int> shifts;
    for (const ShiftedEquation& row : rows) shifts.push_back(row.shift);
    std::sort(shifts.begin(), shifts.end());
    shifts.erase(std::unique(shifts.begin(), shifts.end()), shifts.end());
    for (const int shift : shifts) {
      std::vector<std::uint32_t> residuals;
      for (const ShiftedEquation& row : rows) {
        if (row.shift != shift) continue;
        equations[row.equation].shared_code = static_cast<std::uint32_t>(codes.size());
        residuals.push_back(equations[row.equation].residual);
      }
      add_code(residuals);
    }
  }
  std::vector<SolvedValue> unknowns;
  for (const std::uint32_t j : source.unknowns) unknowns.push_back({j, slots[j].order});
  block.system = make_system(std::move(rows), std::move(unknowns), true);
  blocks.push_back(std::move(block));
}

BlockSystem ResetPlan::make_system(std::vector<ShiftedEquation> rows,
                                   std::vector<SolvedValue> unknowns, bool with_shared_code) const {
  const auto code = [&](const ShiftedEquation& row) {
    return with_shared_code ? equations[row.equation].shared_code : equations[row.equation].code;
  };
  BlockSystem system;
  if (!rows.empty()) system.block = equations[rows[0].equation].block;
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const ShiftedEquation& a, const ShiftedEquation& b) {
                     return std::pair(code(a), a.shift) < std::pair(code(b), b.shift);
                   });
  system.rows = std::move(rows);
  system.unknowns = std::move(unknowns);
  // Positions of the unknowns, for a search by name and order.
  std::vector<std::uint32_t> sorted(system.unknowns.size());
  for (std::uint32_t u = 0; u < sorted.size(); ++u) sorted[u] = u;
  const auto key = [&](std::uint32_t u) {
    return std::pair(system.unknowns[u].unknown, system.unknowns[u].order);
  };
  std::sort(sorted.begin(), sorted.end(),
            [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  for (std::uint32_t r = 0; r < system.rows.size(); ++r) {
    const ShiftedEquation& row = system.rows[r];
    if (system.evaluations.empty() || system.evaluations.back().code != code(row) ||
        system.evaluations.back().shift != row.shift) {
      system.evaluations.push_back({code(row), row.shift, r, 0});
    }
    ++system.evaluations.back().row_count;
    system.first_coupling.push_back(static_cast<std::uint32_t>(system.couplings.size()));
    for (const Leaf& leaf : code_of(row.equation).leaves) {
      auto u = std::lower_bound(sorted.begin(), sorted.end(), std::pair(leaf.unknown, leaf.order),
                                [&](std::uint32_t a, const auto& b) { return key(a) < b; });
      for (; u != sorted.end() && system.unknowns[*u].unknown == leaf.unknown; ++u) {
        const int power = system.unknowns[*u].order - leaf.order;
        if (power > row.shift) break;
        system.couplings.push_back({leaf.row, *u, binomial(row.shift, power), power});
      }
    }
  }
  system.first_coupling.push_back(static_cast<std::uint32_t>(system.couplings.size()));
  return system;
}

namespace {

// Rows are added group by group; of a group those rows are turned away that are in the
// over-determined part then. Rows of earlier groups stay.
class GrowingSystem {
 public:
  explicit GrowingSystem(const BipartiteGraph& graph)
      : graph_(graph), matching_(graph), visited_(graph.row_count(), 0) {}

  // The rows that were turned away.
  std::vector<Row> add(std::span<const Row> group) {
    std::vector<Row> free;
    for (const Row row : group) {
      if (!augment(row)) free.push_back(row);
    }
    if (free.empty()) return {};
    ++round_;
    for (const Row row : free) reach(row);
    std::vector<Row> refused;
    for (const Row row : group) {
      if (visited_[row] != round_) continue;
      refused.push_back(row);
      if (matching_.column_of[row]) matching_.row_of[*matching_.column_of[row]].reset();
      matching_.column_of[row].reset();
    }
    return refused;
  }

 private:
  // Breadth first along alternating paths; the free column at their end, if any.
  std::optional<Column> reach(Row start) {
    queue_.clear();
    if (visited_[start] == round_) return std::nullopt;
    visited_[start] = round_;
    queue_.push_back({start, 0, Column(0)});
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      for (const Column column : graph_.columns_of(queue_[head].row)) {
        const std::optional<Row> next = matching_.row_of[column];
        if (!next) {
          last_ = head;
          return column;
        }
        if (visited_[*next] == round_) continue;
        visited_[*next] = round_;
        queue_.push_back({*next, head, column});
      }
    }
    return std::nullopt;
  }

  bool augment(Row row) {
    ++round_;
    std::optional<Column> column = reach(row);
    if (!column) return false;
    for (std::size_t step = last_;;) {
      const Visit& visit = queue_[step];
      matching_.match(visit.row, *column);
      if (step == 0) return true;
      column = visit.through;
      step = visit.before;
    }
  }

  struct Visit {
    Row row;
    std::size_t before;
    Column through;  // the column by which the row was reached: its partner so far
  };
  const BipartiteGraph& graph_;
  Matching matching_;
  IdMap<Row, std::uint32_t> visited_;
  std::uint32_t round_ = 0;
  std::vector<Visit> queue_;
  std::size_t last_ = 0;
};

}  // namespace

FirstInstant ResetPlan::first_instant(std::span<const Standing> standing) const {
  FirstInstant first;
  first.standing.assign(standing.begin(), standing.end());

  // Unknowns of the first instant, and of each shifted equation those that it mentions.
  std::vector<SolvedValue> unknowns;
  std::vector<std::uint32_t> first_column;
  std::vector<int> lowest;
  for (std::uint32_t j = 0; j < slots.size(); ++j) {
    int l = 0;
    while (l < slots[j].order &&
           standing[slots[j].first + static_cast<std::uint32_t>(l)] == Standing::fact) {
      ++l;
    }
    lowest.push_back(l);
    first.is_regular &= l == slots[j].order;
    first_column.push_back(static_cast<std::uint32_t>(unknowns.size()));
    for (; l <= slots[j].order; ++l) unknowns.push_back({j, l});
  }
  std::vector<ShiftedEquation> rows;
  std::vector<BipartiteGraph::Edge> edges;
  for (const PlannedBlock& block : blocks) {
    for (const std::uint32_t i : block.equations) {
      for (int k = 0; k <= equations[i].shift; ++k) {
        const Row row(static_cast<std::uint32_t>(rows.size()));
        rows.push_back({i, k});
        if (first.is_regular) continue;
        for (const Leaf& leaf : code_of(i).leaves) {
          const int end = std::min(leaf.order + k, slots[leaf.unknown].order);
          for (int l = std::max(leaf.order, lowest[leaf.unknown]); l <= end; ++l) {
            edges.push_back({row, Column(first_column[leaf.unknown] +
                                         static_cast<std::uint32_t>(l - lowest[leaf.unknown]))});
          }
        }
      }
    }
  }
  const auto is_top = [&](const ShiftedEquation& row) {
    return row.shift == equations[row.equation].shift;
  };
  std::vector<ShiftedEquation> settled, dropped;
  if (first.is_regular) {
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(settled),
                 [&](const ShiftedEquation& row) { return !is_top(row); });
    first.settled = make_system(std::move(settled), {}, true);
    return first;
  }

  const BipartiteGraph graph(rows.size(), unknowns.size(), std::move(edges));
  IdMap<Row, bool> is_out(rows.size(), false);
  GrowingSystem system(graph);
  std::vector<Row> group;
  for (const Row row : graph.rows()) {
    if (is_top(rows[row.index()])) group.push_back(row);
  }
  const bool is_sound = system.add(group).empty();
  SALTUS_CHECK(is_sound);
  // Instant after instant, block after block: an equation is deferred rather than one of an
  // earlier instant, or of the same instant and upstream.
  for (int shift = 0; shift < last_instant; ++shift) {
    for (std::uint32_t next = 0; next < rows.size();) {
      const std::uint32_t block = equations[rows[next].equation].block;
      group.clear();
      for (; next < rows.size() && equations[rows[next].equation].block == block; ++next) {
        if (rows[next].shift != shift || is_top(rows[next])) continue;
        if (graph.columns_of(Row(next)).empty()) {
          is_out[Row(next)] = true;
          settled.push_back(rows[next]);
        } else {
          group.push_back(Row(next));
        }
      }
      for (const Row row : system.add(group)) {
        is_out[row] = true;
        dropped.push_back(rows[row.index()]);
      }
    }
  }

  // Leading values must be found; then those without a left limit; then the higher derivatives,
  // so that a value that stays open is one that people look at.
  std::vector<Column> candidates;
  for (const Column column : graph.columns()) candidates.push_back(column);
  const auto rank = [&](Column column) {
    const SolvedValue& value = unknowns[column.index()];
    const ResetSlot& slot = slots[value.unknown];
    const bool is_undefined =
        standing[slot.first + static_cast<std::uint32_t>(value.order)] == Standing::undefined;
    return std::pair(value.order == slot.order ? 0 : is_undefined ? 1 : 2, -value.order);
  };
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](Column a, Column b) { return rank(a) < rank(b); });
  const Matching matching = preferential_matching(graph, candidates, is_out);
  solve_in_blocks(first, graph, matching, rows, unknowns);
  first.settled = make_system(std::move(settled), {}, false);
  first.dropped = make_system(std::move(dropped), {}, false);
  return first;
}

// The matched rows and columns in triangular order; columns without a row stay open.
void ResetPlan::solve_in_blocks(FirstInstant& first, const BipartiteGraph& graph,
                                const Matching& matching, std::span<const ShiftedEquation> rows,
                                std::span<const SolvedValue> unknowns) const {
  std::vector<std::uint32_t> column_position(unknowns.size(), kNone);
  std::vector<std::uint32_t> kept_rows, kept_columns;
  for (const Column column : graph.columns()) {
    if (!matching.row_of[column]) {
      first.open.push_back(unknowns[column.index()]);
      continue;
    }
    column_position[column.index()] = static_cast<std::uint32_t>(kept_columns.size());
    kept_columns.push_back(column.index());
  }
  for (const Row row : graph.rows()) {
    if (matching.column_of[row]) kept_rows.push_back(row.index());
  }
  SALTUS_CHECK(kept_rows.size() == kept_columns.size());
  std::vector<BipartiteGraph::Edge> edges;
  for (std::uint32_t r = 0; r < kept_rows.size(); ++r) {
    for (const Column column : graph.columns_of(Row(kept_rows[r]))) {
      const std::uint32_t position = column_position[column.index()];
      if (position != kNone) edges.push_back({Row(r), Column(position)});
    }
  }
  const BipartiteGraph square(kept_rows.size(), kept_columns.size(), std::move(edges));
  Matching perfect(square);
  for (std::uint32_t r = 0; r < kept_rows.size(); ++r) {
    const Column column = *matching.column_of[Row(kept_rows[r])];
    perfect.match(Row(r), Column(column_position[column.index()]));
  }
  const BlockTriangularForm form = block_triangular_form(square, perfect);
  for (std::uint32_t b = 0; b < form.block_count(); ++b) {
    std::vector<ShiftedEquation> block_rows;
    std::vector<SolvedValue> block_unknowns;
    for (const Row row : form.rows_of(b)) {
      block_rows.push_back(rows[kept_rows[row.index()]]);
      block_unknowns.push_back(unknowns[kept_columns[perfect.column_of[row]->index()]]);
    }
    first.systems.push_back(make_system(std::move(block_rows), std::move(block_unknowns), false));
  }
}

}  // namespace saltus
