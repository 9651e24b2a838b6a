#include "saltus/compiler/hybrid/readers.h"

#include "saltus/compiler/hybrid/expression_walk.h"
#include "saltus/compiler/hybrid/node_reads.h"

namespace saltus {
namespace {

using Positions = std::vector<std::uint32_t>;

// Readers are visited in ascending order.
void note(Positions& readers, std::uint32_t reader) {
  if (readers.empty() || readers.back() != reader) readers.push_back(reader);
}

void note_node(const DiscreteSystem& discrete, std::uint32_t position, Readers& readers) {
  const DiscreteNode& node = discrete.nodes[position];
  for (const KnownLiteral literal : node.active_if) {
    note(readers.of_guard[literal.guard], position);
  }
  visit_instructions(discrete, node, [&](const ScalarInstruction& instruction) {
    switch (instruction.kind) {
      case ScalarOp::known:
        return note(readers.of_value[instruction.a], position);
      case ScalarOp::pre:
        return note(readers.of_pre[instruction.a], position);
      case ScalarOp::guard:
        return note(readers.of_guard[instruction.a], position);
      case ScalarOp::pre_guard:
        return note(readers.of_pre_guard[instruction.a], position);
      case ScalarOp::relation:
        return note(readers.of_surface[instruction.a], position);
      case ScalarOp::clock:
        return note(readers.of_clock[instruction.a], position);
      case ScalarOp::initial:
        return note(readers.of_initial, position);
      case ScalarOp::terminal:
        return note(readers.of_terminal, position);
      default:
        return;
    }
  });
}

// Notes that `reader` reads what the leaf stands for.
void note_leaf(const FlatSystem& system, const Expr& leaf, std::uint32_t reader,
               std::vector<Positions>& of_value, std::vector<Positions>& of_pre) {
  if (leaf.op == Op::pre) note(of_pre[leaf.a], reader);
  if (leaf.op == Op::variable && system.variables[leaf.variable()].is_discrete) {
    note(of_value[leaf.a], reader);
  }
}

}  // namespace

void find_readers(const FlatSystem& system, HybridSystem& hybrid) {
  DiscreteSystem& discrete = hybrid.discrete;
  Readers& readers = discrete.readers;
  const std::size_t variable_count = system.variables.size();
  readers.of_surface.resize(discrete.surfaces.size());
  readers.of_clock.resize(discrete.clocks.size());
  readers.of_guard.resize(discrete.guard_count);
  readers.of_pre_guard.resize(discrete.guard_count);
  readers.components_of_guard.resize(discrete.guard_count);
  for (auto* by_variable :
       {&readers.of_value, &readers.of_pre, &readers.components_of_value,
        &readers.components_of_pre, &readers.surfaces_of_value, &readers.surfaces_of_pre}) {
    by_variable->resize(variable_count);
  }

  for (std::uint32_t position = 0; position < discrete.nodes.size(); ++position) {
    note_node(discrete, position, readers);
  }
  ExpressionWalk walk(system.pool);
  for (std::uint32_t position = 0; position < hybrid.components.size(); ++position) {
    const Component& component = hybrid.components[position];
    for (const GuardId guard : component.guards) {
      note(readers.components_of_guard[guard.index()], position);
    }
    walk.start();
    const auto visit = [&](ExprId expr) {
      walk.leaves(expr, [&](const Expr& leaf) {
        note_leaf(system, leaf, position, readers.components_of_value, readers.components_of_pre);
      });
    };
    const auto visit_equation = [&](const FlatEquation& equation) {
      visit(equation.left);
      visit(equation.right);
    };
    for (const EquationId id : component.equations) visit_equation(system.equations[id]);
    for (const std::uint32_t i : component.initial_equations) {
      visit_equation(system.initial_equations[i]);
    }
    for (const SurfaceId id : component.surfaces) visit(hybrid.surfaces[id].function);
  }
  for (const SurfaceId id : hybrid.surfaces.ids()) {
    walk.start();
    walk.leaves(hybrid.surfaces[id].function, [&](const Expr& leaf) {
      note_leaf(system, leaf, id.index(), readers.surfaces_of_value, readers.surfaces_of_pre);
    });
  }
}

}  // namespace saltus
