#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "saltus/compiler/flat/expr_names.h"
#include "saltus/compiler/hybrid/affine_aliases.h"
#include "saltus/compiler/hybrid/affine_form.h"
#include "saltus/compiler/hybrid/expression_walk.h"
#include "saltus/compiler/hybrid/hybrid_system.h"
#include "saltus/compiler/hybrid/sign_product.h"

namespace saltus {

// A relation as a comparison of an event function with 0.
struct SurfaceRelation {
  SurfaceId surface;
  Op op;
};

// The event functions of a model. The relations `x > y`, `y > x` and `2*x - 2*y >= 0`
// share one: they compare the same function, up to a constant factor, with 0. So do `v > 0` and
// `w > 0` if an equation without a guard says w = 2*v. A function that is a product has no
// surface of its own, its factors have.
class SurfaceTable {
 public:
  SurfaceTable(FlatSystem& system, ParameterValues& values)
      : system_(system),
        values_(values),
        walk_(system.pool),
        products_(system, values),
        printer_(system.pool, expr_names(system)) {}

  // Makes surfaces of the relations below `root` that change continuously. They are
  // called `text`, if given, instead of being printed.
  void collect(ExprId root, SourceSpan span, const std::string& text = {});
  // An inequality g <= 0 has a surface of its own.
  SurfaceId add_inequality(ExprId function, SourceSpan span);
  // Nothing for relations that change at events only, and for those between products.
  std::optional<SurfaceRelation> find(ExprId relation) const;
  // A relation between products as a formula of relations between their factors.
  std::optional<ExprId> find_formula(ExprId relation) const;
  const IdMap<SurfaceId, SurfaceSource>& all() const { return surfaces_; }
  // A variable in terms of states, discrete values and time, if equations without guards give it:
  // with y = x, y >= 5 is decided like x >= 5.
  std::optional<ExprId> definition(ExprId variable);
  // Whether the event function reads states, time and at least one discrete value, and nothing
  // else.
  bool is_decided_by_states(SurfaceId surface);

 private:
  // The function divided by its first coefficient; the sign of that coefficient.
  struct CanonicalForm {
    std::pair<std::vector<AffinePart>, double> form;
    bool is_positive;
  };
  CanonicalForm canonical_form(ExprId function);
  void add(ExprId relation, SourceSpan span, const std::string& text);
  bool add_factors(ExprId relation, ExprId function, SourceSpan span, const std::string& text);
  void add_surface(ExprId relation, ExprId function, SourceSpan span, const std::string& text);
  AffineForm reduced(ExprId function);
  ExprId sum_of(const AffineForm& form);
  bool reads_states_only(const AffineForm& form);
  ExprId in_terms_of_states(ExprId function);

  FlatSystem& system_;
  ParameterValues& values_;
  ExpressionWalk walk_;
  SignProducts products_;
  ExprPrinter printer_;
  IdMap<SurfaceId, SurfaceSource> surfaces_;
  std::vector<bool> is_positive_;  // by SurfaceId: the sign of its canonical form
  std::map<std::pair<std::vector<AffinePart>, double>, SurfaceId> known_;
  std::unordered_map<ExprId, SurfaceRelation> relations_;  // looked up only
  std::unordered_map<ExprId, ExprId> formulas_;            // looked up only
  std::unordered_map<ExprId, ExprId> definitions_;         // looked up only
  std::vector<ExprId> found_;
  std::optional<AffineAliases> aliases_;  // made for the first relation
};

// The surface as a threshold of time, if it is one: g = c*time + d with a constant
// c and a d that changes at events only and mentions no guard.
struct TimeCrossing {
  ExprId threshold;
  int sense;
};
std::optional<TimeCrossing> find_time_crossing(ExprPool& pool, ParameterValues& values,
                                               ExpressionWalk& walk, ExprId function);

}  // namespace saltus
