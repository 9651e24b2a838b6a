#include "saltus/compiler/structure/resolve_cancellations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "saltus/compiler/structure/analyze_structure.h"
#include "saltus/compiler/structure/collect_terms.h"
#include "saltus/compiler/structure/dependent_rows.h"
#include "saltus/compiler/structure/leading_terms.h"
#include "saltus/compiler/structure/signature.h"
#include "saltus/foundation/expr/differentiate.h"
#include "saltus/foundation/expr/rewrite.h"

namespace saltus {
namespace {

// A combination of rows of the mode in which the leading values of a block cancel.
struct Cancellation {
  const StructureBlock* block;
  Row replaced;  // its own factor is 1 and its offset the least
  std::vector<std::pair<Row, double>> factors;
};

// The rows of a block, those that are differentiated most first: a row that depends on those
// before it then has the least offset of them all.
std::vector<Row> by_descending_offset(const StructureBlock& block, const ModeStructure& structure) {
  std::vector<Row> rows = block.rows;
  std::sort(rows.begin(), rows.end(), [&](Row a, Row b) {
    const int left = structure.offsets.equation[a], right = structure.offsets.equation[b];
    return left != right ? left > right : a < b;
  });
  return rows;
}

// What the numbers of a mode make of its structure.
struct Findings {
  std::vector<Row> with_zeros;  // the factor of some leading value is zero in these equations
  std::vector<Cancellation> cancellations;
};

void find_in_block(const StructureBlock& block, const ModeStructure& structure, LeadingTerms& terms,
                   Findings& found) {
  terms.choose(block);
  std::vector<Row> rows;
  std::vector<MatrixRow> matrix;
  for (const Row row : by_descending_offset(block, structure)) {
    MatrixRow entries;
    bool is_constant = true, has_zero = false;
    for (const LeadingTerm& term : terms.of(row)) {
      is_constant &= term.factor.has_value();
      has_zero |= term.factor == 0.0;
      entries.emplace_back(term.position, term.factor.value_or(0.0));
    }
    if (has_zero) found.with_zeros.push_back(row);
    if (!is_constant) continue;
    rows.push_back(row);
    matrix.push_back(std::move(entries));
  }
  for (const DependentRow& dependent : find_dependent_rows(matrix, block.columns.size())) {
    Cancellation cancellation{&block, rows[dependent.row], {}};
    for (const auto& [row, factor] : dependent.factors) {
      cancellation.factors.emplace_back(rows[row], factor);
    }
    found.cancellations.push_back(std::move(cancellation));
  }
}

Findings find_cancellations(const FlatSystem& system, const ModeSystem& mode,
                            const ModeStructure& structure) {
  LeadingTerms terms(system, mode, structure);
  Findings found;
  for (const StructureBlock& block : structure.blocks) {
    find_in_block(block, structure, terms, found);
  }
  return found;
}

class Combiner {
 public:
  Combiner(FlatSystem& system, ModeSystem& mode, const ModeStructure& structure)
      : system_(system),
        mode_(mode),
        structure_(structure),
        numbers_(parameter_values(system)),
        derivative_(system.pool,
                    [&system](VariableId id) { return system.variables[id].is_discrete; }) {}

  void replace_all(const std::vector<Cancellation>& cancellations) {
    std::vector<ExprId> residuals;
    for (const Cancellation& each : cancellations) residuals.push_back(combination(each));
    for (std::size_t i = 0; i < cancellations.size(); ++i) note(cancellations[i]);
    for (std::size_t i = 0; i < cancellations.size(); ++i) {
      mode_.equations[cancellations[i].replaced.index()].residual = residuals[i];
    }
  }

 private:
  int differentiated(const Cancellation& cancellation, Row row) const {
    return structure_.offsets.equation[row] - structure_.offsets.equation[cancellation.replaced];
  }

  // The leading values of the block are zero in it: their factors are, in the sum.
  ExprId combination(const Cancellation& cancellation) {
    ExprPool& pool = system_.pool;
    const int offset = structure_.offsets.equation[cancellation.replaced];
    IdMap<VariableId, int> leading(system_.variables.size(), -1);
    for (const Column column : cancellation.block->columns) {
      leading[mode_.unknowns[column.index()]] = structure_.offsets.variable[column] - offset;
    }
    Rewriter without_leading(pool, [&](ExprPool& leaves, ExprId leaf) {
      const Expr expr = leaves[leaf];
      const bool is_leading = expr.op == Op::variable && expr.order() == leading[expr.variable()];
      return is_leading ? leaves.constant(0.0) : leaf;
    });
    ExprId sum = pool.constant(0.0);
    for (const auto& [row, factor] : cancellation.factors) {
      ExprId term = mode_.equations[row.index()].residual;
      for (int k = 0; k < differentiated(cancellation, row); ++k) {
        term = derivative_.differentiate(term);
      }
      term = without_leading.rewrite(term);
      if (std::fabs(factor) != 1.0) {
        term = pool.binary(Op::multiply, pool.constant(std::fabs(factor)), term);
      }
      sum = pool.binary(factor > 0.0 ? Op::add : Op::subtract, sum, term);
    }
    return collect_terms(pool, numbers_, sum);
  }

