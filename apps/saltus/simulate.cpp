#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "apps/saltus/account.h"
#include "apps/saltus/event_log.h"
#include "apps/saltus/interrupt.h"
#include "apps/saltus/open_model.h"
#include "apps/saltus/report.h"
#include "apps/saltus/simulation_options.h"
#include "apps/saltus/terminal.h"
#include "saltus/runtime/results/progress.h"
#include "saltus/runtime/results/write_csv.h"

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
    // Nobody reads more of them than the account shows.
    if (command_.events.empty()) options->most_logged_events = kMostShownEvents;
    options->with_hidden_columns = model_.matrices.has_value();
    if (!require_writable_files()) return fail_with(ExitCode::files);
    const double compile_seconds = compilation.seconds();

    const Stopwatch running;
    Simulation simulation = simulate(*compiled, *options);
    const double run_seconds = running.seconds();
    const auto verdict = judge(simulation, options->tolerance);
    RunAccount account{model_.text(),   *compiled,  *options, simulation, verdict, {}, {},
                       compile_seconds, run_seconds};
    return conclude(account);
  }

 private:
  static constexpr std::size_t kMostShownEvents = 1000;

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

  Simulation simulate(const CompiledModel& compiled, SimulationOptions& options) {
    const InterruptWatch watch;
    const bool shows_progress = !command_.quiet && !command_.json && is_terminal(stderr);
    ProgressLine progress(options.start_time, options.stop_time, shows_progress ? stderr : nullptr);
    options.on_progress = [&](double time) {
      progress.update(time);
      return !InterruptWatch::was_interrupted();
    };
    if (command_.log_events) {
      options.on_event = [&](const MicroStep& step) {
        const EventLog::Event event = describe_event(step, compiled, model_.text());
        const std::string text = event_text(event, "");
        std::fwrite(text.data(), 1, text.size(), stderr);
      };
    }
    return run_model(compiled, options, model_.diagnostics);
  }

  // The matrices themselves have the last word on what was computed from their text.
  std::optional<MatrixVerdict> judge(Simulation& simulation, double tolerance) {
    if (!model_.matrices) return std::nullopt;
    const MatrixVerdict verdict = judge_run(*model_.matrices, simulation.trajectory, tolerance);
    report_verdict(verdict, model_.system(), model_.diagnostics);
    simulation.trajectory.remove_hidden_columns();
    return verdict;
  }

  ExitCode conclude(RunAccount& account) {
    ExitCode code = exit_code_for(account.simulation.end);
    if (code == ExitCode::done && account.verdict && account.verdict->first_fault) {
      code = ExitCode::numbers_failed;
    }
    if (!write_files(account)) code = ExitCode::files;
    if (command_.json) {
      print_account_as_json(account, code);
    } else if (code == ExitCode::done) {
      report_all();
      print_account(account);
    } else {
      // What went wrong comes last, where it is seen.
      print_account(account);
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
      default:
        return ExitCode::numbers_failed;
    }
  }

  // What was computed is kept, however the run ended.
  bool write_files(RunAccount& account) {
    bool written = true;
    if (account.simulation.trajectory.row_count() > 0) {
      const std::string path = output_path();
      if (path == "-") {
        write_csv(account.simulation.trajectory, [](std::string_view text) { print(text); });
        account.output = path;
      } else if (keep_failure(write_csv(account.simulation.trajectory, path))) {
        written = false;
      } else {
        account.output = path;
      }
    }
    if (command_.events.empty()) return written;
    const EventLog log =
        make_event_log(account.model, account.source, account.simulation, LoggedEvents::all);
    if (command_.events == "-") {
      print(events_to_json(log));
    } else if (keep_failure(write_events(log, command_.events))) {
      return false;
    }
    account.events = command_.events;
    return written;
  }

  // Standard output belongs to the results when they go there.
  void print_account(const RunAccount& account) const {
    if (command_.quiet) return;
    const bool is_taken = account.output == "-" || account.events == "-";
    std::FILE* stream = is_taken ? stderr : stdout;
    const std::string text = write_account(
        account,
        {.width = terminal_width(), .unicode = shows_unicode(), .color = shows_color(stream)});
    std::fwrite(text.data(), 1, text.size(), stream);
  }

  void print_account_as_json(const RunAccount& account, ExitCode code) const {
    nlohmann::ordered_json json = {{"ok", code == ExitCode::done},
                                   {"exit_code", static_cast<int>(code)}};
    json.update(account_to_json(account));
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
};

}  // namespace

ExitCode execute(const SimulateCommand& command) { return SimulateRun(command).execute(); }

}  // namespace saltus
