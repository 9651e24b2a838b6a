#pragma once

#include <optional>
#include <string>
#include <vector>

#include "saltus/analysis/constructive/constructive_graph.h"
#include "saltus/compiler/modes/mode.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// How the graphs of a model are read: equations are e1, e2, … through all of its components,
// `•` is the next instant.
class GraphNames {
 public:
  GraphNames(const FlatSystem& system, const std::vector<ConstructiveGraph>& graphs,
             const SourceText& source);

  std::string equation(EquationId id) const;  // "e3"
  std::string text(EquationAt e) const;       // "e3•"
  std::string text(ValueAt value) const;      // "w1•"
  std::string text(const ConstructiveStep& step) const;
  std::string text(const SelfTransition& transition) const;  // "when x <= 0: v := -pre(v)"
  std::string list(const std::vector<EquationAt>& equations, const char* separator = ", ") const;
  std::string list(const std::vector<ValueAt>& values) const;
  std::string context(const Context& context) const;  // "{e3}"
  std::string variable(VariableId id) const;
  std::string guard(GuardId id) const;
  std::string mode(const ConstructiveMode& mode) const;
  std::string title(const ConstructiveMode& mode) const;  // "Mode `engaged`"
  // As in S0, Figure 3: v is true, not v false, what is undefined is left out.
  std::string status(const ConstructiveGraph& graph, const Status& status) const;
  std::vector<ValueAt> known(const ConstructiveGraph& graph, const Status& status) const;

  // As the author wrote it.
  std::string written(EquationId id) const;
  std::string place(EquationId id) const;  // "line 7"
  std::optional<std::uint32_t> line(EquationId id) const;
  std::optional<std::uint32_t> line(GuardId id) const;
  // "if engaged", or nothing.
  std::string condition(EquationId id) const;

 private:
  const FlatSystem& system_;
  const SourceText& source_;
  ModeSystem all_;                     // every equation, to be printed
  std::vector<std::uint32_t> number_;  // by EquationId, from 1
  std::vector<std::uint32_t> row_;     // by EquationId, in `all_`
};

// "•" as often as needed, "•5" beyond three.
std::string dots(int shift);

}  // namespace saltus
