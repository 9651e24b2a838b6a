#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "saltus/driver/compile.h"
#include "saltus/foundation/diagnostics/render_text.h"
#include "tests/problems/model_variants.h"

// What a run says, in the names and units of the model that a variant was made of.
namespace saltus::testing {

struct ObservedImpulse {
  int order = 0;
  std::vector<double> weights = {};
};

struct ObservedRun {
  bool is_compiled = false;
  bool reached_end = false;
  std::string messages = {};
  std::vector<double> times = {};                      // of rows
  std::map<std::string, std::vector<double>> columns;  // by name; derivatives too, and `mode`
  std::vector<double> events = {};                     // instants
  std::vector<std::map<std::string, ObservedImpulse>> impulses;  // at each instant
  std::uint64_t mode_changes = 0;

  bool is_good() const { return is_compiled && reached_end; }
  double last(const std::string& name) const { return columns.at(name).back(); }
};

class RunObserver {
 public:
  explicit RunObserver(const Variant& variant) : variant_(variant) {}

  ObservedRun run(SimulationOptions options) const {
    ObservedRun observed;
    const SourceText source("model.mo", text_of(variant_.model));
    Diagnostics diagnostics;
    const auto system = compile_flat(source, {.model = "", .overrides = {}}, diagnostics);
    const auto model = system ? compile_model(*system, diagnostics) : nullptr;
    if (model) {
      for (double& time : options.times) time *= variant_.time_factor;
      options.start_time *= variant_.time_factor;
      options.stop_time *= variant_.time_factor;
      options.interval *= variant_.time_factor;
      options.with_derivatives = true;
      const Simulation run = run_model(*model, options, diagnostics);
      observed.is_compiled = true;
      observed.reached_end = run.end.reason == EndReason::reached_stop_time;
      observed.mode_changes = run.statistics.mode_changes;
      take_rows(run.trajectory, observed);
      take_events(*system, run, observed);
    }
    observed.messages = render_text(diagnostics, source);
    return observed;
  }

 private:
  void take_rows(const Trajectory& rows, ObservedRun& observed) const {
    std::map<std::string, std::size_t> positions;
    for (std::size_t i = 0; i < rows.columns().size(); ++i) positions[rows.columns()[i].name] = i;
    for (const double time : rows.times()) observed.times.push_back(time / variant_.time_factor);
    const auto take = [&](const std::string& name, const std::string& theirs, double factor) {
      const auto found = positions.find(theirs);
      if (found == positions.end()) return;
      std::vector<double>& values = observed.columns[name];
      for (std::size_t row = 0; row < rows.row_count(); ++row) {
        values.push_back(factor * rows.value(row, found->second));
      }
    };
    for (const auto& [name, theirs] : counterparts()) {
      take(name, theirs.name, theirs.factor);
      take("der(" + name + ")", "der(" + theirs.name + ")", theirs.factor * variant_.time_factor);
    }
    take("mode", "mode", 1.0);
    for (const auto& [name, position] : positions) {
      if (name.starts_with("multiplier(")) take(name, name, 1.0);
    }
  }

  void take_events(const FlatSystem& system, const Simulation& run, ObservedRun& observed) const {
    for (const MicroStep& step : run.events) {
      const double time = step.time / variant_.time_factor;
      if (observed.events.empty() || observed.events.back() != time) {
        observed.events.push_back(time);
        observed.impulses.emplace_back();
      }
      for (const MicroStep::VariableImpulse& impulse : step.impulses) {
        add_impulse(system.variables[impulse.variable].name, impulse, observed.impulses.back());
      }
    }
  }

  void add_impulse(const std::string& theirs, const MicroStep::VariableImpulse& impulse,
                   std::map<std::string, ObservedImpulse>& impulses) const {
    for (const auto& [name, counterpart] : counterparts()) {
      if (counterpart.name != theirs) continue;
      ObservedImpulse& sum = impulses[name];
      sum.order = std::max(sum.order, impulse.order);
      sum.weights.resize(static_cast<std::size_t>(sum.order));
      double factor = counterpart.factor;
      for (std::size_t k = 0; k < impulse.weights.size(); ++k) {
        factor /= variant_.time_factor;
        sum.weights[k] += factor * impulse.weights[k];
      }
    }
  }

