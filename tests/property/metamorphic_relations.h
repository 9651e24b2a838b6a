#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <string>

#include "tests/problems/generated_families.h"
#include "tests/problems/observed_run.h"
#include "tests/problems/run_invariants.h"
#include "tests/problems/small_steps.h"

// Relations between runs of one random model that is written, or run, in two ways.
namespace saltus::testing {

// SALTUS_SEED and SALTUS_MODELS choose other models than those of every day.
inline std::uint32_t number_from_environment(const char* name, std::uint32_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10));
}

inline SimulationOptions plain_options(const GeneratedModel& model, double tolerance) {
  SimulationOptions options{.stop_time = model.stop, .tolerance = tolerance};
  for (int k = 0; k <= 8; ++k) options.times.push_back(model.stop * k / 8.0);
  return options;
}

// Random models of all families, the same for the same seed.
class MetamorphicModels {
 public:
  MetamorphicModels(std::uint32_t seed, std::uint32_t count)
      : first_(number_from_environment("SALTUS_SEED", seed)),
        count_(number_from_environment("SALTUS_MODELS", count)) {}

  // `check` returns what is wrong, or nothing.
  using Check = std::function<std::string(const GeneratedModel&, Family, Random&)>;
  void check_each(const Check& check) const {
    for (std::uint32_t seed = first_; seed < first_ + count_; ++seed) {
      const auto family = static_cast<Family>(seed % kFamilies);
      // Every fourth model has coarse numbers: starts on surfaces, events at one instant.
      Random random(seed, seed / kFamilies % 4 == 3 ? 4.0 : 1000.0);
      const GeneratedModel model = any_model(family, random);
      const std::string faults = check(model, family, random);
      if (faults.empty()) continue;
      ADD_FAILURE() << "SALTUS_SEED=" << seed << " SALTUS_MODELS=1, " << name_of(family) << "\n"
                    << text_of(model) << faults;
    }
  }

 private:
  std::uint32_t first_, count_;
};

// The variant's run must be that of the model up to `bar`.
inline std::string difference(const GeneratedModel& model, const Variant& variant, double tolerance,
                              double bar) {
  const SimulationOptions options = plain_options(model, tolerance);
  const ObservedRun expected = observe({model}, options);
  if (!expected.is_good()) return "the model itself does not run:\n" + expected.messages;
  const std::string found = Comparison(expected, observe(variant, options), bar).differences();
  return found.empty() ? "" : found + text_of(variant.model);
}

// How far apart two runs may be whose arithmetic differs by rounding only, and by steps.
constexpr double kTolerance = 1e-9, kRounding = 1e-10, kSteps = 1e-7;

inline std::string rows_satisfy_the_model(const GeneratedModel& model, Family, Random&) {
  SimulationOptions options = plain_options(model, kTolerance);
  options.times.clear();
  options.interval = model.stop / 50.0;
  const ObservedRun run = observe({model}, options);
  return run.is_good() ? RunInvariants(model, run, kSteps).violations() : run.messages;
}

inline std::string small_steps_agree(const GeneratedModel& model, Family, Random&) {
  SmallSteps small(model, 1.0 / 256.0);
  if (!small.is_explicit()) return "";
  const auto expected = small.run(model.stop);
  if (!small.is_sure()) return "";
  const ObservedRun run = observe({model}, plain_options(model, kTolerance));
  if (!run.is_good()) return run.messages;
  std::string text;
  for (const Variable& variable : model.variables) {
    const double value = expected.at(variable.name), actual = run.last(variable.name);
    if (std::fabs(value - actual) <= 1e-6 * std::fmax(1.0, std::fabs(value))) continue;
    text += fmt::format("{} = {} instead of {} at the end\n", variable.name, actual, value);
  }
  return text;
}

inline std::string order_does_not_matter(const GeneratedModel& model, Family, Random& random) {
  return difference(model, shuffled(model, random), kTolerance, kRounding);
}
inline std::string names_do_not_matter(const GeneratedModel& model, Family, Random& random) {
  return difference(model, renamed(model, random), kTolerance, kRounding);
}
inline std::string guards_may_be_turned(const GeneratedModel& model, Family, Random& random) {
  return difference(model, turned_guards(model, random), kTolerance, kRounding);
}
inline std::string branches_may_be_changed(const GeneratedModel& model, Family, Random&) {
  return difference(model, with_branches_changed(model), kTolerance, kSteps);
}
inline std::string parts_may_be_named(const GeneratedModel& model, Family, Random& random) {
  if (random.has_ties()) return "";  // a touch may be no event or two
  return difference(model, with_part_named(model, random), kTolerance, kSteps);
}
inline std::string units_do_not_matter(const GeneratedModel& model, Family, Random& random) {
  return difference(model, in_random_units(model, random), kTolerance, kRounding);
}
// Start values that are not fixed are moved as little as possible, whatever the units.
inline std::string units_of_guesses_do_not_matter(const GeneratedModel& model, Family,
                                                  Random& random) {
  GeneratedModel guessed = model;
  for (Variable& variable : guessed.variables) {
    if (variable.kind == Kind::real) variable.is_fixed = false;
  }
  // With other starts some models do not run.
  if (!observe({guessed}, plain_options(guessed, kTolerance)).is_good()) return "";
  return difference(guessed, in_random_units(guessed, random), kTolerance, kRounding);
}
inline std::string unit_of_time_does_not_matter(const GeneratedModel& model, Family,
                                                Random& random) {
  if (random.has_ties()) return "";  // a touch may be no event or two
  return difference(model, in_another_time(model, random), kTolerance, kRounding);
}
inline std::string factors_do_not_matter(const GeneratedModel& model, Family, Random& random) {
  return difference(model, with_equations_weighted(model, random), kTolerance, kRounding);
}

