#include "saltus/runtime/reset/reset_plan.h"

#include <algorithm>

#include "saltus/foundation/base/check.h"
#include "saltus/foundation/graph/dulmage_mendelsohn.h"
#include "saltus/foundation/graph/maximum_matching.h"
#include "saltus/runtime/numeric/preferential_matching.h"

namespace saltus {

namespace {

constexpr std::uint32_t kNone = 0xffffffff;

template <class Visit>
void visit_operands(const ExecutableMode& mode, const Instruction& instruction, Visit&& visit) {
  switch (instruction.op) {
    case SeriesOp::time:
    case SeriesOp::known:
    case SeriesOp::derivative:
      return;
    case SeriesOp::sum:
      for (std::uint32_t t = 0; t < instruction.linear_count; ++t) {
        visit(mode.linear_terms[instruction.first_linear + t].row);
      }
      for (std::uint32_t t = 0; t < instruction.product_count; ++t) {
        visit(mode.product_terms[instruction.first_product + t].left);
        visit(mode.product_terms[instruction.first_product + t].right);
      }
      return;
    case SeriesOp::if_else:
      visit(instruction.c);
      [[fallthrough]];
    case SeriesOp::divide:
    case SeriesOp::atan2:
    case SeriesOp::minimum:
    case SeriesOp::maximum:
    case SeriesOp::less:
    case SeriesOp::less_equal:
    case SeriesOp::equal:
    case SeriesOp::logical_and:
    case SeriesOp::logical_or:
      visit(instruction.b);
      [[fallthrough]];
    default:
      visit(instruction.a);
  }
}

// Finds the operations and leaves that rows depend on.
class CodeSearch {
 public:
  explicit CodeSearch(const ExecutableMode& mode)
      : mode_(mode), producer_(mode.row_count, kNone), seen_(mode.row_count, 0) {
    for (std::uint32_t i = 0; i < mode.instructions.size(); ++i) {
      producer_[mode.instructions[i].row] = i;
      if (has_companion(mode.instructions[i].op)) producer_[mode.instructions[i].row + 1] = i;
    }
  }

  Code code_of(std::span<const std::uint32_t> rows) {
    ++round_;
    Code code;
    for (const std::uint32_t row : rows) reach(row, code);
    while (!pending_.empty()) {
      const std::uint32_t i = pending_.back();
      pending_.pop_back();
      code.instructions.push_back(i);
      visit_operands(mode_, mode_.instructions[i], [&](std::uint32_t row) { reach(row, code); });
    }
    std::sort(code.instructions.begin(), code.instructions.end());
    std::sort(code.leaves.begin(), code.leaves.end(),
              [](const Leaf& a, const Leaf& b) { return a.row < b.row; });
    return code;
  }

  // The operations of `code` that depend on unknowns of a block.
  std::vector<std::uint32_t> cone_of(const Code& code, std::uint32_t block) {
    ++round_;
    for (const Leaf& leaf : code.leaves) {
      if (mode_.unknowns[leaf.unknown].block == block) seen_[leaf.row] = round_;
    }
    std::vector<std::uint32_t> cone;
    for (const std::uint32_t i : code.instructions) {
      bool depends = false;
      visit_operands(mode_, mode_.instructions[i],
                     [&](std::uint32_t row) { depends |= seen_[row] == round_; });
      if (!depends) continue;
      cone.push_back(i);
      seen_[mode_.instructions[i].row] = round_;
      if (has_companion(mode_.instructions[i].op)) seen_[mode_.instructions[i].row + 1] = round_;
    }
    return cone;
  }

 private:
  void reach(std::uint32_t row, Code& code) {
    if (seen_[row] == round_) return;
    seen_[row] = round_;
    if (row < mode_.unknowns.size()) {
      code.leaves.push_back({row, 0, row});
      return;
    }
    const std::uint32_t i = producer_[row];
    SALTUS_CHECK(i != kNone);
    const Instruction& instruction = mode_.instructions[i];
    if (instruction.op == SeriesOp::derivative) {
      code.leaves.push_back({instruction.a, static_cast<int>(instruction.constant), row});
      return;
    }
    if (has_companion(instruction.op)) {
      seen_[instruction.row] = seen_[instruction.row + 1] = round_;
    }
    pending_.push_back(i);
  }

