#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/compiler/syntax/syntax_tree.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// Some modes, as a person asks for them: `engaged and not (x > 1)`.
class ModeFormula {
 public:
  // Guards may be called by their conditions as the text has them. Reports what is none.
  static std::optional<ModeFormula> read(const SourceText& text, const FlatSystem& system,
                                         Diagnostics& diagnostics);

  // Nothing where guards decide that the literals leave open.
  std::optional<bool> value(const std::vector<GuardLiteral>& literals) const;
  bool may_hold(const std::vector<GuardLiteral>& literals) const {
    return value(literals).value_or(true);
  }

 private:
  syntax::SyntaxTree tree_;
  std::vector<syntax::NodeId> roots_;                // all of them hold
  std::map<syntax::NodeId, GuardLiteral> guard_at_;  // nodes that are a guard, or its negation
};

}  // namespace saltus
