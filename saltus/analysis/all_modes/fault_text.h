#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "saltus/analysis/all_modes/all_modes.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// A fault in words: which modes, how many equations too many or too few, which lines, what is
// determined and what is not.
class FaultText {
 public:
  FaultText(const FlatSystem& system, const ModeCount& mode_count, const ModeFault& fault,
            const SourceText& source)
      : system_(system), mode_count_(mode_count), fault_(fault), source_(source) {}

  static constexpr std::size_t shown_at_most = 6;  // lines, names

  bool has_excess() const { return !fault_.too_many.empty(); }
  bool has_lack() const { return !fault_.undetermined.empty(); }
  bool is_everywhere() const { return fault_.modes.count == mode_count_; }
  bool is_suspect(EquationId id) const;
  // The equation that the only suspect repeats.
  std::optional<EquationId> repeated() const;
  // The author looks first at what a condition guards.
  EquationId first_excess() const;

  SourceSpan span_of(EquationId id) const { return system_.equations[id].span; }
  SourceSpan span_of(VariableId id) const { return system_.variables[id].span; }
  std::size_t line_of(SourceSpan span) const { return source_.position(span.begin).line; }

  // `in the modes …`
  std::string where(const ModesWhere& modes) const;
  std::string_view these_modes() const;
  std::string there() const { return "in " + std::string(these_modes()); }
  // `1 equation too many: …`
  std::string counted_text() const;
  // `line 5`, `lines 5, 7 and 9`
  std::string lines_of(const std::vector<EquationId>& equations,
                       std::string_view last = "and") const;
  std::string names_of(const std::vector<VariableId>& variables, std::string_view last) const;
  // Those that have an equation in other modes, if there are such; of an equation `v = …` v.
  std::string wanted_unknowns() const;

 private:
  std::size_t excess() const;
  std::string excess_text() const;
  // `lines 7 and 8, which determine …`
  std::string others_text() const;
  // Of an equation without unknowns.
  std::string known_text() const;
  std::string lack_text() const;
  bool is_undetermined(VariableId id) const;
  template <class Visit>
  void visit_leaves(EquationId id, Visit visit) const;

  const FlatSystem& system_;
  const ModeCount& mode_count_;
  const ModeFault& fault_;
  const SourceText& source_;
};

}  // namespace saltus