// All of them at once.
inline std::string writing_does_not_matter(const GeneratedModel& model, Family, Random& random) {
  Variant variant = in_random_units(turned_guards(model, random).model, random);
  variant.model = with_equations_weighted(std::move(variant.model), random).model;
  variant.model = shuffled(std::move(variant.model), random).model;
  return difference(model, variant, kTolerance, kRounding);
}

inline bool has_binaries(const GeneratedModel& model) {
  return std::any_of(model.variables.begin(), model.variables.end(),
                     [](const Variable& variable) { return variable.kind == Kind::binary; });
}

// Values at the end, by the names of `expected`; not those of algebraic values that jump there.
inline std::string end_differences(const ObservedRun& expected, const ObservedRun& actual,
                                   const std::string& suffix, double bar) {
  if (!actual.is_good()) return "does not run:\n" + actual.messages;
  std::string text;
  for (const auto& [name, values] : expected.columns) {
    if (name == "mode" || name.starts_with("der(") || name.starts_with("multiplier(")) continue;
    const double value = values.back(), other = actual.last(name + suffix);
    if (std::fabs(value - other) <= bar * largest(values) + 1e-15) continue;
    text +=
        fmt::format("{}{} = {:.17g} instead of {:.17g} at the end\n", name, suffix, other, value);
  }
  return text;
}

inline std::string two_copies_are_twice(const GeneratedModel& model, Family, Random&) {
  const SimulationOptions options = plain_options(model, kTolerance);
  const ObservedRun single = observe({model}, options);
  if (!single.is_good()) return single.messages;
  GeneratedModel both = with_suffix(model, "_a").model;
  append(both, with_suffix(model, "_b").model);
  const ObservedRun run = observe({both}, options);
  return end_differences(single, run, "_a", kSteps) + end_differences(single, run, "_b", kSteps);
}

// Errors are those of a step: over a run they add up, and grow as the model lets them.
inline std::string tolerances_explain_differences(const GeneratedModel& model, Family,
                                                  Random& random) {
  if (random.has_ties()) return "";  // a touch may be no event or two
  const ObservedRun best = observe({model}, plain_options(model, 1e-13));
  if (!best.is_good()) return best.messages;
  std::string text;
  for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-6, 1e-8, 1e-11}) {
    const ObservedRun run = observe({model}, plain_options(model, tolerance));
    const std::string found = Comparison(best, run, 100.0 * tolerance).differences();
    if (!found.empty()) text += fmt::format("tolerance {}: {}", tolerance, found);
  }
  return text;
}

// Rows are looked at, and change nothing.
inline std::string rows_do_not_matter(const GeneratedModel& model, Family, Random& random) {
  SimulationOptions options = plain_options(model, kTolerance);
  const ObservedRun expected = observe({model}, options);
  if (!expected.is_good()) return expected.messages;
  options.with_event_rows = random.chance(2);
  options.times.clear();
  options.interval =
      random.chance(2) ? 0.0 : model.stop / static_cast<double>(3 + random.below(90));
  const ObservedRun actual = observe({model}, options);
  if (actual.events != expected.events) return "other events\n";
  return end_differences(expected, actual, "", 1e-13);
}

// The second part starts from the values of the first.
inline std::string runs_may_be_split(const GeneratedModel& model, Family family, Random& random) {
  // Starts on a constraint are left out.
  if (random.has_ties() || family == Family::clutches || family == Family::timed_clutches ||
      family == Family::diodes || family == Family::plastic || family == Family::mixed) {
    return "";
  }
  SimulationOptions options = plain_options(model, kTolerance);
  const ObservedRun whole = observe({model}, options);
  if (!whole.is_good()) return whole.messages;
  const double split = model.stop * random.between(0.2, 0.8) + 1e-4 * std::sqrt(2.0);  // no tick
  options.stop_time = split;
  options.times = {split};
  const ObservedRun first = observe({model}, options);
  if (!first.is_good()) return first.messages;
  GeneratedModel rest = model;
  for (Variable& variable : rest.variables) {
    if (variable.start) variable.start = first.last(variable.name);
  }
  options.start_time = split;
  options.stop_time = model.stop;
  options.times = {model.stop};
  const std::string found = end_differences(whole, observe({rest}, options), "", 10.0 * kSteps);
  return found.empty() ? "" : fmt::format("split at {}: {}", split, found);
}

