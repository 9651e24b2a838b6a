#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "saltus/compiler/flat/flatten.h"
#include "saltus/compiler/lower/lower_mode.h"
#include "saltus/compiler/modes/select_mode.h"
#include "saltus/compiler/names/resolve.h"
#include "saltus/compiler/structure/analyze_structure.h"
#include "saltus/compiler/syntax/parse.h"
#include "saltus/foundation/diagnostics/render_text.h"
#include "saltus/runtime/reset/reset.h"

namespace saltus::testing {

// The mode that a reset goes into, written as a model without guards, and the left limits.
class ModeUnderTest {
 public:
  ModeUnderTest(const std::string& declarations, const std::string& equations)
      : source_("model.mo", "model M\n" + declarations + "\nequation\n" + equations + "\nend M;\n"),
        system_(flat(source_)),
        mode_(lowered(source_, system_)) {
    for (const ExecutableUnknown& unknown : mode_.unknowns) {
      first_.push_back(left_.size());
      left_.resize(left_.size() + static_cast<std::size_t>(unknown.offset) + 1,
                   std::numeric_limits<double>::quiet_NaN());
      first_in_state_.push_back(state_size_);
      state_size_ +=
          static_cast<std::size_t>(unknown.offset - mode_.blocks[unknown.block].lead + 1);
    }
    facts_.assign(mode_.unknowns.size(), 0);
    known_.value.assign(system_.variables.size(), 0.0);
    known_.pre = known_.value;
  }
  ModeUnderTest(const ModeUnderTest&) = delete;
  ModeUnderTest& operator=(const ModeUnderTest&) = delete;

  // Left limits x, x', … that the past has fixed.
  ModeUnderTest& fact(const std::string& name, const std::vector<double>& values) {
    limit(name, values);
    facts_[unknown(name)] = static_cast<int>(values.size());
    return *this;
  }
  // Left limits that count only if nothing else determines the value.
  ModeUnderTest& limit(const std::string& name, const std::vector<double>& values) {
    std::copy(values.begin(), values.end(),
              left_.begin() + static_cast<std::ptrdiff_t>(first_[unknown(name)]));
    return *this;
  }
  ModeUnderTest& at(double time) {
    time_ = time;
    return *this;
  }
  ModeUnderTest& sized(double scale) {
    scale_.assign(left_.size(), scale);
    return *this;
  }
  ResetProblem problem(double tolerance = 1e-10) const {
    return {mode_, time_, known_, left_, facts_, tolerance, scale_};
  }
  Result<ResetResult, ResetFailure> reset(double tolerance = 1e-10) const {
    return find_reset(problem(tolerance));
  }
  // A reset that must succeed.
  ResetResult result(double tolerance = 1e-10) const {
    return required(find_reset(problem(tolerance)));
  }
  ResetResult numeric_limit(double tolerance = 1e-10) const {
    return required(find_reset_by_numeric_limit(problem(tolerance)));
  }
  static ResetResult required(const Result<ResetResult, ResetFailure>& result) {
    if (result) return result.value();
    ADD_FAILURE() << "reset failed: fault " << static_cast<int>(result.error().fault) << ", block "
                  << result.error().block;
    throw std::runtime_error("no reset");
  }

  double value(const ResetResult& result, const std::string& name, int derivative = 0) const {
    return result.state[first_in_state_[unknown(name)] + static_cast<std::size_t>(derivative)];
  }
  // The impulse's weights; empty if there is none.
  std::vector<double> weights(const ResetResult& result, const std::string& name) const {
    for (const Impulse& impulse : result.impulses) {
      if (impulse.unknown == unknown(name)) return impulse.weights;
    }
    return {};
  }
  std::uint32_t unknown(const std::string& name) const {
    for (std::uint32_t j = 0; j < mode_.unknowns.size(); ++j) {
      if (system_.variables[mode_.unknowns[j].variable].name == name) return j;
    }
    throw std::runtime_error("not an unknown: " + name);
  }
  int order(std::uint32_t unknown) const { return mode_.unknowns[unknown].offset; }
  const ExecutableMode& mode() const { return mode_; }
  const std::vector<double>& left() const { return left_; }
  KnownValues& known() { return known_; }

 private:
  [[noreturn]] static void fail(const SourceText& source, const Diagnostics& diagnostics) {
    ADD_FAILURE() << render_text(diagnostics, source) << "\n" << source.text();
    throw std::runtime_error("the model does not compile");
  }
  static FlatSystem flat(const SourceText& source) {
    Diagnostics diagnostics;
    const auto tree = syntax::parse(source, diagnostics);
    if (!tree) fail(source, diagnostics);
    const auto resolved = resolve(*tree, source, "", diagnostics);
    if (!resolved) fail(source, diagnostics);
    auto system = flatten(*tree, *resolved, source, {}, diagnostics);
    if (!system) fail(source, diagnostics);
    return std::move(*system);
  }
  static ExecutableMode lowered(const SourceText& source, FlatSystem& system) {
    Diagnostics diagnostics;
    const Mode mode(system.guards.size(), false);
    const ModeSystem equations = select_mode(system, mode);
    const auto structure = analyze_structure(system, equations, diagnostics);
    if (!structure) fail(source, diagnostics);
    return lower_mode(system, mode, equations, *structure);
  }

  SourceText source_;
  FlatSystem system_;
  ExecutableMode mode_;
  std::vector<std::size_t> first_, first_in_state_;
  std::size_t state_size_ = 0;
  std::vector<double> left_, scale_;
  std::vector<int> facts_;
  KnownValues known_;
  double time_ = 0.0;
};

}  // namespace saltus::testing
