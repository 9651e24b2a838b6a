#include "saltus/compiler/hybrid/surfaces.h"

#include <algorithm>

#include "saltus/compiler/hybrid/relations.h"

namespace saltus {

void SurfaceTable::collect(ExprId root, SourceSpan span, const std::string& text) {
  found_.clear();
  walk_.down(root, [&](ExprId id, const Expr& expr) {
    if (!is_relation(expr.op)) return true;
    // What is inside the relation belongs to its event function.
    if (values_.is_continuous(id)) found_.push_back(id);
    return !values_.is_continuous(id);
  });
  for (const ExprId relation : found_) add(relation, span, text);
}

std::optional<SurfaceRelation> SurfaceTable::find(ExprId relation) const {
  const auto found = relations_.find(relation);
  if (found == relations_.end()) return std::nullopt;
  return found->second;
}

std::optional<ExprId> SurfaceTable::find_formula(ExprId relation) const {
  const auto found = formulas_.find(relation);
  if (found == formulas_.end()) return std::nullopt;
  return found->second;
}

void SurfaceTable::add(ExprId relation, SourceSpan span, const std::string& text) {
  if (relations_.contains(relation) || formulas_.contains(relation)) return;
  const Expr expr = system_.pool[relation];
  const ExprId function = system_.pool.binary(Op::subtract, expr.first(), expr.second());
  if (!add_factors(relation, function, span, text)) add_surface(relation, function, span, text);
}

// False if the function is no product.
bool SurfaceTable::add_factors(ExprId relation, ExprId function, SourceSpan span,
                               const std::string& text) {
  const auto product = products_.find(function);
  if (!product) return false;
  const bool is_one = product->factors.size() == 1;
  if (is_one &&
      canonical_form(product->factors.front().function).form == canonical_form(function).form) {
    return false;
  }
  const ExprId formula = relation_of_factors(system_.pool, *product, system_.pool[relation].op);
  formulas_.emplace(relation, formula);
  const std::string name = !is_one ? "" : text.empty() ? printer_.print(relation) : text;
  std::vector<ExprId> parts;
  walk_.start();
  walk_.down(formula, [&](ExprId id, const Expr& expr) {
    if (is_relation(expr.op) && values_.is_continuous(id)) parts.push_back(id);
    return !is_relation(expr.op);
  });
  for (const ExprId part : parts) {
    if (relations_.contains(part)) continue;
    const Expr expr = system_.pool[part];
    add_surface(part, system_.pool.binary(Op::subtract, expr.first(), expr.second()), span, name);
  }
  return true;
}

void SurfaceTable::add_surface(ExprId relation, ExprId function, SourceSpan span,
                               const std::string& text) {
  const Expr expr = system_.pool[relation];
  CanonicalForm canonical = canonical_form(function);
  const auto [entry, is_new] = known_.emplace(
      std::move(canonical.form), SurfaceId(static_cast<std::uint32_t>(surfaces_.size())));
  const SurfaceId surface = entry->second;
  if (is_new) {
    surfaces_.add({in_terms_of_states(function), span,
                   text.empty() ? printer_.print(relation) : text, expr.op});
    is_positive_.push_back(canonical.is_positive);
  }
  const bool is_same_sign = is_positive_[surface.index()] == canonical.is_positive;
  relations_.emplace(relation,
                     SurfaceRelation{surface, is_same_sign ? expr.op : mirrored(expr.op)});
}

SurfaceId SurfaceTable::add_inequality(ExprId function, SourceSpan span) {
  is_positive_.push_back(true);
  return surfaces_.add({function, span, printer_.print(function) + " <= 0", Op::less_equal});
}

AffineForm SurfaceTable::reduced(ExprId function) {
  if (!aliases_) aliases_.emplace(system_, values_);
  return aliases_->reduced(affine_form(system_.pool, values_, function));
}

ExprId SurfaceTable::sum_of(const AffineForm& form) {
  ExprPool& pool = system_.pool;
  ExprId sum = pool.constant(form.constant);
  for (const AffinePart part : form.parts) {
    const ExprId factor = pool.constant(part.coefficient);
    sum = pool.binary(Op::add, sum, pool.binary(Op::multiply, factor, part.term));
  }
  return sum;
}

// Functions of time alone stay as they were written: what they do at the start of a run is found
// out by what depends on them.
bool SurfaceTable::reads_states_only(const AffineForm& form) {
  bool reads_state = false;
  walk_.start();
  for (const AffinePart part : form.parts) {
    walk_.leaves(part.term, [&](const Expr& leaf) {
      reads_state |= leaf.op == Op::variable && !system_.variables[leaf.variable()].is_discrete;
    });
  }
  return reads_state && form.is_finite() &&
         std::all_of(form.parts.begin(), form.parts.end(), [&](const AffinePart& part) {
           return aliases_->reads_states_only(part.term);
         });
}

ExprId SurfaceTable::in_terms_of_states(ExprId function) {
  const AffineForm form = reduced(function);
  return !aliases_->reads_states_only(function) && reads_states_only(form) ? sum_of(form)
                                                                           : function;
}

std::optional<ExprId> SurfaceTable::definition(ExprId variable) {
  const Expr expr = system_.pool[variable];
  if (expr.op != Op::variable || expr.order() > 0) return std::nullopt;
  if (system_.variables[expr.variable()].is_discrete) return std::nullopt;
  const auto [entry, is_new] = definitions_.try_emplace(variable, variable);
  if (is_new) entry->second = in_terms_of_states(variable);
  return entry->second == variable ? std::nullopt : std::optional(entry->second);
}

bool SurfaceTable::is_decided_by_states(SurfaceId surface) {
  bool reads_discrete = false;
  const ExprId function = surfaces_[surface].function;
  walk_.start();
  walk_.leaves(function, [&](const Expr& leaf) {
    reads_discrete |= leaf.op == Op::variable && system_.variables[leaf.variable()].is_discrete;
  });
  if (!aliases_) aliases_.emplace(system_, values_);
  return reads_discrete && aliases_->reads_states_only(function);
}

SurfaceTable::CanonicalForm SurfaceTable::canonical_form(ExprId function) {
  AffineForm form = reduced(function);
  const double first = form.parts.empty() ? 1.0 : form.parts.front().coefficient;
  for (AffinePart& part : form.parts) part.coefficient /= first;
  form.constant /= first;
  if (form.parts.empty() || !form.is_finite()) return {{{{function, 1.0}}, 0.0}, true};
  // -0.0 and 0.0 are the same constant.
  return {{std::move(form.parts), form.constant + 0.0}, first > 0.0};
}

std::optional<TimeCrossing> find_time_crossing(ExprPool& pool, ParameterValues& values,
                                               ExpressionWalk& walk, ExprId function) {
  const AffineForm form = affine_form(pool, values, function);
  if (!form.is_finite()) return std::nullopt;
  double slope = 0.0;
  bool has_guard = false;
  walk.start();
  for (const AffinePart part : form.parts) {
    if (pool[part.term].op == Op::time) {
      slope = part.coefficient;
      continue;
    }
    if (values.is_continuous(part.term)) return std::nullopt;
    walk.leaves(part.term, [&](const Expr& leaf) { has_guard |= leaf.op == Op::guard; });
  }
  if (slope == 0.0 || has_guard) return std::nullopt;
  const int sense = slope > 0.0 ? 1 : -1;

  // As it was written, where it was written as `time >= threshold`.
  const Expr difference = pool[function];
  if (difference.op == Op::subtract && pool[difference.first()].op == Op::time) {
    return TimeCrossing{difference.second(), sense};
  }
  if (difference.op == Op::subtract && pool[difference.second()].op == Op::time) {
    return TimeCrossing{difference.first(), sense};
  }
  ExprId threshold = pool.constant(-form.constant / slope);
  for (const AffinePart part : form.parts) {
    if (pool[part.term].op == Op::time) continue;
    const ExprId factor = pool.constant(-part.coefficient / slope);
    threshold = pool.binary(Op::add, threshold, pool.binary(Op::multiply, factor, part.term));
  }
  return TimeCrossing{threshold, sense};
}

}  // namespace saltus
