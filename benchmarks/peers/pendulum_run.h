#pragma once

#include <algorithm>
#include <cmath>

namespace saltus::peers {

// The pendulum of tests/reference/textbook_daes.json: g = 9.81, L = 1, released at rest with the
// rod horizontal. After 100 periods it is back where it began, so the error is known exactly.
inline constexpr double gravity = 9.81;
inline constexpr double period = 2.3678419475762373;
inline constexpr double stop_time = 100.0 * period;

struct PendulumRun {
  double error;  // infinite when the solver gave up
  long steps;
};

// The largest deviation in positions (m) and velocities (m/s) from the starting point (1, 0), at
// rest. Velocities count: a small error of phase shows in them, and hardly in the positions.
inline double error_after_100_periods(double x, double y, double vx, double vy) {
  return std::max({std::abs(x - 1.0), std::abs(y), std::abs(vx), std::abs(vy)});
}

// x' = vx, y' = vy, vx' = -lambda x, vy' = -lambda y - g, 0 = vx^2 + vy^2 - lambda (x^2 + y^2) - g
// y: reduced to index 1 by hand; BDF with the exact Jacobian. The tolerance is relative and
// absolute.
PendulumRun run_ida_on_index_1(double tolerance);

// angle'' = -g sin(angle): reduced to an ODE by hand; Adams with functional iteration.
PendulumRun run_cvode_on_minimal_coordinates(double tolerance);

// The index-3 text as written, interpreted; compiled once.
PendulumRun run_saltus_on_index_3(double tolerance);

}  // namespace saltus::peers
