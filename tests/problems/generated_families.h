#pragma once

#include <array>
#include <string>
#include <vector>

#include "tests/problems/model_variants.h"

// Families of random multi-mode models.
namespace saltus::testing {

inline std::string numbered(const char* name, std::size_t number) {
  return name + std::to_string(number);
}

inline Expr affine(Random& random, const std::vector<Expr>& values, double size) {
  Expr sum = num(random.between(-size, size));
  for (const Expr& value : values) {
    if (random.chance(4)) continue;
    sum = sum + num(random.coefficient(0.1 * size, size)) * value;
  }
  return sum;
}

inline Expr wave(Random& random, double least, double most) {
  return num(random.coefficient(least, most)) *
         call(random.chance(2) ? "sin" : "cos",
              {num(random.between(0.7, 4.0)) * now() + num(random.between(-3.0, 3.0))});
}

inline Expr any_relation(Random& random, Expr left, double threshold) {
  static const char* const names[] = {"<", "<=", ">", ">="};
  return relation(std::move(left), names[random.below(4)], num(threshold));
}

// ------------------------------------------------------------------ smooth parts, guards on states

// Guards look at the first states, jumps act on the others: all surfaces are crossed transversally.
inline GeneratedModel switched_equations(Random& random) {
  GeneratedModel model;
  const std::size_t watched = 1 + random.below(3), moved = 1 + random.below(2);
  std::vector<Expr> states;
  for (std::size_t i = 0; i < watched + moved; ++i) {
    states.push_back(model.state(numbered("x", i), random.between(-1.0, 1.0)));
    model.continuous.push_back(numbered("x", i));
  }
  std::vector<Expr> conditions;
  for (std::size_t i = 0; i < watched; ++i) {
    const Expr function = random.chance(3) ? states[i] + wave(random, 0.1, 0.5) : states[i];
    conditions.push_back(any_relation(random, function, random.between(-0.7, 0.7)));
  }
  if (watched > 1 && random.chance(2)) {
    conditions.push_back(
        logic(random.chance(2) ? "and" : "or", {conditions[0], opposite(conditions[1])}));
  }
  for (std::size_t i = 0; i < states.size(); ++i) {
    Expr slope = affine(random, states, 1.2) + wave(random, 0.3, 1.5);
    if (random.chance(3)) slope = slope + num(0.5) * call("tanh", {affine(random, states, 2.0)});
    for (std::size_t k = 0; i >= watched && k < conditions.size(); ++k) {
      if (random.chance(3)) continue;
      slope =
          slope + choice(conditions[k], affine(random, states, 1.5), affine(random, states, 1.5));
    }
    model.add(der(numbered("x", i)), slope);
  }
  model.stop = 2.0;
  return model;
}

// Continuous right sides with kinks, with and without events.
inline GeneratedModel kinked_equations(Random& random) {
  GeneratedModel model;
  const std::size_t count = 1 + random.below(3);
  std::vector<Expr> states;
  for (std::size_t i = 0; i < count; ++i) {
    states.push_back(model.state(numbered("x", i), random.between(-1.0, 1.0)));
    model.continuous.push_back(numbered("x", i));
  }
  const auto part = [&] { return affine(random, states, 1.2) + wave(random, 0.2, 1.0); };
  const auto kink = [&]() -> Expr {
    const Expr a = part();
    switch (random.below(6)) {
      case 0:
        return call("abs", {a});
      case 1:
        return call("min", {a, part()});
      case 2:
        return call("max", {a, num(random.between(-0.5, 0.5))});
      case 3:
        return call("noEvent", {call("abs", {a})});
      case 4:
        return call("noEvent", {choice(relation(a, ">", num(0.0)), num(2.0) * a, num(0.5) * a)});
      default:
        return call("sqrt", {call("abs", {a}) + num(random.between(0.05, 0.5))});
    }
  };
  for (std::size_t i = 0; i < count; ++i) {
    Expr slope = part() + num(random.coefficient(0.3, 1.5)) * kink();
    if (random.chance(2)) slope = slope + num(random.coefficient(0.3, 1.0)) * kink();
    model.add(der(numbered("x", i)), slope);
  }
  model.stop = 2.0;
  return model;
}

// ------------------------------------------------------------------ clutches

// mean + size sin(frequency t + phase)
struct Load {
  double mean = 0.0, size = 0.0, frequency = 1.0, phase = 0.0;
  Expr expression() const {
    return num(mean) + num(size) * call("sin", {num(frequency) * now() + num(phase)});
  }
  double integral(double from, double to) const {
    return mean * (to - from) -
           size / frequency *
               (std::cos(frequency * to + phase) - std::cos(frequency * from + phase));
  }
};

struct ClutchTrain {
  GeneratedModel model = {};
  std::vector<double> inertia = {}, start = {};
  std::vector<Load> load = {};
  std::vector<std::array<double, 2>> engaged = {};  // from, to; of each clutch
  std::vector<std::array<std::size_t, 2>> shafts = {};
};

// Inertias and clutches between them, a tree. A clutch engages and releases at times, or when
// its shafts have come near to each other.
inline ClutchTrain clutch_train(Random& random, bool is_timed, bool has_damping = true) {
  ClutchTrain train;
  GeneratedModel& model = train.model;
  const std::size_t count = 2 + random.below(3);
  std::vector<Expr> torque;
  for (std::size_t i = 0; i < count; ++i) {
    train.inertia.push_back(random.between(0.2, 3.0));
    train.start.push_back(random.between(-5.0, 5.0));
    const Expr w = model.state(numbered("w", i), train.start.back());
    train.load.push_back({random.between(-1.0, 1.0), random.between(0.2, 2.0),
                          random.between(0.7, 4.0), random.between(-3.0, 3.0)});
    Expr load = train.load.back().expression();
    if (has_damping && random.chance(2)) load = load - num(random.between(0.05, 0.5)) * w;
    torque.push_back(load);
  }
  for (std::size_t k = 0; k + 1 < count; ++k) {
    const std::size_t other = random.below(k + 1);
    train.shafts.push_back({other, k + 1});
    const std::string name = numbered("t", k);
    const Expr t = model.real(name);
    torque[other] = torque[other] + t;
    torque[k + 1] = torque[k + 1] - t;
    const Expr w1 = var(numbered("w", other)), w2 = var(numbered("w", k + 1));
    // On the grid: two clutches never change within rounding of each other, but at one instant.
    const double on = random.between(0.1, 1.0);
    const double off = std::round(1000.0 * (on + random.between(0.1, 1.0))) / 1000.0;
    train.engaged.push_back({on, off});
    Expr engaged = logic("and", {relation(now(), ">=", num(on)), relation(now(), "<", num(off))});
    if (!is_timed) {
      // A fluid between them brings the shafts together, as far as the loads let it.
      const Expr drag = num(random.between(0.5, 2.0)) * (w1 - w2);
      torque[other] = torque[other] - drag;
      torque[k + 1] = torque[k + 1] + drag;
      const double difference = train.start[other] - train.start[k + 1];
      const std::string flag = numbered("on", k);
      const Expr near = relation(w1 - w2, difference > 0.0 ? "<" : ">",
                                 num(random.between(0.3, 0.9) * difference));
      engaged =
          logic("and", {model.discrete(flag, 0.0, Kind::boolean), relation(now(), "<", num(off))});
      model.add(when(near, {equal(var(flag), opposite(pre(flag)))}));
    } else if (random.chance(2)) {
      const Expr flag = model.declare(numbered("on", k), Kind::boolean);
      model.add(flag, engaged);
      engaged = flag;
    }
    if (random.chance(2)) {
      model.add(branches(engaged, {equal(w1, w2)}, {equal(t, num(0.0))}));
    } else {
      model.add(branches(engaged, {equal(w1 - w2, num(0.0))}, {equal(num(0.0), t)}));
    }
  }
  Expr momentum = num(0.0), energy = num(0.0);
  for (std::size_t i = 0; i < count; ++i) {
    const Expr inertia = num(train.inertia[i]), w = var(numbered("w", i));
    model.add(inertia * der(numbered("w", i)), torque[i]);
    momentum = momentum + inertia * w;
    energy = energy + inertia * w * w;
  }
  model.conserved = {momentum};
  model.not_growing = {energy};
  model.stop = 2.0;
  return train;
}

// ------------------------------------------------------------------ circuits

enum class DiodeForm : std::uint8_t { parametric, minimum, binary, parametric_equations };

struct Diode {
  std::size_t from = 0, to = 0;  // nodes; 0 is the ground
  bool is_switch = false;        // closed between two times
  double on = 0.0, off = 0.0;
};

// Nodes with a resistor to ground each, capacitors at some, sources, resistors between nodes,
// and ideal diodes and switches. Passive but for the sources.
struct Circuit {
  std::vector<double> capacity, leak, start;  // by node, 1 … ; capacity 0: none
  std::vector<Expr> source;                   // current into the node
  struct Resistor {
    std::size_t from, to;
    double conductance;
  };
  std::vector<Resistor> resistors;
  std::vector<Diode> diodes;
};

inline Circuit circuit(Random& random) {
  Circuit result;
  const std::size_t nodes = 2 + random.below(3);
  for (std::size_t i = 0; i <= nodes; ++i) {
    result.capacity.push_back(random.chance(3) ? 0.0 : random.between(0.2, 2.0));
    result.leak.push_back(random.between(0.1, 1.0));
    result.start.push_back(i == 0 ? 0.0 : random.between(-1.0, 1.0));
    result.source.push_back(random.chance(2) ? wave(random, 0.5, 3.0)
                                             : num(random.between(-1.0, 1.0)));
  }
  for (std::size_t i = 1; i < nodes; ++i) {
    if (random.chance(2)) result.resistors.push_back({i, i + 1, random.between(0.2, 2.0)});
  }
  // A tree of diodes that block at the start; only its leaves may be without a capacitor, so that
  // no two diodes in series contradict the starts.
  for (std::size_t i = 1; i <= nodes; ++i) {
    const std::size_t other = random.below(i);
    if (random.chance(3) || (other > 0 && result.capacity[other] == 0.0)) continue;
    Diode diode{.from = i, .to = other};
    result.start[i] = result.start[other] - random.between(0.1, 1.0);
    if (random.chance(2)) {
      std::swap(diode.from, diode.to);
      result.start[i] = 2.0 * result.start[other] - result.start[i];
    }
    diode.is_switch = random.chance(5);
    diode.on = random.between(0.1, 1.0);
    diode.off = diode.on + random.between(0.1, 1.0);
    result.diodes.push_back(diode);
  }
  return result;
}

// i >= 0 and u <= 0, one of them zero.
inline void add_diode(GeneratedModel& model, std::size_t k, Expr i, Expr u, DiodeForm form) {
  const std::string s = numbered("s", k), z = numbered("z", k);
  switch (form) {
    case DiodeForm::minimum:
      return model.add(num(0.0), call("min", {i, num(0.0) - u}));
    case DiodeForm::parametric: {
      const Expr parameter = model.real(s), on = relation(parameter, ">", num(0.0));
      model.add(i, choice(on, parameter, num(0.0)));
      return model.add(u, choice(on, num(0.0), parameter));
    }
    case DiodeForm::parametric_equations: {
      const Expr parameter = model.real(s), on = relation(parameter, ">", num(0.0));
      return model.add(branches(on, {equal(i, parameter), equal(u, num(0.0))},
                                {equal(u, parameter), equal(i, num(0.0))}));
    }
    case DiodeForm::binary:
      break;
  }
  const Expr closed = model.declare(z, Kind::binary), open = num(1.0) - closed;
  model.add(closed * u + open * i, num(0.0));
  model.add(at_most(open * u - closed * i, num(0.0)));
}

inline GeneratedModel model_of(const Circuit& circuit, DiodeForm form) {
  GeneratedModel model;
  const std::size_t nodes = circuit.capacity.size() - 1;
  const auto voltage = [](std::size_t node) {
    return node == 0 ? num(0.0) : var(numbered("v", node));
  };
  std::vector<Expr> current;  // into the nodes
  for (std::size_t i = 0; i <= nodes; ++i) {
    current.push_back(circuit.source[i] - num(circuit.leak[i]) * voltage(i));
    if (i == 0) continue;
    if (circuit.capacity[i] > 0.0) {
      model.state(numbered("v", i), circuit.start[i]);
    } else {
      model.real(numbered("v", i));
    }
  }
  for (const Circuit::Resistor& resistor : circuit.resistors) {
    const Expr i = num(resistor.conductance) * (voltage(resistor.from) - voltage(resistor.to));
    current[resistor.from] = current[resistor.from] - i;
    current[resistor.to] = current[resistor.to] + i;
  }
  for (std::size_t k = 0; k < circuit.diodes.size(); ++k) {
    const Diode& diode = circuit.diodes[k];
    const Expr i = model.real(numbered("i", k)), u = model.real(numbered("u", k));
    model.add(u, voltage(diode.from) - voltage(diode.to));
    current[diode.from] = current[diode.from] - i;
    current[diode.to] = current[diode.to] + i;
    if (!diode.is_switch) {
      add_diode(model, k, i, u, form);
      continue;
    }
    const Expr closed =
        logic("and", {relation(now(), ">=", num(diode.on)), relation(now(), "<", num(diode.off))});
    model.add(branches(closed, {equal(u, num(0.0))}, {equal(i, num(0.0))}));
  }
  Expr energy = num(0.0);
  for (std::size_t i = 1; i <= nodes; ++i) {
    energy = energy + num(circuit.capacity[i]) * voltage(i) * voltage(i);
    const Expr charging =
        circuit.capacity[i] > 0.0 ? num(circuit.capacity[i]) * der(numbered("v", i)) : num(0.0);
    model.add(charging, current[i]);
  }
  model.not_growing = {energy};
  model.stop = 2.0;
  return model;
}

// ------------------------------------------------------------------ friction and relays

// Masses in a row on a belt, springs between them, dry friction, a belt that changes its speed.
inline GeneratedModel friction_chain(Random& random) {
  GeneratedModel model;
  const std::size_t count = 1 + random.below(3);
  const Expr belt = model.discrete("belt", random.between(-0.5, 0.5));
  model.add(when(relation(now(), ">=", num(random.between(0.5, 1.5))),
                 {equal(belt, num(random.between(-1.0, 1.0)))}));
  for (std::size_t i = 0; i < count; ++i) {
    const Expr x = model.state(numbered("x", i), random.between(-0.5, 0.5));
    const Expr v = model.state(numbered("v", i), random.between(-1.5, 1.5));
    model.continuous.insert(model.continuous.end(), {numbered("x", i), numbered("v", i)});
    const Expr friction = num(random.between(0.3, 2.0));
    Expr force = wave(random, 0.5, 2.5) - num(random.between(0.5, 3.0)) * x;
    if (i > 0) {
      force = force - num(random.between(0.2, 2.0)) * (x - var(numbered("x", i - 1)));
    }
    const Expr onto = random.chance(2) ? v - belt : v;
    const Expr slip = relation(onto, ">", num(0.0));
    if (random.chance(2)) {
      const Expr f = model.real(numbered("f", i));
      model.add(branches(slip, {equal(f, friction)}, {equal(f, num(0.0) - friction)}));
      force = force - f;
    } else {
      force = force - choice(slip, friction, num(0.0) - friction);
    }
    model.add(der(numbered("x", i)), v);
    model.add(num(random.between(0.3, 2.0)) * der(numbered("v", i)), force);
  }
  model.stop = 3.0;
  return model;
}

// First-order plants under relays, set points that step or move.
inline GeneratedModel relays(Random& random) {
  GeneratedModel model;
  const std::size_t count = 1 + random.below(3);
  std::vector<Expr> states;
  for (std::size_t i = 0; i < count; ++i) {
    states.push_back(model.state(numbered("x", i), random.between(-1.0, 1.0)));
    model.continuous.push_back(numbered("x", i));
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name = numbered("r", i);
    const Expr r = model.discrete(name, random.between(-1.0, 1.0));
    model.add(when(relation(now(), ">=", num(random.between(0.3, 1.5))),
                   {equal(r, num(random.between(-1.0, 1.0)))}));
    const Expr target = random.chance(3) ? r + wave(random, 0.05, 0.3) : r;
    const Expr u = model.real(numbered("u", i));
    const double strength = random.between(1.5, 4.0);
    model.add(u, choice(relation(states[i], "<", target), num(strength),
                        num(-random.between(1.0, 1.2) * strength)));
    Expr slope = u - num(random.between(0.1, 1.0)) * states[i];
    if (i > 0) slope = slope + num(random.coefficient(0.1, 0.5)) * states[i - 1];
    model.add(der(numbered("x", i)), slope);
  }
  model.stop = 3.0;
  return model;
}

// ------------------------------------------------------------------ contacts

// A ball between a moving force and one or two walls that give back a share of the speed.
inline GeneratedModel bouncing(Random& random) {
  GeneratedModel model;
  const std::size_t count = 1 + random.below(2);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string x = numbered("x", i), v = numbered("v", i), n = numbered("n", i);
    model.state(x, random.between(0.3, 0.9));
    model.state(v, random.between(-2.0, 2.0));
    model.discrete(n, 0.0, Kind::integer);
    model.continuous.push_back(x);
    const Expr share = num(-random.between(0.8, 0.95));
    const bool has_ceiling = random.chance(2);
    model.add(der(x), var(v));
    model.add(der(v), num(-random.between(2.0, 8.0)) + wave(random, 0.2, 1.5) -
                          num(random.between(0.0, 0.3)) * var(v));
    Expr hits = relation(var(x), "<", num(0.0));
    if (has_ceiling) hits = logic("or", {hits, relation(var(x), ">", num(1.0))});
    model.add(when(hits, {reinit(v, share * pre(v)), equal(var(n), pre(n) + num(1.0))}));
  }
  model.stop = random.between(0.6, 1.2);
  return model;
}

