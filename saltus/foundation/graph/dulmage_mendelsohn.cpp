#include "saltus/foundation/graph/dulmage_mendelsohn.h"

#include "saltus/foundation/base/check.h"
#include "saltus/foundation/graph/column_incidence.h"

namespace saltus {
namespace {

struct Reached {
  IdMap<Row, bool> row;
  IdMap<Column, bool> column;
};

// Breadth first: row → its columns → the rows matched to them.
DulmageMendelsohn::Part reach_from_free_rows(const BipartiteGraph& graph, const Matching& matching,
                                             Reached& reached) {
  DulmageMendelsohn::Part part;
  for (const Row row : graph.rows()) {
    if (matching.column_of[row]) continue;
    reached.row[row] = true;
    part.rows.push_back(row);
  }
  for (std::size_t head = 0; head < part.rows.size(); ++head) {
    for (const Column column : graph.columns_of(part.rows[head])) {
      if (reached.column[column]) continue;
      SALTUS_CHECK(matching.row_of[column].has_value());  // or the matching was not maximum
      reached.column[column] = true;
      part.columns.push_back(column);
      reached.row[*matching.row_of[column]] = true;
      part.rows.push_back(*matching.row_of[column]);
    }
  }
  return part;
}

// Breadth first: column → its rows → the columns matched to them.
DulmageMendelsohn::Part reach_from_free_columns(const BipartiteGraph& graph,
                                                const Matching& matching, Reached& reached) {
  DulmageMendelsohn::Part part;
  const ColumnIncidence incidence(graph);
  for (const Column column : graph.columns()) {
    if (matching.row_of[column]) continue;
    reached.column[column] = true;
    part.columns.push_back(column);
  }
  for (std::size_t head = 0; head < part.columns.size(); ++head) {
    for (const Row row : incidence.rows_of(part.columns[head])) {
      if (reached.row[row]) continue;
      SALTUS_CHECK(matching.column_of[row].has_value());  // or the matching was not maximum
      reached.row[row] = true;
      part.rows.push_back(row);
      reached.column[*matching.column_of[row]] = true;
      part.columns.push_back(*matching.column_of[row]);
    }
  }
  return part;
}

}  // namespace

DulmageMendelsohn dulmage_mendelsohn(const BipartiteGraph& graph, const Matching& matching) {
  Reached reached{IdMap<Row, bool>(graph.row_count()), IdMap<Column, bool>(graph.column_count())};
  DulmageMendelsohn parts;
  parts.over_determined = reach_from_free_rows(graph, matching, reached);
  parts.under_determined = reach_from_free_columns(graph, matching, reached);
  for (const Row row : graph.rows()) {
    if (!reached.row[row]) parts.well_determined.rows.push_back(row);
  }
  for (const Column column : graph.columns()) {
    if (!reached.column[column]) parts.well_determined.columns.push_back(column);
  }
  return parts;
}

}  // namespace saltus
