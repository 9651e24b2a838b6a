#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>

#include "saltus/api/model.h"
#include "saltus/foundation/expr/print_expr.h"

namespace saltus {
namespace {

std::vector<std::string> examples() {
  std::vector<std::string> files;
  const std::filesystem::path root = std::filesystem::path(SALTUS_SOURCE_DIR) / "examples";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".mo") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

struct Outcome {
  EndReason reason;
  std::vector<double> numbers;
};

std::optional<Outcome> run(const Model& model) {
  const auto& compiled = model.executable().model;
  if (compiled == nullptr) return std::nullopt;
  SimulationOptions options;
  options.stop_time = compiled->system.experiment.stop_time.value_or(1.0);
  options.interval = options.stop_time / 20.0;
  options.max_steps = 60;  // what comes later is no different
  Diagnostics diagnostics;
  const Simulation simulation = run_model(*compiled, options, diagnostics);
  Outcome outcome{simulation.end.reason, {simulation.end.time}};
  for (std::size_t row = 0; row < simulation.trajectory.row_count(); ++row) {
    outcome.numbers.push_back(simulation.trajectory.time(row));
    for (std::size_t column = 0; column < simulation.trajectory.columns().size(); ++column) {
      outcome.numbers.push_back(simulation.trajectory.value(row, column));
    }
  }
  return outcome;
}

bool are_same(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

// A changed parameter gives, bit for bit, what the text with that value gives.
TEST(ParameterChange, IsTheTextWithAnotherValue) {
  int compared = 0, changed = 0;
  for (const std::string& file : examples()) {
    const auto loaded = Model::load(file);
    ASSERT_TRUE(loaded.has_value()) << file;
    const auto as_written = run(*loaded.value());
    for (const ParameterInfo& parameter : loaded.value()->parameters()) {
      if (!parameter.can_change || parameter.type != ValueType::real) continue;
      for (const double factor : {1.25, 0.0}) {
        const double value = parameter.value * factor;
        const auto other = loaded.value()->with_parameters({{parameter.name, value}});
        const auto text =
            Model::load(file, "", {.parameters = {{parameter.name, print_number(value)}}});
        ASSERT_EQ(other.has_value(), text.has_value()) << file << ", " << parameter.name;
        if (!other) continue;
        const auto expected = run(*text.value()), actual = run(*other.value());
        ASSERT_EQ(actual.has_value(), expected.has_value()) << file << ", " << parameter.name;
        if (!actual) continue;
        EXPECT_EQ(actual->reason, expected->reason) << file << ", " << parameter.name;
        EXPECT_TRUE(are_same(actual->numbers, expected->numbers)) << file << ", " << parameter.name;
        ++compared;
        changed += as_written && !are_same(actual->numbers, as_written->numbers);
      }
    }
  }
  EXPECT_GE(compared, 100);
  EXPECT_GE(changed, compared / 2);
}

}  // namespace
}  // namespace saltus