// Masses on inelastic ground, pushed and lifted: 0 <= x, 0 <= N, one of them zero.
inline GeneratedModel plastic_contacts(Random& random, DiodeForm form) {
  GeneratedModel model;
  model.has_contacts = true;
  const std::size_t count = 1 + random.below(2);
  Expr spring = num(0.0);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string x = numbered("x", i), v = numbered("v", i), n = numbered("N", i);
    model.state(x, random.between(0.1, 1.0));
    model.state(v, random.between(-2.0, 1.0));
    const Expr force = model.real(n);
    const double weight = random.between(1.0, 4.0);
    Expr sum = num(-weight) + wave(random, 2.0, 8.0) + force;
    if (i > 0) {
      const Expr pull = num(random.between(0.5, 3.0)) * (var(x) - var(numbered("x", i - 1)));
      sum = sum - pull;
    }
    model.add(der(x), var(v));
    model.add(num(random.between(0.3, 2.0)) * der(v), sum);
    model.not_growing.push_back(var(v) * var(v));
    add_diode(model, i, force, num(0.0) - var(x), form);
    model.continuous.push_back(x);
  }
  model.stop = 3.0;
  return model;
}

// ------------------------------------------------------------------ discrete parts

// A controller with samples, counters and steps of continuous values.
inline GeneratedModel sampled(Random& random) {
  GeneratedModel model;
  const Expr x = model.state("x", random.between(-1.0, 1.0));
  const Expr y = model.state("y", random.between(-1.0, 1.0));
  const Expr u = model.discrete("u", random.between(-1.0, 1.0));
  const Expr n = model.discrete("n", 0.0, Kind::integer);
  const Expr d = model.discrete("d", 0.0);
  model.continuous = {"x"};
  const double begin = random.chance(2) ? 0.0 : random.between(0.01, 0.2);
  model.add(
      when(call("sample", {num(begin), num(random.between(0.1, 0.4))}),
           {equal(u, num(random.between(-0.9, 0.9)) * pre("u") - num(random.between(0.2, 1.5)) * x +
                         num(random.between(-0.5, 0.5)) * y)}));
  model.add(
      when(relation(x + num(random.between(-0.5, 0.5)) * y, ">", num(random.between(-0.4, 0.4))),
           {equal(n, pre("n") + num(1.0)), equal(d, pre("d") + x)}));
  if (random.chance(2)) {
    model.add(when(relation(y, "<", num(random.between(-0.8, 0.0))),
                   {reinit("y", num(random.between(0.2, 1.0)) - num(0.3) * pre("y"))}));
  }
  Expr step = num(0.0);
  switch (random.below(4)) {
    case 0:
      step = call("floor", {num(random.between(1.0, 4.0)) * y});
      break;
    case 1:
      step = call("mod", {num(random.between(1.0, 3.0)) * y, num(random.between(0.5, 1.0))});
      break;
    case 2:
      step = call("integer", {num(random.between(1.0, 4.0)) * y + wave(random, 0.3, 1.0)});
      break;
    default:
      step = choice(relation(n, ">", num(1.5)), d, num(random.between(-1.0, 1.0)));
  }
  // With a name of its own: hidden values make events without rows.
  const Expr h = model.real("h");
  model.add(h, step);
  model.add(der("x"), u - num(random.between(0.1, 1.0)) * x + wave(random, 0.3, 1.5) +
                          num(random.between(-0.5, 0.5)) * h);
  model.add(der("y"), num(random.coefficient(0.5, 2.0)) * x - num(random.between(0.0, 0.5)) * y +
                          wave(random, 0.3, 1.5));
  model.stop = 2.0;
  return model;
}

