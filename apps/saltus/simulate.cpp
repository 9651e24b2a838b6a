#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "apps/saltus/interrupt.h"
#include "apps/saltus/open_model.h"
#include "apps/saltus/report.h"
#include "apps/saltus/run_output.h"
#include "apps/saltus/run_summary.h"
#include "apps/saltus/same_file.h"
#include "apps/saltus/simulation_options.h"
#include "apps/saltus/terminal.h"
#include "saltus/api/run.h"
#include "saltus/runtime/results/progress.h"

namespace saltus {
namespace {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  }

 private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

// A model may be called 'a/b' or '..'; its file may not.
std::string default_output(const std::string& model) {
  std::string name = model;
  for (char& c : name) {
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                          (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80) != 0;
    if (!is_plain) c = '_';
  }
  return name + ".csv";
}

class SimulateRun {
 public:
  explicit SimulateRun(const SimulateCommand& command) : command_(command) {}

  ExitCode execute() {
    const Stopwatch compilation;
    model_ = open_model(command_.choice);
    if (!model_.model) return fail_with(model_.failure());
    const ExecutableResult& executable = model_.model->executable();
    model_.add(executable.diagnostics);
    const auto& compiled = executable.model;
    if (!compiled) return fail_with(ExitCode::model_is_wrong);
    auto options = make_simulation_options(command_, model_.system().experiment, outside_);
    if (!options) return fail_with(ExitCode::usage);
    if (!require_forward_clocks(*compiled, *options)) return fail_with(ExitCode::usage);
    options->with_hidden_columns = model_.matrices.has_value();
    if (!require_other_files()) return fail_with(ExitCode::usage);
    if (!require_writable_files()) return fail_with(ExitCode::files);
    RunOutput output({.command = command_,
                      .model = *compiled,
                      .source = model_.text(),
                      .results_path = output_path(),
                      .matrices = model_.matrices ? &*model_.matrices : nullptr,
                      .tolerance = options->tolerance});
    const double compile_seconds = compilation.seconds();

    const Stopwatch running;
    std::optional<InterruptWatch> watch;
    watch.emplace();
    const RunResult result = simulate(*options, output);
    finish_files(output);
    watch.reset();
    RunSummary summary{.source = model_.text(),
                       .model = *compiled,
                       .options = *options,
                       .result = result,
                       .rows = output.rows(),
                       .first_events = output.events(),
                       .verdict = output.verdict(),
                       .output = {},
                       .events = {},
                       .compile_seconds = compile_seconds,
                       .run_seconds = running.seconds()};
    // The matrices themselves have the last word on what was computed from their text.
    if (summary.verdict) report_verdict(*summary.verdict, model_.system(), model_.diagnostics);
    return conclude(summary, output);
  }

 private:
  bool require_forward_clocks(const CompiledModel& model, const SimulationOptions& options) {
    const DiscreteSystem& discrete = model.executable.discrete;
    if (options.stop_time >= options.start_time ||
        (discrete.clocks.empty() && discrete.tables.empty())) {
      return true;
    }
    outside_
        .error(codes::bad_option_value, {},
               discrete.clocks.empty()
                   ? "the run goes backward, but tables of inputs are read forward only"
                   : "the run goes backward, but `sample` ticks forward only")
        .suggest("let `--stop` lie after `--start`");
    return false;
  }

  std::string output_path() const {
    return command_.output.empty() ? default_output(model_.system().name) : command_.output;
  }

  // The results may be named by the model: `Clutch.csv` may be a file that is read.
  bool require_other_files() {
    const std::string path = output_path();
    const auto is_read = [&](const std::string& file) { return is_same_file(path, file); };
    const auto& inputs = command_.choice.inputs;
    const bool is_input = std::any_of(inputs.begin(), inputs.end(),
                                      [&](const auto& input) { return is_read(input.second); });
    const bool is_model = is_read(command_.choice.file);
    if (!is_input && !is_model && !is_same_file(path, command_.events)) return true;
    outside_
        .error(codes::conflicting_options, {},
               fmt::format("the results would overwrite {} `{}`",
                           is_model   ? "the model"
                           : is_input ? "the input"
                                      : "the events in",
                           path))
        .suggest("give them a file with `--output`");
    return false;
  }

  bool require_writable_files() {
    for (const std::string& path : {output_path(), command_.events}) {
      if (path.empty() || path == "-") continue;
      keep_failure(require_writable(path));
    }
    return !outside_.has_errors();
  }

