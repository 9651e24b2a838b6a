#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/problems/model_from_text.h"

// The textbook DAEs against reference solutions of 25 digits.

namespace saltus::testing {
namespace {

using Json = nlohmann::json;

Json reference(const std::string& problem) {
  std::ifstream file(std::string(SALTUS_SOURCE_DIR) + "/tests/reference/textbook_daes.json");
  return Json::parse(file).at(problem);
}

std::string read_example(const std::string& path) {
  std::ifstream file(std::string(SALTUS_SOURCE_DIR) + "/examples/" + path);
  EXPECT_TRUE(file.is_open()) << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// The reference writes der(x) as dx and der(der(x)) as ddx.
std::string column_name(const ModelFromText& model, const std::string& key) {
  const auto exists = [&](const std::string& name) {
    return std::any_of(model.system().variables.begin(), model.system().variables.end(),
                       [&](const FlatVariable& variable) { return variable.name == name; });
  };
  if (exists(key)) return key;
  if (exists(key.substr(1))) return "der(" + key.substr(1) + ")";
  return "der(der(" + key.substr(2) + "))";
}

struct Comparison {
  double error = 0.0;  // relative to the variable's largest magnitude
  std::string variable;
};

class Textbook {
 public:
  Textbook(const std::string& problem, const std::string& example)
      : reference_(reference(problem)), model_(read_example(example)) {
    for (const Json& point : reference_.at("grid")) times_.push_back(point.at("t"));
  }

  void run(double tolerance) {
    run_ = model_.run_to_end({.stop_time = times_.back(),
                              .tolerance = tolerance,
                              .times = times_,
                              .with_derivatives = true});
    ASSERT_EQ(run_.trajectory.row_count(), times_.size());
  }

  double at(std::size_t row, const std::string& key) const {
    return value(run_.trajectory, row, column_name(model_, key));
  }
  std::size_t rows() const { return times_.size(); }
  double time(std::size_t row) const { return times_[row]; }

  // Over the whole grid.
  Comparison worst() const {
    Comparison worst;
    for (const auto& [key, unused] : reference_.at("grid")[0].items()) {
      if (key == "t") continue;
      double error = 0.0;
      for (std::size_t row = 0; row < rows(); ++row) {
        error = std::fmax(error, std::fabs(at(row, key) - expected(row, key)));
      }
      error /= largest(key);
      if (error > worst.error) worst = {error, key};
    }
    return worst;
  }

  // At the end, relative to the larger of the value there and 1, or to the value
  // alone.
  Comparison at_the_end(bool componentwise) const {
    Comparison worst;
    for (const auto& [key, digits] : reference_.at("final_str").items()) {
      const double exact = std::stod(digits.get<std::string>());
      const double scale = componentwise ? std::fabs(exact) : std::fmax(1.0, std::fabs(exact));
      const double error = std::fabs(at(rows() - 1, key) - exact) / scale;
      if (error > worst.error) worst = {error, key};
    }
    return worst;
  }

  // Constraints, hidden ones too, hold at every output time.
  void expect_constraint(const std::string& what, double allowed,
                         const std::function<double(std::size_t row)>& residual) const {
    for (std::size_t row = 0; row < rows(); ++row) {
      EXPECT_NEAR(residual(row), 0.0, allowed) << what << " at t = " << time(row);
    }
  }

 private:
  double expected(std::size_t row, const std::string& key) const {
    return reference_.at("grid")[row].at(key);
  }
  double largest(const std::string& key) const {
    double result = 0.0;
    for (std::size_t row = 0; row < rows(); ++row) {
      result = std::fmax(result, std::fabs(expected(row, key)));
    }
    return result > 0.0 ? result : 1.0;
  }

  Json reference_;
  ModelFromText model_;
  std::vector<double> times_;
  Simulation run_;
};

void expect_grid(const Textbook& textbook, double allowed) {
  const Comparison worst = textbook.worst();
  EXPECT_LE(worst.error, allowed) << worst.variable;
  const Comparison last = textbook.at_the_end(true);
  fmt::print("  largest error on the grid {:.1e} in {}, at the end componentwise {:.1e} in {}\n",
             worst.error, worst.variable, last.error, last.variable);
}

void expect_end(const Textbook& textbook, double allowed) {
  const Comparison worst = textbook.at_the_end(false);
  EXPECT_LE(worst.error, allowed) << worst.variable;
  fmt::print("  error at the end {:.1e} in {}\n", worst.error, worst.variable);
}

void expect_rod(const Textbook& pendulum) {
  pendulum.expect_constraint("length", 1e-12, [&](std::size_t row) {
    return std::pow(pendulum.at(row, "x"), 2) + std::pow(pendulum.at(row, "y"), 2) - 1.0;
  });
  pendulum.expect_constraint("speed along the rod", 1e-12, [&](std::size_t row) {
    return pendulum.at(row, "x") * pendulum.at(row, "dx") +
           pendulum.at(row, "y") * pendulum.at(row, "dy");
  });
}

TEST(Textbook, PendulumOnItsGrid) {
  Textbook pendulum("pendulum", "pendulum/PendulumSecondOrder.mo");
  pendulum.run(1e-10);
  expect_grid(pendulum, 1e-8);
  expect_rod(pendulum);
}

TEST(Textbook, PendulumOfFirstOrderOnItsGrid) {
  Textbook pendulum("pendulum", "pendulum/Pendulum.mo");
  pendulum.run(1e-10);
  expect_grid(pendulum, 1e-8);
  expect_rod(pendulum);
}

TEST(Textbook, PendulumToRounding) {
  Textbook pendulum("pendulum", "pendulum/PendulumSecondOrder.mo");
  pendulum.run(1e-13);
  expect_end(pendulum, 2e-13);
}

TEST(Textbook, CarAxisOnItsGrid) {
  Textbook car("car_axis", "car_axis/CarAxis.mo");
  car.run(1e-10);
  expect_grid(car, 1e-8);
  car.expect_constraint("length of the axis", 1e-12, [&](std::size_t row) {
    return std::pow(car.at(row, "xl") - car.at(row, "xr"), 2) +
           std::pow(car.at(row, "yl") - car.at(row, "yr"), 2) - 1.0;
  });
  car.expect_constraint("right angle", 1e-12, [&](std::size_t row) {
    const double yb = 0.1 * std::sin(10 * car.time(row)), xb = std::sqrt(1 - yb * yb);
    return car.at(row, "xl") * xb + car.at(row, "yl") * yb;
  });
  car.expect_constraint("speed along the axis", 1e-12, [&](std::size_t row) {
    return (car.at(row, "xl") - car.at(row, "xr")) * (car.at(row, "dxl") - car.at(row, "dxr")) +
           (car.at(row, "yl") - car.at(row, "yr")) * (car.at(row, "dyl") - car.at(row, "dyr"));
  });
}

TEST(Textbook, CarAxisToRounding) {
  Textbook car("car_axis", "car_axis/CarAxis.mo");
  car.run(1e-13);
  expect_end(car, 4e-13);
}

TEST(Textbook, AndrewsMechanismOnItsGrid) {
  Textbook andrews("andrews", "andrews/Andrews.mo");
  andrews.run(1e-10);
  expect_grid(andrews, 1e-8);
  const auto at = [&](const char* key, std::size_t row) { return andrews.at(row, key); };
  const double rr = 0.007, d = 0.028, ss = 0.035, e = 0.02, zt = 0.04, zf = 0.02, u = 0.04;
  const auto tip_x = [&](std::size_t row) {
    return rr * std::cos(at("beta", row)) - d * std::cos(at("beta", row) + at("Theta", row));
  };
  const auto tip_y = [&](std::size_t row) {
    return rr * std::sin(at("beta", row)) - d * std::sin(at("beta", row) + at("Theta", row));
  };
  andrews.expect_constraint("first loop, x", 1e-12, [&](std::size_t row) {
    return tip_x(row) - ss * std::sin(at("gamma", row)) + 0.03635;
  });
  andrews.expect_constraint("first loop, y", 1e-12, [&](std::size_t row) {
    return tip_y(row) + ss * std::cos(at("gamma", row)) - 0.03273;
  });
  andrews.expect_constraint("second loop, x", 1e-12, [&](std::size_t row) {
    return tip_x(row) - e * std::sin(at("Phi", row) + at("delta", row)) -
           zt * std::cos(at("delta", row)) + 0.06934;
  });
  andrews.expect_constraint("second loop, y", 1e-12, [&](std::size_t row) {
    return tip_y(row) + e * std::cos(at("Phi", row) + at("delta", row)) -
           zt * std::sin(at("delta", row)) + 0.00227;
  });
  andrews.expect_constraint("third loop, x", 1e-12, [&](std::size_t row) {
    return tip_x(row) - zf * std::cos(at("Omega", row) + at("epsilon", row)) -
           u * std::sin(at("epsilon", row)) + 0.06934;
  });
  andrews.expect_constraint("third loop, y", 1e-12, [&](std::size_t row) {
    return tip_y(row) - zf * std::sin(at("Omega", row) + at("epsilon", row)) +
           u * std::cos(at("epsilon", row)) + 0.00227;
  });
}

TEST(Textbook, AndrewsMechanismToRounding) {
  Textbook andrews("andrews", "andrews/Andrews.mo");
  andrews.run(1e-13);
  // Accelerations are of the size 1e6, and rounding of the first steps grows a hundredfold.
  expect_end(andrews, 2e-11);
}

TEST(Textbook, TransistorAmplifierOnItsGrid) {
  Textbook amplifier("transistor_amplifier", "transistor_amplifier/TransistorAmplifier.mo");
  amplifier.run(1e-10);
  expect_grid(amplifier, 1e-8);
  // What flows into both ends of C1 cancels; currents are of the size 1e-3.
  amplifier.expect_constraint("current through C1", 1e-12, [&](std::size_t row) {
    const double y1 = amplifier.at(row, "y1"), y2 = amplifier.at(row, "y2");
    const double ue = 0.1 * std::sin(200 * 3.141592653589793 * amplifier.time(row));
    const double g1 = 1e-6 * (std::exp((y2 - amplifier.at(row, "y3")) / 0.026) - 1);
    return (y1 - ue) / 1000 + y2 / 9000 + (y2 - 6) / 9000 + 0.01 * g1;
  });
}

TEST(Textbook, TransistorAmplifierToRounding) {
  Textbook amplifier("transistor_amplifier", "transistor_amplifier/TransistorAmplifier.mo");
  amplifier.run(1e-13);
  expect_end(amplifier, 2e-13);
}

}  // namespace
}  // namespace saltus::testing