// ------------------------------------------------------------------ converters

// A source, an inductor, a switch that a clock or the current turns, a diode that takes over, a
// capacitor with a load: the current of the inductor always has a way.
inline GeneratedModel converter(Random& random, DiodeForm form) {
  GeneratedModel model;
  const double load = random.between(0.2, 2.0), r = random.between(0.05, 0.5);
  const Expr i = model.state("i", random.between(0.1, 2.0));
  const Expr v = model.state("v", random.between(0.5, 3.0));
  const Expr diode = model.real("id"), u = model.real("ud"), node = model.real("vx");
  const Expr through = model.real("is");
  model.continuous = {"v"};  // a negative current that the switch carried ends with it
  model.add(through + diode, i);
  Expr closed;
  if (random.chance(2)) {
    closed = model.discrete("on", random.chance(2) ? 1.0 : 0.0, Kind::boolean);
    model.add(when(call("sample", {num(random.between(0.05, 0.2)), num(random.between(0.1, 0.3))}),
                   {equal(var("on"), opposite(pre("on")))}));
  } else {
    closed = model.discrete("on", 1.0, Kind::boolean);
    const double low = random.between(0.1, 0.6), high = low + random.between(0.4, 1.5);
    model.add(closed, choice(pre("on"), relation(i, "<", num(high)), relation(i, "<", num(low))));
  }
  const Expr source = num(random.between(1.0, 5.0));
  const Expr drop = num(r) * i;
  const double capacity = random.between(0.3, 2.0);
  if (random.chance(2)) {
    // Up: the switch shorts the node, the diode leads to the output.
    model.add(branches(closed, {equal(node, num(0.0))}, {equal(through, num(0.0))}));
    model.add(u, node - v);
    model.add(num(random.between(0.3, 2.0)) * der("i"), source - node - drop);
    model.add(num(capacity) * der("v"), diode - num(load) * v);
  } else {
    // Down: the switch leads from the source, the diode from the ground.
    model.add(branches(closed, {equal(node, source)}, {equal(through, num(0.0))}));
    model.add(u, num(0.0) - node);
    model.add(num(random.between(0.3, 2.0)) * der("i"), node - v - drop);
    model.add(num(capacity) * der("v"), i - num(load) * v);
  }
  add_diode(model, 0, diode, u, form);
  model.stop = 2.0;
  return model;
}