  bool keep_failure(const WriteResult& result) {
    if (!result) outside_.error(codes::unwritable_file, {}, result.error().message);
    return !result;
  }

  RunResult simulate(SimulationOptions& options, RunOutput& output) {
    const bool shows_progress = !command_.quiet && !command_.json && is_terminal(stderr);
    ProgressLine progress(options.start_time, options.stop_time, shows_progress ? stderr : nullptr);
    options.on_progress = [&](double time) {
      progress.update(time);
      return !InterruptWatch::was_interrupted() && !output.has_failed();
    };
    Run run(model_.model, options);
    run.add_sink(output.sink());
    if (!run.start()) run.advance_to(options.stop_time);
    RunResult result = run.finish();
    // A run that has ended because its results cannot be written was not interrupted.
    const bool is_interrupted = InterruptWatch::was_interrupted();
    for (const Diagnostic& diagnostic : run.diagnostics().all()) {
      if (diagnostic.code == codes::interrupted && !is_interrupted) continue;
      model_.diagnostics.add(diagnostic);
    }
    return result;
  }

  ExitCode conclude(RunSummary& summary, RunOutput& output) {
    ExitCode code = exit_code_for(summary.result.end);
    if (code == ExitCode::done && summary.verdict && summary.verdict->first_fault) {
      code = ExitCode::numbers_failed;
    }
    if (outside_.has_errors()) code = ExitCode::files;
    if (has_results_ && output.rows().row_count() > 0) summary.output = output_path();
    if (has_events_) summary.events = command_.events;
    if (command_.json) {
      print_summary_as_json(summary, code);
    } else if (code == ExitCode::done) {
      report_all();
      print_summary(summary);
    } else {
      // What went wrong comes last, where it is seen.
      print_summary(summary);
      report_all();
    }
    return code;
  }

  // A model that ends itself has done what it was asked for.
  static ExitCode exit_code_for(const SimulationEnd& end) {
    switch (end.reason) {
      case EndReason::reached_stop_time:
      case EndReason::terminated:
        return ExitCode::done;
      case EndReason::mode_singular:
        return ExitCode::model_is_wrong;
      case EndReason::out_of_memory:
        return ExitCode::out_of_memory;
      default:
        return ExitCode::numbers_failed;
    }
  }

  // What was computed is kept, however the run ended.
  void finish_files(RunOutput& output) {
    has_results_ = !keep_failure(output.finish_results());
    has_events_ = !keep_failure(output.finish_events());
  }

  // Standard output belongs to the results when they go there.
  void print_summary(const RunSummary& summary) const {
    if (command_.quiet) return;
    const bool is_taken = summary.output == "-" || summary.events == "-";
    std::FILE* const stream = is_taken ? stderr : stdout;
    const std::string text = write_summary(
        summary,
        {.width = terminal_width(), .unicode = shows_unicode(), .color = shows_color(stream)});
    if (is_taken) {
      std::fwrite(text.data(), 1, text.size(), stderr);
    } else {
      print(text);
    }
  }

  void print_summary_as_json(const RunSummary& summary, ExitCode code) const {
    nlohmann::ordered_json json = {{"ok", code == ExitCode::done},
                                   {"exit_code", static_cast<int>(code)}};
    json.update(summary_to_json(summary));
    json["diagnostics"] = all_diagnostics();
    print_json(json);
  }

  void report_all() const {
    report(model_.diagnostics, model_.text());
    report(outside_, no_source());
  }

  nlohmann::ordered_json all_diagnostics() const {
    auto all = diagnostics_to_json(model_.diagnostics, model_.text());
    for (auto& diagnostic : diagnostics_to_json(outside_, no_source())) all.push_back(diagnostic);
    return all;
  }

  ExitCode fail_with(ExitCode code) const {
    if (command_.json) {
      print_json({{"ok", false},
                  {"exit_code", static_cast<int>(code)},
                  {"diagnostics", all_diagnostics()}});
    } else {
      report_all();
    }
    return code;
  }

  const SimulateCommand& command_;
  OpenModel model_;
  Diagnostics outside_;  // of options and files: they have no place in the text
  bool has_results_ = false, has_events_ = false;  // files
};

}  // namespace

ExitCode execute(const SimulateCommand& command) { return SimulateRun(command).execute(); }

}  // namespace saltus