// The models are worth it: each family has events, and small steps are a second answer for many.
inline void models_have_events(std::uint32_t first, std::uint32_t count) {
  std::map<Family, std::size_t> events;
  int with_second_answer = 0;
  for (std::uint32_t seed = first; seed < first + count; ++seed) {
    const auto family = static_cast<Family>(seed % kFamilies);
    Random random(seed);
    const GeneratedModel model = any_model(family, random);
    events[family] += observe({model}, plain_options(model, kTolerance)).events.size();
    if (SmallSteps(model, 1.0).is_explicit()) ++with_second_answer;
  }
  ASSERT_EQ(events.size(), kFamilies);
  for (const auto& [family, number] : events) {
    EXPECT_GE(2 * number, count / kFamilies) << name_of(family);
  }
  EXPECT_GE(with_second_answer, static_cast<int>(count / 4));
}

// An ideal diode is the same thing in all its forms.
inline void forms_of_diodes_agree(std::uint32_t first, std::uint32_t count) {
  first = number_from_environment("SALTUS_SEED", first);
  count = number_from_environment("SALTUS_MODELS", count);
  for (std::uint32_t seed = first; seed < first + count; ++seed) {
    const auto model = [&](DiodeForm form) {
      Random random(seed);
      return seed % 2 == 0 ? plastic_contacts(random, form) : model_of(circuit(random), form);
    };
    const GeneratedModel expected = model(DiodeForm::minimum);
    const SimulationOptions options = plain_options(expected, kTolerance);
    const ObservedRun reference = observe({expected}, options);
    for (const DiodeForm form :
         {DiodeForm::parametric, DiodeForm::parametric_equations, DiodeForm::binary}) {
      const GeneratedModel other = model(form);
      const std::string found = end_differences(reference, observe({other}, options), "", kSteps);
      if (found.empty()) continue;
      ADD_FAILURE() << "SALTUS_SEED=" << seed << " SALTUS_MODELS=1, diode_forms\n"
                    << text_of(expected) << text_of(other) << found;
    }
  }
}

// The speeds of a train at the end, from the momentum of what is coupled: loads do not depend on
// speed there, so that J w of a group grows by the integral of its loads.
class CoupledMomentum {
 public:
  explicit CoupledMomentum(const ClutchTrain& train) : train_(train), speed_(train.start) {}

  std::vector<double> speeds_at(double stop) {
    std::vector<double> instants = {0.0, stop};
    for (const auto& [on, off] : train_.engaged) {
      for (const double t : {on, off}) {
        if (t < stop) instants.push_back(t);
      }
    }
    std::sort(instants.begin(), instants.end());
    for (std::size_t k = 0; k + 1 < instants.size(); ++k) pass(instants[k], instants[k + 1]);
    return speed_;
  }

 private:
  void pass(double from, double to) {
    if (from == to) return;
    const std::vector<std::size_t> group = groups(0.5 * (from + to));
    for (std::size_t g = 0; g < group.size(); ++g) {
      double inertia = 0.0, momentum = 0.0;
      for (std::size_t i = 0; i < group.size(); ++i) {
        if (group[i] != g) continue;
        inertia += train_.inertia[i];
        momentum += train_.inertia[i] * speed_[i] + train_.load[i].integral(from, to);
      }
      for (std::size_t i = 0; i < group.size(); ++i) {
        if (group[i] == g) speed_[i] = momentum / inertia;
      }
    }
  }

  // The smallest shaft that each is coupled to.
  std::vector<std::size_t> groups(double time) const {
    std::vector<std::size_t> group(speed_.size());
    for (std::size_t i = 0; i < group.size(); ++i) group[i] = i;
    for (std::size_t round = 0; round < group.size(); ++round) {
      for (std::size_t k = 0; k < train_.shafts.size(); ++k) {
        if (time < train_.engaged[k][0] || time > train_.engaged[k][1]) continue;
        std::size_t &a = group[train_.shafts[k][0]], &b = group[train_.shafts[k][1]];
        a = b = std::min(a, b);
      }
    }
    return group;
  }

  const ClutchTrain& train_;
  std::vector<double> speed_;
};

inline void timed_clutches_share_momentum(std::uint32_t first, std::uint32_t count) {
  first = number_from_environment("SALTUS_SEED", first);
  count = number_from_environment("SALTUS_MODELS", count);
  for (std::uint32_t seed = first; seed < first + count; ++seed) {
    Random random(seed);
    const ClutchTrain train = clutch_train(random, true, false);
    for (const double tolerance : {1e-3, 1e-9}) {
      const ObservedRun run = observe({train.model}, plain_options(train.model, tolerance));
      ASSERT_TRUE(run.is_good()) << "SALTUS_SEED=" << seed << run.messages << text_of(train.model);
      const std::vector<double> expected = CoupledMomentum(train).speeds_at(train.model.stop);
      for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_NEAR(run.last(numbered("w", i)), expected[i], 10.0 * tolerance)
            << "SALTUS_SEED=" << seed << " SALTUS_MODELS=1\n"
            << text_of(train.model);
      }
    }
  }
}

}  // namespace saltus::testing
