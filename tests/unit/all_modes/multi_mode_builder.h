#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "saltus/compiler/modes/mode.h"

namespace saltus::testing {

// Flat systems with guards, written down in C++.
class MultiModeBuilder {
 public:
  MultiModeBuilder() { system.name = "M"; }
  MultiModeBuilder(const MultiModeBuilder&) = delete;
  MultiModeBuilder& operator=(const MultiModeBuilder&) = delete;

  ExprPool& pool() { return system.pool; }

  VariableId unknown() {
    FlatVariable variable;
    variable.name = "x" + std::to_string(system.variables.size());
    return system.variables.add(variable);
  }
  // A Boolean that nothing determines: its guard is free.
  VariableId boolean() {
    FlatVariable variable;
    variable.name = "b" + std::to_string(system.variables.size());
    variable.type = ValueType::boolean;
    variable.is_discrete = true;
    return system.variables.add(variable);
  }
  GuardId guard(ExprId condition) { return system.guards.add({condition, {}}); }
  GuardId free_guard() { return guard(pool().variable(boolean())); }

  void equation(ExprId left, std::vector<GuardLiteral> active_if = {}) {
    FlatEquation equation{left, pool().constant(0.0), std::move(active_if), {}, ""};
    system.equations.add(equation);
  }

  FlatSystem system;
};

// A small system in which guards choose equations, branches and orders of derivatives, often
// singular in some modes.
inline void add_random_system(MultiModeBuilder& model, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t limit) {
    return static_cast<std::uint32_t>(random() % limit);
  };
  std::vector<GuardId> guards;
  const std::uint32_t guard_count = below(6);
  for (std::uint32_t k = 0; k < guard_count; ++k) guards.push_back(model.free_guard());
  std::vector<VariableId> x;
  const std::uint32_t size = 1 + below(10);
  for (std::uint32_t k = 0; k < size; ++k) x.push_back(model.unknown());

  const auto entry = [&](std::uint32_t column) {
    return model.pool().variable(x[column], static_cast<int>(below(4)));
  };
  const auto term = [&](std::uint32_t column) {
    const ExprId plain = entry(column);
    if (guards.empty() || below(3) != 0) return plain;
    const ExprId other = below(3) == 0 ? model.pool().constant(1.0) : entry(below(size));
    const ExprId condition = model.pool().guard(guards[below(guard_count)]);
    return below(2) == 0 ? model.pool().if_else(condition, plain, other)
                         : model.pool().if_else(condition, other, plain);
  };
  const auto sum = [&](std::uint32_t column) {
    ExprId total = term(column);
    for (std::uint32_t k = below(3); k > 0; --k) {
      total = model.pool().binary(Op::add, total, term(below(size)));
    }
    return total;
  };
  for (std::uint32_t column = 0; column < size; ++column) {
    if (guards.empty() || below(2) == 0) {
      model.equation(sum(column));
      continue;
    }
    const GuardId guard = guards[below(guard_count)];
    const std::uint32_t forgotten = below(12);
    if (forgotten != 0) model.equation(sum(column), {{guard, true}});
    if (below(3) == 0) {
      const GuardId inner = guards[below(guard_count)];
      model.equation(sum(column), {{guard, false}, {inner, true}});
      model.equation(sum(column), {{guard, false}, {inner, false}});
    } else if (forgotten != 1) {
      model.equation(sum(column), {{guard, false}});
    }
  }
}

}  // namespace saltus::testing
