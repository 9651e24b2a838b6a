#include "saltus/compiler/names/order_parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace saltus {
namespace {

using syntax::NodeId;

enum class Visit : std::uint8_t { none, open, done };

struct Frame {
  SymbolId symbol;
  std::vector<SymbolId> uses;
  std::size_t next = 0;
};

// The parameters in the expression that gives `symbol` its value, in order of writing.
std::vector<SymbolId> parameters_in_value(const syntax::SyntaxTree& tree,
                                          const syntax::Model& model, const ResolvedModel& resolved,
                                          SymbolId symbol) {
  std::vector<SymbolId> uses;
  std::optional<NodeId> value = model.declarations[symbol.index()].binding;
  if (!value) value = resolved.symbols[symbol].attribute(Attribute::start);
  std::vector<NodeId> pending;
  if (value) pending.push_back(*value);
  while (!pending.empty()) {
    const NodeId id = pending.back();
    pending.pop_back();
    const auto& used = resolved.nodes[id].symbol;
    if (used && resolved.symbols[*used].is_parameter()) uses.push_back(*used);
    const auto children = tree.children_of(id);
    pending.insert(pending.end(), children.rbegin(), children.rend());
  }
  return uses;
}

void report_cycle(const syntax::Model& model, std::span<const Frame> cycle,
                  Diagnostics& diagnostics) {
  const syntax::Declaration& first = model.declarations[cycle.front().symbol.index()];
  std::vector<std::string> names;
  for (const Frame& frame : cycle) names.push_back(model.declarations[frame.symbol.index()].name);
  names.push_back(first.name);
  Diagnostic& diagnostic = diagnostics.error(
      codes::cyclic_parameters, first.name_span,
      cycle.size() == 1
          ? fmt::format("`{}` depends on itself", first.name)
          : fmt::format("the values of `{}` and `{}` depend on each other", first.name, names[1]));
  diagnostic.mark(fmt::format("needs `{}`", names[1]));
  for (std::size_t position = 1; position < cycle.size(); ++position) {
    diagnostic.also(model.declarations[cycle[position].symbol.index()].name_span,
                    fmt::format("needs `{}`", names[position + 1]));
  }
  diagnostic.note(fmt::format("the cycle is {}", fmt::join(names, " -> ")));
}

}  // namespace

std::vector<SymbolId> order_parameters(const syntax::SyntaxTree& tree, const syntax::Model& model,
                                       const ResolvedModel& resolved, Diagnostics& diagnostics) {
  std::vector<SymbolId> order;
  IdMap<SymbolId, Visit> visits(resolved.symbols.size(), Visit::none);
  std::vector<Frame> stack;
  const auto open = [&](SymbolId symbol) {
    visits[symbol] = Visit::open;
    stack.push_back({symbol, parameters_in_value(tree, model, resolved, symbol)});
  };
  for (const SymbolId root : resolved.symbols.ids()) {
    if (!resolved.symbols[root].is_parameter() || visits[root] != Visit::none) continue;
    open(root);
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (frame.next == frame.uses.size()) {
        visits[frame.symbol] = Visit::done;
        order.push_back(frame.symbol);
        stack.pop_back();
        continue;
      }
      const SymbolId used = frame.uses[frame.next++];
      if (visits[used] == Visit::none) {
        open(used);
      } else if (visits[used] == Visit::open) {
        const auto start = std::find_if(stack.begin(), stack.end(), [&](const Frame& candidate) {
          return candidate.symbol == used;
        });
        report_cycle(model, std::span(start, stack.end()), diagnostics);
      }
    }
  }
  return order;
}

}  // namespace saltus