// ------------------------------------------------------------------ implicit

// y + k |y - c| = …, with |k| < 1: one solution, whose branch depends on itself.
inline GeneratedModel implicit_kinks(Random& random) {
  GeneratedModel model;
  const std::size_t count = 1 + random.below(2);
  std::vector<Expr> states, values;
  for (std::size_t i = 0; i < count; ++i) {
    states.push_back(model.state(numbered("x", i), random.between(-1.0, 1.0)));
    values.push_back(model.real(numbered("y", i)));
    model.continuous.push_back(numbered("x", i));
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Expr y = values[i], offset = y - num(random.between(-0.5, 0.5));
    const Expr k = num(random.coefficient(0.2, 0.7));
    Expr bent = y;
    switch (random.below(4)) {
      case 0:
        bent = y + k * call("abs", {offset});
        break;
      case 1:
        bent = y + k * call("max", {offset, num(0.0)});
        break;
      case 2:
        bent = y + choice(relation(offset, ">", num(0.0)), k * offset, num(0.0));
        break;
      default:
        bent = y + num(random.between(0.2, 1.0)) * y * y * y + k * call("min", {offset, num(0.0)});
    }
    Expr right = affine(random, states, 1.0) + wave(random, 0.5, 1.5);
    if (i > 0) right = right + num(random.between(-0.1, 0.1)) * values[i - 1];
    model.add(bent, right);
    model.add(der(numbered("x", i)),
              num(random.coefficient(0.5, 1.5)) * y - num(random.between(0.1, 1.0)) * states[i]);
  }
  model.stop = 2.0;
  return model;
}

