#include "saltus/foundation/graph/block_triangular_form.h"

#include "saltus/foundation/base/check.h"
#include "saltus/foundation/graph/strong_components.h"

namespace saltus {
namespace {

// row → the row matched to each of its columns, along edges that `admits` accepts.
template <class Admits>
DirectedGraph needs(const BipartiteGraph& graph, const Matching& matching, Admits admits) {
  DirectedGraph needed;
  needed.start.reserve(graph.row_count() + 1);
  needed.arcs.reserve(graph.edge_count());
  for (const Row row : graph.rows()) {
    const auto columns = graph.columns_of(row);
    const auto weights = graph.weights_of(row);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      SALTUS_CHECK(matching.row_of[columns[k]].has_value());
      const Row other = *matching.row_of[columns[k]];
      if (other != row && admits(row, other, columns[k], weights[k])) {
        needed.arcs.push_back(other.index());
      }
    }
    needed.start.push_back(static_cast<std::uint32_t>(needed.arcs.size()));
  }
  return needed;
}

BlockTriangularForm collect_blocks(const StrongComponents& components) {
  const std::size_t row_count = components.component_of.size();
  BlockTriangularForm form;
  form.block_start.assign(components.count + 1, 0);
  form.block_of = IdMap<Row, std::uint32_t>(row_count);
  for (const Row row : form.block_of.ids()) {
    form.block_of[row] = components.component_of[row.index()];
    ++form.block_start[form.block_of[row] + 1];
  }
  for (std::uint32_t block = 0; block < components.count; ++block) {
    form.block_start[block + 1] += form.block_start[block];
  }
  std::vector<std::uint32_t> next(form.block_start.begin(), form.block_start.end() - 1);
  form.rows.assign(row_count, Row(0));
  for (const Row row : form.block_of.ids()) form.rows[next[form.block_of[row]]++] = row;
  return form;
}

}  // namespace

BlockTriangularForm block_triangular_form(const BipartiteGraph& graph, const Matching& matching) {
  const auto every_edge = [](Row, Row, Column, int) { return true; };
  return collect_blocks(strong_components(needs(graph, matching, every_edge)));
}

BlockTriangularForm refine(const BlockTriangularForm& coarse, const BipartiteGraph& graph,
                           const Matching& matching, const IdMap<Row, int>& row_value,
                           const IdMap<Column, int>& column_value) {
  const auto is_tight_inside = [&](Row row, Row other, Column column, int weight) {
    return coarse.block_of[row] == coarse.block_of[other] &&
           weight == column_value[column] - row_value[row];
  };
  std::vector<std::uint32_t> order;
  order.reserve(coarse.rows.size());
  for (const Row row : coarse.rows) order.push_back(row.index());
  return collect_blocks(strong_components(needs(graph, matching, is_tight_inside), order));
}

}  // namespace saltus