  const ExecutableMode& mode_;
  std::vector<std::uint32_t> producer_;
  std::vector<std::uint32_t> seen_;
  std::vector<std::uint32_t> pending_;
  std::uint32_t round_ = 0;
};

}  // namespace

double binomial(int n, int k) {
  if (k < 0 || k > n) return 0.0;
  double result = 1.0;
  for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return result;
}

ResetPlan::ResetPlan(const ExecutableMode& mode) {
  for (const ExecutableUnknown& unknown : mode.unknowns) {
    const int order = unknown.offset - mode.blocks[unknown.block].lead;
    slots.push_back({entry_count, order});
    block_of.push_back(unknown.block);
    entry_count += static_cast<std::uint32_t>(order + 1);
  }
  equations.resize(mode.equations.size());
  CodeSearch search(mode);
  for (std::uint32_t index = 0; index < mode.blocks.size(); ++index) {
    const ExecutableBlock& source = mode.blocks[index];
    PlannedBlock block{.equations = source.equations,
                       .unknowns = source.unknowns,
                       .lead = source.lead,
                       .is_assignment = source.is_assignment,
                       .value_row = source.value,
                       .sign = source.sign,
                       .value_code = {},
                       .shared = {},
                       .system = {}};
    largest_lead = std::max(largest_lead, source.lead);
    std::vector<ShiftedEquation> rows;
    for (const std::uint32_t i : source.equations) {
      const std::uint32_t residual = mode.equations[i].residual;
      Code code = search.code_of({&residual, 1});
      std::vector<std::uint32_t> cone = search.cone_of(code, index);
      const int shift = mode.equations[i].offset - source.lead;
      equations[i] = {residual, shift, index, 0, std::move(code), std::move(cone)};
      rows.push_back({i, shift});
      last_instant = std::max(last_instant, shift);
    }
    if (block.is_assignment) block.value_code = search.code_of({&block.value_row, 1});
    std::vector<int> shifts;
    for (const ShiftedEquation& row : rows) shifts.push_back(row.shift);
    std::sort(shifts.begin(), shifts.end());
    shifts.erase(std::unique(shifts.begin(), shifts.end()), shifts.end());
    for (const int shift : shifts) {
      std::vector<std::uint32_t> residuals;
      for (const ShiftedEquation& row : rows) {
        if (row.shift != shift) continue;
        equations[row.equation].evaluation = static_cast<std::uint32_t>(block.shared.size());
        residuals.push_back(equations[row.equation].residual);
      }
      block.shared.push_back(search.code_of(residuals));
    }
    std::vector<SolvedValue> unknowns;
    for (const std::uint32_t j : source.unknowns) unknowns.push_back({j, slots[j].order});
    block.system = make_system(block, std::move(rows), std::move(unknowns));
    blocks.push_back(std::move(block));
  }
}

BlockSystem ResetPlan::make_system(const PlannedBlock&, std::vector<ShiftedEquation> rows,
                                   std::vector<SolvedValue> unknowns) const {
  BlockSystem system;
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const ShiftedEquation& a, const ShiftedEquation& b) {
                     const std::uint32_t first = equations[a.equation].evaluation;
                     const std::uint32_t second = equations[b.equation].evaluation;
                     return first != second ? first < second : a.shift < b.shift;
                   });
  system.rows = std::move(rows);
  system.unknowns = std::move(unknowns);
  for (std::uint32_t r = 0; r < system.rows.size(); ++r) {
    const auto [equation, shift] = system.rows[r];
    const std::uint32_t shared = equations[equation].evaluation;
    if (system.evaluations.empty() || system.evaluations.back().shared != shared ||
        system.evaluations.back().shift != shift) {
      system.evaluations.push_back({shared, shift, r, 0});
    }
    ++system.evaluations.back().row_count;
    system.first_coupling.push_back(static_cast<std::uint32_t>(system.couplings.size()));
    for (const Leaf& leaf : equations[equation].code.leaves) {
      for (std::uint32_t u = 0; u < system.unknowns.size(); ++u) {
        if (system.unknowns[u].unknown != leaf.unknown) continue;
        const int power = system.unknowns[u].order - leaf.order;
        if (power < 0 || power > shift) continue;
        system.couplings.push_back({leaf.row, u, binomial(shift, power), power});
      }
    }
  }
  system.first_coupling.push_back(static_cast<std::uint32_t>(system.couplings.size()));
  return system;
}

FirstInstant ResetPlan::first_instant(std::span<const Standing> standing) const {
  FirstInstant first;
  first.standing.assign(standing.begin(), standing.end());
  for (const PlannedBlock& block : blocks) first.blocks.push_back(plan_first(block, standing));
  return first;
}