// ------------------------------------------------------------------ clutches that slip

// Two or three inertias, discs pressed together: dry friction between them.
inline GeneratedModel slipping_clutches(Random& random) {
  GeneratedModel model;
  const std::size_t count = 2 + random.below(2);
  std::vector<Expr> torque;
  for (std::size_t i = 0; i < count; ++i) {
    const Expr w = model.state(numbered("w", i), random.between(-3.0, 3.0));
    model.continuous.push_back(numbered("w", i));
    torque.push_back(wave(random, 0.2, 2.0) - num(random.between(0.05, 0.5)) * w);
  }
  for (std::size_t k = 0; k + 1 < count; ++k) {
    const Expr t = model.real(numbered("t", k));
    const Expr slip = var(numbered("w", k)) - var(numbered("w", k + 1));
    Expr press = num(random.between(0.5, 4.0));
    if (random.chance(2)) {
      press = choice(relation(now(), "<", num(random.between(0.3, 1.5))), press,
                     num(random.between(0.5, 4.0)));
    }
    model.add(t, choice(relation(slip, ">", num(0.0)), press, num(0.0) - press));
    torque[k] = torque[k] - t;
    torque[k + 1] = torque[k + 1] + t;
  }
  for (std::size_t i = 0; i < count; ++i) {
    model.add(num(random.between(0.3, 2.0)) * der(numbered("w", i)), torque[i]);
  }
  model.stop = 3.0;
  return model;
}

