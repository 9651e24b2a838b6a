#pragma once

#include <vector>

#include "saltus/analysis/all_modes/mode_faults.h"

namespace saltus {

// The faults of single modes, and in which other modes the same unknowns have too many
// equations, or the same equations too many unknowns: theory/all_modes.md (6).
class CountedFaults {
 public:
  CountedFaults(const ConditionalSignature& signature, const GuardLogic& logic,
                const ModeCluster& cluster);

  // `mode` by level. One fault per equation too many and unknown too many, unless both are of
  // the same modes.
  std::vector<StructuralFault> in(const std::vector<bool>& mode) const;

 private:
  // Which rows and columns of the cluster a fault is made of; numbered within the cluster.
  struct Reached {
    std::vector<Row> rows;
    std::vector<Column> columns;
  };

  StructuralFault too_many(const Reached& reached) const;
  StructuralFault too_few(const Reached& reached) const;
  void leave_out_known(StructuralFault& fault) const;
  std::vector<Row> rows_next_to(const std::vector<Column>& columns) const;
  std::vector<Column> columns_next_to(const std::vector<Row>& rows) const;
  // Where the row holds and contains only `columns`; where only `rows` contain the column.
  ModeSet contains_only(Row row, const std::vector<Column>& columns) const;
  ModeSet contained_only_in(Column column, const std::vector<Row>& rows) const;

  const ConditionalSignature& signature_;
  const GuardLogic& logic_;
  const ModeCluster& cluster_;
  IdMap<Row, Row> position_of_row_;  // in the cluster
  IdMap<Column, Column> position_of_column_;
};

}  // namespace saltus
