#pragma once

#include <string>
#include <vector>

#include "tests/unit/structure/model_builder.h"

namespace saltus::testing {

// x'' = -T x, y'' = -T y - g, x² + y² = L²
inline void add_pendulum(ModelBuilder& model) {
  const Term x = model.unknown("x"), y = model.unknown("y"), T = model.unknown("T");
  const Term g = model.parameter("g", 9.81), L = model.parameter("L", 1.0);
  model.equation(der(x, 2), -T * x);
  model.equation(der(y, 2), -T * y - g);
  model.equation(x * x + y * y, L * L);
}

// The car axis of the Bari test set: two bars, two constraints, index 3.
inline void add_car_axis(ModelBuilder& model) {
  const Term xl = model.unknown("xl"), yl = model.unknown("yl");
  const Term xr = model.unknown("xr"), yr = model.unknown("yr");
  const Term l1 = model.unknown("l1"), l2 = model.unknown("l2");
  const Term m = model.parameter("m", 0.0005), L = model.parameter("L", 1.0);
  const Term yb = 0.1 * sin(10.0 * model.time());
  const Term xb = unary(Op::sqrt, L * L - yb * yb);
  const Term left = unary(Op::sqrt, square(xl) + square(yl));
  const Term right = unary(Op::sqrt, square(xr - xb) + square(yr - yb));
  model.equation(m * der(xl, 2), (L - left) * xl / left + l1 * xb + 2.0 * (l2 * (xl - xr)));
  model.equation(m * der(yl, 2), (L - left) * yl / left + l1 * yb + 2.0 * (l2 * (yl - yr)) - m);
  model.equation(m * der(xr, 2), (L - right) * (xr - xb) / right - 2.0 * (l2 * (xl - xr)));
  model.equation(m * der(yr, 2), (L - right) * (yr - yb) / right - 2.0 * (l2 * (yl - yr)) - m);
  model.equation(xl * xb + yl * yb, 0.0);
  model.equation(square(xl - xr) + square(yl - yr), L * L);
}

// Two point masses on a chain of two rods, Cartesian: index 3.
inline void add_two_link_chain(ModelBuilder& model) {
  const Term x1 = model.unknown("x1"), y1 = model.unknown("y1");
  const Term x2 = model.unknown("x2"), y2 = model.unknown("y2");
  const Term T1 = model.unknown("T1"), T2 = model.unknown("T2");
  model.equation(der(x1, 2), -T1 * x1 + T2 * (x2 - x1));
  model.equation(der(y1, 2), -T1 * y1 + T2 * (y2 - y1) - 9.81);
  model.equation(der(x2, 2), -T2 * (x2 - x1));
  model.equation(der(y2, 2), -T2 * (y2 - y1) - 9.81);
  model.equation(square(x1) + square(y1), 1.0);
  model.equation(square(x2 - x1) + square(y2 - y1), 1.0);
}

// The parallel robot of Nedialkov and Ramdani (RR-6834, section 4), in their order of
// equations and variables. The torques either follow the controller or are saturated.
enum class Torques { controlled, saturated };

inline void add_robot(ModelBuilder& model, Torques torques) {
  const Term x = model.unknown("x"), z = model.unknown("z");
  const Term q1 = model.unknown("q1"), q2 = model.unknown("q2");
  const Term qd1 = model.unknown("qd1"), qd2 = model.unknown("qd2");
  const Term y1 = model.unknown("y1"), y2 = model.unknown("y2");
  const Term G1 = model.unknown("G1"), G2 = model.unknown("G2");
  const Term E1 = model.unknown("E1"), E2 = model.unknown("E2");
  const Term xp = model.parameter("xp", 0.1), L = model.parameter("L", 0.3);
  const Term l = model.parameter("l", 0.7), g = model.parameter("g", 9.81);
  const Term mass = model.parameter("mass", 5.64), inertia = model.parameter("inertia", 0.1);
  const Term weight = model.parameter("weight", 0.8), Fs = model.parameter("Fs", 3.0);
  const Term Fv = model.parameter("Fv", 0.5), alpha = model.parameter("alpha", 50.0);
  const Term xd = -0.35 * sin(6.283185307179586 * model.time());
  const Term zd = 0.1 * cos(6.283185307179586 * model.time()) - 0.7;

  const auto reach1 = [&](Term px, Term q) { return px - xp - L * cos(q); };
  const auto reach2 = [&](Term px, Term q) { return px + xp + L * cos(q); };
  const auto rise = [&](Term pz, Term q) { return pz + L * sin(q); };
  const auto torque = [&](Term q, Term qd, Term E) {
    return 600.0 * ((qd - q) + 0.003 * E + 0.05 * (der(qd) - der(q)));
  };
  const auto arm = [&](Term q, Term G, Term load) {
    model.equation(-G + inertia * der(q, 2) + Fs + Fv * der(q) - weight * g * cos(q) + load, 0.0);
  };

  model.equation(square(reach1(x, q1)) + square(rise(z, q1)) - l * l, 0.0);
  model.equation(square(reach2(x, q2)) + square(rise(z, q2)) - l * l, 0.0);
  model.equation(square(reach1(xd, qd1)) + square(rise(zd, qd1)) - l * l, 0.0);
  model.equation(square(reach2(xd, qd2)) + square(rise(zd, qd2)) - l * l, 0.0);
  model.equation(2.0 * (reach1(x, q1) * y1) + 2.0 * (reach2(x, q2) * y2) + mass * der(x, 2), 0.0);
  model.equation(2.0 * (rise(z, q1) * y1) + 2.0 * (rise(z, q2) * y2) + mass * (der(z, 2) - g), 0.0);
  arm(q1, G1, 2.0 * ((reach1(x, q1) * L * sin(q1) + rise(z, q1) * L * cos(q1)) * y1));
  arm(q2, G2, 2.0 * ((rise(z, q2) * L * cos(q2) - reach2(x, q2) * L * sin(q2)) * y2));
  if (torques == Torques::controlled) {
    model.equation(G1 - torque(q1, qd1, E1), 0.0);
    model.equation(G2 - torque(q2, qd2, E2), 0.0);
  } else {
    model.equation(G1 - alpha, 0.0);
    model.equation(G2 + alpha, 0.0);
  }
  model.equation(der(E1) - (qd1 - q1), 0.0);
  model.equation(der(E2) - (qd2 - q2), 0.0);
}

}  // namespace saltus::testing