// ------------------------------------------------------------------ hysteresis and automata

// A state machine of Booleans and counters that look at a plant and drive it.
inline GeneratedModel automaton(Random& random) {
  GeneratedModel model;
  const Expr x = model.state("x", random.between(-1.0, 1.0));
  const Expr y = model.state("y", random.between(-1.0, 1.0));
  const Expr on = model.discrete("on", random.chance(2) ? 1.0 : 0.0, Kind::boolean);
  const Expr late = model.declare("late", Kind::boolean);
  const Expr n = model.discrete("n", 0.0, Kind::integer);
  const Expr last = model.discrete("last", random.between(-1.0, 1.0));
  model.continuous = {"x"};
  const double low = random.between(-0.6, 0.0), high = low + random.between(0.2, 0.8);
  model.add(on, choice(pre("on"), relation(x, ">", num(low)), relation(x, ">", num(high))));
  model.add(late, logic(random.chance(2) ? "and" : "or",
                        {on, relation(y, ">", num(random.between(-0.5, 0.5)))}));
  static const char* const looks[] = {"edge", "change"};
  model.add(
      when(call(looks[random.below(2)], {late}), {equal(n, pre("n") + num(1.0)), equal(last, y)}));
  if (random.chance(2)) {
    model.add(
        when(opposite(on), {reinit("y", num(random.between(-1.0, 1.0)) + num(0.3) * pre("y"))}));
  }
  // What looks at y does not drive y: its surface is crossed, and never slid along.
  model.add(der("x"), choice(on, num(-random.between(0.5, 2.0)), num(random.between(0.5, 2.0))) +
                          choice(late, affine(random, {x, y}, 0.5), num(0.3) * last) +
                          wave(random, 0.2, 1.0));
  model.add(der("y"), affine(random, {y}, 1.0) + wave(random, 0.5, 1.5) + num(0.3) * x);
  model.stop = 3.0;
  return model;
}