  void note(const Cancellation& cancellation) {
    const std::uint32_t position = cancellation.replaced.index();
    CombinedEquation combined{
        .equation = position, .original = mode_.equations[position].residual, .terms = {}};
    for (const auto& [row, factor] : cancellation.factors) {
      const int times = differentiated(cancellation, row);
      combined.terms.push_back({row.index(), times, factor});
      combined.has_derivatives |= times > 0;
      if (const CombinedEquation* known = find(row.index())) {
        combined.has_derivatives |= known->has_derivatives;
        if (row.index() == position) combined.original = known->original;
        for (const CombinedEquation::Term& term : known->terms) add_term(term, combined);
      }
    }
    const auto place = std::lower_bound(
        mode_.combined.begin(), mode_.combined.end(), position,
        [](const CombinedEquation& each, std::uint32_t wanted) { return each.equation < wanted; });
    if (place != mode_.combined.end() && place->equation == position) {
      *place = std::move(combined);
    } else {
      mode_.combined.insert(place, std::move(combined));
    }
  }

  const CombinedEquation* find(std::uint32_t position) const {
    const auto found =
        std::find_if(mode_.combined.begin(), mode_.combined.end(),
                     [&](const CombinedEquation& each) { return each.equation == position; });
    return found == mode_.combined.end() ? nullptr : &*found;
  }

  // What an earlier combination was made of, for messages.
  static void add_term(const CombinedEquation::Term& term, CombinedEquation& combined) {
    const bool is_known = std::any_of(
        combined.terms.begin(), combined.terms.end(),
        [&](const CombinedEquation::Term& own) { return own.equation == term.equation; });
    if (!is_known) combined.terms.push_back(term);
  }

  FlatSystem& system_;
  ModeSystem& mode_;
  const ModeStructure& structure_;
  Evaluator numbers_;
  Differentiator derivative_;
};

// Equations without the terms whose factors are zero. False if that changes none of them.
bool drop_zeros(const std::vector<Row>& rows, FlatSystem& system, ModeSystem& mode) {
  if (rows.empty()) return false;
  Evaluator numbers = parameter_values(system);
  bool has_changed = false;
  for (const Row row : rows) {
    ExprId& residual = mode.equations[row.index()].residual;
    const ExprId collected = collect_terms(system.pool, numbers, residual);
    has_changed |= collected != residual;
    residual = collected;
  }
  return has_changed;
}

// The equations of a combination, the replaced one first.
std::vector<EquationId> equations_of(const ModeSystem& mode, const CombinedEquation& combined) {
  std::vector<EquationId> equations = {mode.equations[combined.equation].equation};
  for (const CombinedEquation::Term& term : combined.terms) {
    const EquationId id = mode.equations[term.equation].equation;
    if (std::find(equations.begin(), equations.end(), id) == equations.end()) {
      equations.push_back(id);
    }
  }
  std::sort(equations.begin() + 1, equations.end());
  return equations;
}

// A combination without unknowns says nothing, or what cannot be.
bool report_dependent(const FlatSystem& system, const ModeSystem& mode,
                      const BipartiteGraph& signature, Diagnostics& diagnostics) {
  bool has_reported = false;
  for (const CombinedEquation& combined : mode.combined) {
    if (!signature.columns_of(Row(combined.equation)).empty()) continue;
    const std::vector<EquationId> equations = equations_of(mode, combined);
    const Expr& rest = system.pool[mode.equations[combined.equation].residual];
    const std::string_view message = rest.op != Op::constant ? "this equation determines no unknown"
                                     : rest.value == 0.0
                                         ? "this equation says nothing that others do not say"
                                         : "this equation contradicts others";
    Diagnostic& error = diagnostics.error(
        codes::dependent_equations, system.equations[equations[0]].span, std::string(message));
    error.mark(equations.size() == 1 ? "its unknowns cancel"
                                     : "its unknowns cancel when it is combined with the others");
    for (std::size_t i = 1; i < equations.size(); ++i) {
      error.also(system.equations[equations[i]].span, "one of the others");
    }
    error.suggest("replace it by one that says something new about its unknowns");
    has_reported = true;
  }
  return has_reported;
}

}  // namespace

std::optional<ModeStructure> resolve_cancellations(FlatSystem& system, ModeSystem& mode,
                                                   Diagnostics& diagnostics) {
  std::optional<ModeStructure> structure = analyze_structure(system, mode, diagnostics);
  while (structure) {
    const Findings found = find_cancellations(system, mode, *structure);
    if (drop_zeros(found.with_zeros, system, mode)) {
      structure = analyze_structure(system, mode, diagnostics);
      continue;
    }
    if (found.cancellations.empty()) return structure;
    Combiner(system, mode, *structure).replace_all(found.cancellations);
    const BipartiteGraph signature = signature_of(system, mode);
    if (report_dependent(system, mode, signature, diagnostics)) return std::nullopt;
    std::optional<ModeStructure> next = analyze_structure(system, mode, diagnostics);
    // Each round takes away degrees of freedom; one that does not has met rounding.
    if (next && next->degrees_of_freedom >= structure->degrees_of_freedom) return next;
    structure = std::move(next);
  }
  return structure;
}

}  // namespace saltus