FirstInstant::Block ResetPlan::plan_first(const PlannedBlock& block,
                                          std::span<const Standing> standing) const {
  FirstInstant::Block result;
  std::vector<ShiftedEquation> rows;
  for (const std::uint32_t i : block.equations) {
    for (int k = 0; k <= equations[i].shift; ++k) rows.push_back({i, k});
  }
  std::vector<SolvedValue> unknowns;
  std::vector<std::uint32_t> first_column(block.unknowns.size() + 1, 0);
  std::vector<int> lowest(block.unknowns.size(), 0);
  for (std::uint32_t j = 0; j < block.unknowns.size(); ++j) {
    const ResetSlot& slot = slots[block.unknowns[j]];
    while (standing[slot.first + static_cast<std::uint32_t>(lowest[j])] == Standing::fact) {
      ++lowest[j];
    }
    first_column[j] = static_cast<std::uint32_t>(unknowns.size());
    for (int l = lowest[j]; l <= slot.order; ++l) unknowns.push_back({block.unknowns[j], l});
  }

  // Which of the unknowns each shifted equation mentions.
  std::vector<BipartiteGraph::Edge> edges;
  for (std::uint32_t r = 0; r < rows.size(); ++r) {
    for (const Leaf& leaf : equations[rows[r].equation].code.leaves) {
      const auto found = std::find(block.unknowns.begin(), block.unknowns.end(), leaf.unknown);
      if (found == block.unknowns.end()) continue;
      const auto j = static_cast<std::size_t>(found - block.unknowns.begin());
      const int end = std::min(leaf.order + rows[r].shift, slots[leaf.unknown].order);
      for (int l = std::max(leaf.order, lowest[j]); l <= end; ++l) {
        edges.push_back(
            {Row(r), Column(first_column[j] + static_cast<std::uint32_t>(l - lowest[j]))});
      }
    }
  }
  std::vector<ShiftedEquation> settled, dropped;
  const BipartiteGraph graph(rows.size(), unknowns.size(), edges);
  IdMap<Row, bool> is_out(rows.size(), false);
  const auto is_top = [&](Row row) {
    return rows[row.index()].shift == equations[rows[row.index()].equation].shift;
  };
  int largest_shift = 0;
  for (const Row row : graph.rows()) {
    largest_shift = std::max(largest_shift, rows[row.index()].shift);
    is_out[row] = !is_top(row);
  }
  // Instant after instant: an equation is deferred rather than one of an earlier instant.
  for (int shift = 0; shift < largest_shift; ++shift) {
    std::vector<Row> candidates;
    for (const Row row : graph.rows()) {
      if (rows[row.index()].shift != shift || is_top(row)) continue;
      if (graph.columns_of(row).empty()) {
        settled.push_back(rows[row.index()]);
      } else {
        candidates.push_back(row);
        is_out[row] = false;
      }
    }
    for (bool has_dropped = !candidates.empty(); has_dropped;) {
      has_dropped = false;
      std::vector<BipartiteGraph::Edge> kept;
      for (const BipartiteGraph::Edge& edge : edges) {
        if (!is_out[edge.row]) kept.push_back(edge);
      }
      const BipartiteGraph rest(rows.size(), unknowns.size(), std::move(kept));
      const DulmageMendelsohn parts = dulmage_mendelsohn(rest, maximum_matching(rest));
      for (const Row row : parts.over_determined.rows) {
        if (is_out[row] || is_top(row) || rows[row.index()].shift != shift) continue;
        is_out[row] = has_dropped = true;
        dropped.push_back(rows[row.index()]);
      }
    }
  }

  // Leading values must be found; then those without a left limit; then the higher
  // derivatives, so that a value that stays open is one that people look at.
  std::vector<Column> candidates;
  for (const Column column : graph.columns()) candidates.push_back(column);
  const auto rank = [&](Column column) {
    const SolvedValue& value = unknowns[column.index()];
    const ResetSlot& slot = slots[value.unknown];
    const bool is_leading = value.order == slot.order;
    const bool is_undefined =
        standing[slot.first + static_cast<std::uint32_t>(value.order)] == Standing::undefined;
    return std::pair(is_leading ? 0 : is_undefined ? 1 : 2, -value.order);
  };
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](Column a, Column b) { return rank(a) < rank(b); });
  const Matching matching = preferential_matching(graph, candidates, is_out);
  std::vector<ShiftedEquation> solved_rows;
  std::vector<SolvedValue> solved;
  for (const Row row : graph.rows()) {
    if (!is_out[row]) solved_rows.push_back(rows[row.index()]);
  }
  for (const Column column : graph.columns()) {
    (matching.row_of[column] ? solved : result.open).push_back(unknowns[column.index()]);
  }
  SALTUS_CHECK(solved_rows.size() == solved.size());
  result.system = make_system(block, std::move(solved_rows), std::move(solved));
  result.settled = make_system(block, std::move(settled), {});
  result.dropped = make_system(block, std::move(dropped), {});
  return result;
}

}  // namespace saltus