// ------------------------------------------------------------------ all of them

enum class Family : std::uint8_t {
  switched,
  kinked,
  clutches,
  timed_clutches,
  diodes,
  friction,
  relays,
  bouncing,
  plastic,
  sampled,
  converter,
  implicit,
  slipping,
  automaton,
  mixed,
};
constexpr std::size_t kFamilies = 15;

inline const char* name_of(Family family) {
  static const char* const names[] = {"switched", "kinked",    "clutches",  "timed_clutches",
                                      "diodes",   "friction",  "relays",    "bouncing",
                                      "plastic",  "sampled",   "converter", "implicit",
                                      "slipping", "automaton", "mixed"};
  return names[static_cast<std::size_t>(family)];
}

inline GeneratedModel any_model(Family family, Random& random);

// Two models side by side; the equations of the second look at the past of the first through a
// counter of its crossings.
inline GeneratedModel mixed(Random& random) {
  const auto one = static_cast<Family>(random.below(kFamilies - 1)),
             two = static_cast<Family>(random.below(kFamilies - 1));
  GeneratedModel model = with_suffix(any_model(one, random), "_a").model;
  const std::string watched = model.continuous.empty() ? "" : model.continuous.front();
  GeneratedModel second = with_suffix(any_model(two, random), "_b").model;
  if (!watched.empty() && random.chance(2)) {
    const Expr count = model.discrete("count", 0.0, Kind::integer);
    model.add(when(relation(var(watched), ">", num(random.between(-0.5, 0.5))),
                   {equal(count, pre("count") + num(1.0))}));
    for (Equation& equation : second.equations) {
      if (equation.form != Equation::Form::equal || equation.left->op != Op::derivative) continue;
      if (second.continuous.empty() || equation.left->name[0] == 'v') continue;
      if (!random.chance(2)) continue;
      equation.right = equation.right + num(0.2) * count;
    }
  }
  model.stop = std::min(model.stop, second.stop);
  append(model, second);
  return model;
}

inline GeneratedModel any_model(Family family, Random& random) {
  switch (family) {
    case Family::switched:
      return switched_equations(random);
    case Family::kinked:
      return kinked_equations(random);
    case Family::clutches:
      return clutch_train(random, false).model;
    case Family::timed_clutches:
      return clutch_train(random, true).model;
    case Family::diodes: {
      const Circuit net = circuit(random);
      return model_of(net, static_cast<DiodeForm>(random.below(4)));
    }
    case Family::friction:
      return friction_chain(random);
    case Family::relays:
      return relays(random);
    case Family::bouncing:
      return bouncing(random);
    case Family::plastic:
      return plastic_contacts(random, static_cast<DiodeForm>(random.below(4)));
    case Family::sampled:
      return sampled(random);
    case Family::converter:
      return converter(random, static_cast<DiodeForm>(random.below(4)));
    case Family::implicit:
      return implicit_kinks(random);
    case Family::slipping:
      return slipping_clutches(random);
    case Family::automaton:
      return automaton(random);
    case Family::mixed:
      break;
  }
  return mixed(random);
}

}  // namespace saltus::testing
