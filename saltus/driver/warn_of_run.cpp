#include "saltus/driver/warn_of_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "saltus/driver/mode_text.h"
#include "saltus/driver/run_names.h"

namespace saltus {
namespace {

// Once per equation: the first time its reset depended on the path.
void warn_of_path_dependence(const CompiledModel& model, const RunResult& simulation,
                             Diagnostics& diagnostics) {
  std::set<std::uint32_t> known;
  for (const MicroStep& step : simulation.remarkable) {
    for (const std::uint32_t equation : step.path_dependent) {
      if (!known.insert(equation).second) continue;
      diagnostics
          .warning(codes::path_dependent_reset, span_of(model, EquationId(equation)),
                   fmt::format("the jump at t = {:.9g} is path-dependent", step.time))
          .mark("the factor of an impulse jumps here")
          .note("taken: the factor before the jump (explicit difference)")
          .suggest("write the equation with factors that are continuous at the change");
    }
  }
}

// The conditions that changed, each where it is written, with their new value.
void mark_changed_conditions(const CompiledModel& model, const MicroStep& step,
                             Diagnostic& warning) {
  bool is_first = true;
  for (const GuardValue& after : step.to) {
    if (std::find(step.from.begin(), step.from.end(), after) != step.from.end()) continue;
    const std::string label = after.value ? "became true" : "became false";
    const SourceSpan span = model.system.guards[GuardId(after.guard)].span;
    if (is_first) {
      warning.span = span;
      warning.mark(label);
    } else {
      warning.also(span, label);
    }
    is_first = false;
  }
}

void warn_of_several_values(const CompiledModel& model, const MicroStep& step,
                            Diagnostics& diagnostics) {
  std::vector<std::string> taken;
  for (const MicroStep::Jump& jump : step.switched) {
    taken.push_back(fmt::format("{} = {}", model.system.variables[jump.variable].name, jump.right));
  }
  diagnostics
      .warning(codes::several_valuations, model.hybrid.surfaces[step.crossed[0]].span,
               fmt::format("at t = {:.9g} several values of the binary unknowns satisfy the "
                           "inequalities",
                           step.time))
      .mark("reaches its bound here")
      .note(fmt::format("taken: `{}`, one of those that change fewest", fmt::join(taken, ", ")))
      .suggest("write an inequality that rules out the values that are not meant");
}

void warn_of_several_valuations(const CompiledModel& model, const RunResult& simulation,
                                Diagnostics& diagnostics) {
  for (const MicroStep& step : simulation.remarkable) {
    if (step.is_unique) continue;
    if (!step.switched.empty() && !step.crossed.empty()) {
      return warn_of_several_values(model, step, diagnostics);
    }
    Diagnostic& warning = diagnostics.warning(
        codes::several_valuations, {},
        fmt::format("at t = {:.9g} several modes are consistent with their own conditions",
                    step.time));
    mark_changed_conditions(model, step, warning);
    warning.note(fmt::format("taken: `{}`", mode_text(model.system, step.to)))
        .suggest("say which one is meant, for example by a condition with `pre`");
    return;
  }
}

void warn_of_accumulation(const SurfaceSource& surface, double time, Diagnostics& diagnostics) {
  diagnostics
      .warning(codes::zeno_continued, surface.span,
               fmt::format("the events of `{}` accumulate at t = {:.9g}; the run goes on there",
                           surface.text, time))
      .mark("crossed ever more often, then held")
      .note(
          "what bounces rests there, what switches stays there with the mean of both sides, "
          "until something lifts it off");
}

void warn_of_written_boundary(const SurfaceSource& surface, double time, Diagnostics& diagnostics) {
  diagnostics
      .warning(codes::repelling_surface, surface.span,
               fmt::format("the solution is not unique at t = {:.9g}", time))
      .mark("a side of this leads away, but what is written for the boundary itself stays")
      .note("taken: staying, until an event sets it free; no force does")
      .suggest(
          "leave out what holds at zero: with `sign(v)` the motion stays as long as both sides "
          "lead back, and no longer");
}

void warn_of_repelling_surface(const SurfaceSource& surface, double time,
                               Diagnostics& diagnostics) {
  diagnostics
      .warning(codes::repelling_surface, surface.span,
               fmt::format("the solution is not unique at t = {:.9g}", time))
      .mark("both sides of this lead away from the boundary")
      .note(
          "taken: the side that the relation itself says, or staying on the boundary if "
          "the motion slid along it")
      .suggest("begin beside the boundary, on the side that is meant");
}

void warn_of_mixture(const SurfaceSource& surface, double time, Diagnostics& diagnostics) {
  diagnostics
      .warning(codes::mixture_of_equations, surface.span,
               fmt::format("sliding from t = {:.9g} on mixes equations, not motions", time))
      .mark("the solution slides along this boundary")
      .note(
          "the two sides differ in a way that is not linear; Filippov's mixture of the "
          "motions may differ from this one")
      .suggest("let the sides differ in a value that enters linearly: a force, a flow");
}

void warn_of_undetermined_share(const SurfaceSource& surface, double time,
                                Diagnostics& diagnostics) {
  diagnostics
      .warning(codes::undetermined_shares, surface.span,
               fmt::format("from t = {:.9g} on the motion is determined, but not the share of each "
                           "relation in it",
                           time))
      .mark("other relations that slide keep this at zero already")
      .note("taken: the mean of both sides of this one, as long as the others bear the rest")
      .suggest("if it matters who bears what, give the parts that share a load some elasticity");
}

void warn_of_surfaces(const CompiledModel& model, const RunResult& simulation,
                      Diagnostics& diagnostics) {
  for (const SurfaceRemark& remark : simulation.remarks) {
    const SurfaceSource& surface = model.hybrid.surfaces[remark.surface];
    switch (remark.kind) {
      case SurfaceRemarkKind::continues_after_zeno:
        warn_of_accumulation(surface, remark.time, diagnostics);
        break;
      case SurfaceRemarkKind::stays_as_written:
        warn_of_written_boundary(surface, remark.time, diagnostics);
        break;
      case SurfaceRemarkKind::repelling:
        warn_of_repelling_surface(surface, remark.time, diagnostics);
        break;
      case SurfaceRemarkKind::mixes_equations:
        warn_of_mixture(surface, remark.time, diagnostics);
        break;
      case SurfaceRemarkKind::share_undetermined:
        warn_of_undetermined_share(surface, remark.time, diagnostics);
        break;
    }
  }
}

}  // namespace

void warn_of_run(const CompiledModel& model, const RunResult& simulation,
                 Diagnostics& diagnostics) {
  warn_of_path_dependence(model, simulation, diagnostics);
  warn_of_several_valuations(model, simulation, diagnostics);
  warn_of_surfaces(model, simulation, diagnostics);
}

}  // namespace saltus