  std::map<std::string, Counterpart> counterparts() const {
    if (!variant_.of.empty()) return variant_.of;
    std::map<std::string, Counterpart> same;
    for (const Variable& variable : variant_.model.variables) {
      same[variable.name] = {variable.name};
    }
    return same;
  }

  const Variant& variant_;
};

inline ObservedRun observe(const Variant& variant, const SimulationOptions& options) {
  return RunObserver(variant).run(options);
}

inline double largest(const std::vector<double>& values) {
  double result = 0.0;
  for (const double value : values) {
    if (std::isfinite(value)) result = std::fmax(result, std::fabs(value));
  }
  return result;
}

// How two runs differ, in words; nothing if they agree. Values may differ by `bar` times the
// largest value of their column, times of events by `bar` times the last one.
class Comparison {
 public:
  Comparison(const ObservedRun& expected, const ObservedRun& actual, double bar)
      : expected_(expected), actual_(actual), bar_(bar) {}

  std::string differences() const {
    if (!actual_.is_good()) return "does not run:\n" + actual_.messages;
    if (expected_.events.size() != actual_.events.size()) {
      return fmt::format("events at {} instead of {}\n", fmt::join(actual_.events, " "),
                         fmt::join(expected_.events, " "));
    }
    std::string text;
    for (std::size_t i = 0; i < expected_.events.size(); ++i) {
      if (differ(expected_.events[i], actual_.events[i], expected_.times.back())) {
        text += fmt::format("event {} at {:.17g} instead of {:.17g}\n", i, actual_.events[i],
                            expected_.events[i]);
      }
      text += impulse_differences(i);
    }
    if (!text.empty()) return text;
    if (expected_.times.size() != actual_.times.size()) {
      return fmt::format("{} rows instead of {}\n", actual_.times.size(), expected_.times.size());
    }
    for (const auto& [name, values] : expected_.columns) text += column_differences(name, values);
    return text;
  }

 private:
  bool differ(double a, double b, double size) const {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) != std::isnan(b);
    return std::fabs(a - b) > bar_ * size + 1e-15;
  }

  // Derivatives and the numbers of modes say nothing that the values do not say.
  static bool is_compared(const std::string& name) {
    return !name.starts_with("der(") && !name.starts_with("multiplier(");
  }

  std::string column_differences(const std::string& name, const std::vector<double>& values) const {
    if (!is_compared(name)) return "";
    const auto found = actual_.columns.find(name);
    if (found == actual_.columns.end()) return name == "mode" ? "" : "no column " + name + "\n";
    const double size = largest(values);
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (differ(values[row], found->second[row], size)) {
        return fmt::format("{} = {:.17g} instead of {:.17g} at t = {:.17g} (size {})\n", name,
                           found->second[row], values[row], expected_.times[row], size);
      }
    }
    return "";
  }

  std::string impulse_differences(std::size_t event) const {
    std::string text;
    const auto& expected = expected_.impulses[event];
    const auto& actual = actual_.impulses[event];
    for (const auto& [name, impulse] : expected) {
      const auto found = actual.find(name);
      if (found == actual.end() || found->second.order != impulse.order) {
        text += fmt::format("impulse of {} at event {} is missing\n", name, event);
        continue;
      }
      for (std::size_t k = 0; k < impulse.weights.size(); ++k) {
        if (differ(impulse.weights[k], found->second.weights[k], largest(impulse.weights))) {
          text += fmt::format("impulse of {} at event {}: {:.17g} instead of {:.17g}\n", name,
                              event, found->second.weights[k], impulse.weights[k]);
        }
      }
    }
    if (actual.size() > expected.size()) text += fmt::format("more impulses at event {}\n", event);
    return text;
  }

  const ObservedRun& expected_;
  const ObservedRun& actual_;
  double bar_;
};

}  // namespace saltus::testing
