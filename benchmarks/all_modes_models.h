// Models of n like parts, as flat systems: clutches, brakes, tanks, diodes. For the benchmarks of
// every mode at once.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"

namespace saltus::benchmarks {

class ModelWriter {
 public:
  ExprPool& pool() { return system.pool; }
  VariableId unknown() { return system.variables.add({}); }
  ExprId x(VariableId variable, int order = 0) { return pool().variable(variable, order); }
  ExprId plus(ExprId a, ExprId b) { return pool().binary(Op::add, a, b); }
  ExprId minus(ExprId a, ExprId b) { return pool().binary(Op::subtract, a, b); }
  ExprId times(double factor, ExprId a) {
    return pool().binary(Op::multiply, pool().constant(factor), a);
  }
  GuardId guard(ExprId condition) { return system.guards.add({condition, {}}); }
  // A Boolean from outside.
  GuardId command() {
    FlatVariable variable;
    variable.type = ValueType::boolean;
    variable.is_discrete = true;
    return guard(pool().variable(system.variables.add(variable)));
  }
  GuardId above(VariableId variable, double value) {
    return guard(pool().binary(Op::greater, x(variable), pool().constant(value)));
  }
  GuardId below(VariableId variable, double value) {
    return guard(pool().binary(Op::less, x(variable), pool().constant(value)));
  }
  void equal(ExprId left, ExprId right, std::vector<GuardLiteral> active_if = {}) {
    system.equations.add({left, right, std::move(active_if), {}, ""});
  }
  void zero(ExprId left, std::vector<GuardLiteral> active_if = {}) {
    equal(left, pool().constant(0.0), std::move(active_if));
  }

  FlatSystem system;
};

// Shafts w' = sum of torques; clutches between them.
class Shafts {
 public:
  Shafts(ModelWriter& model, std::uint32_t count) : model_(model) {
    for (std::uint32_t k = 0; k < count; ++k) {
      speeds_.push_back(model.unknown());
      loads_.push_back(model.x(speeds_.back(), 1));
    }
  }
  void clutch(std::uint32_t a, std::uint32_t b) {
    const VariableId torque = model_.unknown();
    const GuardId engaged = model_.command();
    loads_[a] = model_.plus(loads_[a], model_.x(torque));
    loads_[b] = model_.minus(loads_[b], model_.x(torque));
    model_.equal(model_.x(speeds_[a]), model_.x(speeds_[b]), {{engaged, true}});
    model_.zero(model_.x(torque), {{engaged, false}});
  }
  void finish() {
    for (const ExprId load : loads_) model_.zero(load);
  }

 private:
  ModelWriter& model_;
  std::vector<VariableId> speeds_;
  std::vector<ExprId> loads_;
};

inline void clutch_chain(ModelWriter& model, std::uint32_t clutches) {
  Shafts shafts(model, clutches + 1);
  for (std::uint32_t k = 0; k < clutches; ++k) shafts.clutch(k, k + 1);
  shafts.finish();
}

inline void clutch_ring(ModelWriter& model, std::uint32_t clutches) {
  Shafts shafts(model, clutches);
  for (std::uint32_t k = 0; k < clutches; ++k) shafts.clutch(k, (k + 1) % clutches);
  shafts.finish();
}

inline void clutch_tree(ModelWriter& model, std::uint32_t clutches) {
  Shafts shafts(model, clutches + 1);
  for (std::uint32_t k = 1; k <= clutches; ++k) shafts.clutch((k - 1) / 2, k);
  shafts.finish();
}

// Wagons joined by springs, each with a brake that holds the wheels or drags.
inline void train(ModelWriter& model, std::uint32_t wagons) {
  VariableId before = model.unknown();  // pull of the locomotive
  model.equal(model.x(before), model.pool().time());
  VariableId position_before = before;
  for (std::uint32_t k = 0; k < wagons; ++k) {
    const VariableId position = model.unknown(), speed = model.unknown();
    const VariableId brake = model.unknown(), pull = model.unknown();
    const GuardId holds = model.command();
    model.equal(model.x(position, 1), model.x(speed));
    model.equal(model.x(speed, 1),
                model.minus(model.minus(model.x(before), model.x(pull)), model.x(brake)));
    model.equal(model.x(pull), model.minus(model.x(position), model.x(position_before)));
    model.zero(model.x(speed), {{holds, true}});
    model.zero(model.x(brake), {{holds, false}});
    before = pull;
    position_before = position;
  }
}

// Tanks in series that overflow when full and are topped up when empty: three modes each.
inline void tanks(ModelWriter& model, std::uint32_t count) {
  VariableId inflow = model.unknown();
  model.equal(model.x(inflow), model.pool().time());
  for (std::uint32_t k = 0; k < count; ++k) {
    const VariableId level = model.unknown(), loss = model.unknown(), outflow = model.unknown();
    const GuardId is_full = model.above(level, 2.0), is_empty = model.below(level, 0.0);
    model.equal(model.x(level, 1),
                model.minus(model.minus(model.x(inflow), model.x(outflow)), model.x(loss)));
    model.equal(model.x(outflow), model.times(0.5, model.x(level)));
    model.equal(model.x(level), model.pool().constant(2.0), {{is_full, true}});
    model.zero(model.x(level), {{is_full, false}, {is_empty, true}});
    model.zero(model.x(loss), {{is_full, false}, {is_empty, false}});
    inflow = outflow;
  }
}

// i = if s > 0 then s else 0, v = if s > 0 then 0 else s, v = from - to; gives i.
inline ExprId diode(ModelWriter& model, VariableId from, VariableId to) {
  const VariableId s = model.unknown(), current = model.unknown(), voltage = model.unknown();
  const ExprId conducts = model.pool().guard(model.above(s, 0.0));
  const ExprId none = model.pool().constant(0.0);
  model.equal(model.x(current), model.pool().if_else(conducts, model.x(s), none));
  model.equal(model.x(voltage), model.pool().if_else(conducts, none, model.x(s)));
  model.equal(model.x(voltage), model.minus(model.x(from), model.x(to)));
  return model.x(current);
}

// Bridges of four diodes, the poles of one feed the next through resistors; a capacitor
// from each node to ground.
inline void bridge_ladder(ModelWriter& model, std::uint32_t bridges) {
  std::vector<VariableId> nodes;
  std::vector<ExprId> charge;  // C u' + currents that leave
  const auto node = [&] {
    nodes.push_back(model.unknown());
    charge.push_back(model.x(nodes.back(), 1));
    return nodes.size() - 1;
  };
  const auto flow = [&](std::size_t from, std::size_t to, ExprId current) {
    charge[from] = model.plus(charge[from], current);
    charge[to] = model.minus(charge[to], current);
  };
  const auto join_by_diode = [&](std::size_t from, std::size_t to) {
    flow(from, to, diode(model, nodes[from], nodes[to]));
  };
  std::size_t left = node(), right = node();
  for (std::uint32_t k = 0; k < bridges; ++k) {
    const std::size_t plus = node(), minus = node();
    join_by_diode(left, plus);
    join_by_diode(right, plus);
    join_by_diode(minus, left);
    join_by_diode(minus, right);
    const std::size_t next_left = node(), next_right = node();
    flow(plus, next_left, model.minus(model.x(nodes[plus]), model.x(nodes[next_left])));
    flow(minus, next_right, model.minus(model.x(nodes[minus]), model.x(nodes[next_right])));
    left = next_left;
    right = next_right;
  }
  for (const ExprId each : charge) model.zero(each);
}

}  // namespace saltus::benchmarks
