#pragma once

#include <vector>

#include "saltus/analysis/all_modes/conditional_signature.h"

namespace saltus {

// An integer >= 0 that depends on the mode: sets[k] holds the modes in which it is more
// than k, so each set contains the next.
class ConditionalNumber {
 public:
  ModeSet at_least(int value) const;
  ModeSet equal(int value) const { return at_least(value) - at_least(value + 1); }
  // One more in `modes`.
  void raise(const ModeSet& modes);
  // At least `value` in `modes`.
  void require(int value, const ModeSet& modes);
  // Exactly `value` in `modes`.
  void set(int value, const ModeSet& modes);
  int largest() const { return static_cast<int>(sets_.size()); }

 private:
  std::vector<ModeSet> sets_;
};

// The structure of every mode at once: theory/all_modes.md (2) to (5).
struct ConditionalStructure {
  std::vector<ModeSet> matched;  // by edge: the modes in which it is in the transversal
  // The modes in which the equation is one too many, the unknown one without equation.
  IdMap<Row, ModeSet> free_rows;
  IdMap<Column, ModeSet> free_columns;
  // Canonical offsets, in modes that are not singular.
  IdMap<Row, ConditionalNumber> equation_offset;
  IdMap<Column, ConditionalNumber> variable_offset;
};

ConditionalStructure conditional_structure(const ConditionalSignature& signature,
                                           const GuardLogic& logic);

}  // namespace saltus
