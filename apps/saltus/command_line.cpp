#include "apps/saltus/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <deque>
#include <set>

#include "apps/saltus/help_text.h"
#include "apps/saltus/parse_number.h"
#include "apps/saltus/same_file.h"
#include "saltus/compiler/names/closest_name.h"

namespace saltus {
namespace {

using Strings = std::vector<std::string>;

constexpr std::array<std::string_view, 8> command_names = {
    "simulate", "check", "flatten", "analyze", "graph", "convert", "project", "explain"};
constexpr double least_tolerance = 1e-15;
constexpr double largest_tolerance = 0.1;

// The words of one sub-command, sorted by the library into options, flags and the rest. What they
// mean is decided here, so that every message has our voice.
class CommandWords {
 public:
  CommandWords(CLI::App& parent, std::string_view name, std::string_view operand,
               Diagnostics& diagnostics)
      : name_(name), operand_(operand), diagnostics_(diagnostics) {
    app_ = parent.add_subcommand(name_);
    app_->set_help_flag();
    app_->allow_extras();
    add_flag("--help");
    app_->add_option("operands", operands_);
  }

  void add_flag(const std::string& name) { app_->add_flag(name); }
  void add_option(const std::string& name) {
    values_.emplace_back();
    app_->add_option(name, values_.back())
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);
  }
  void add_model_options() {
    add_option("--model");
    add_option("--set");
  }

  const std::string& name() const { return name_; }
  bool is_called() const { return app_->parsed(); }
  bool has(const std::string& flag) const { return app_->count(flag) > 0; }

  // Every given value of an option, in order.
  Strings all(const std::string& option) const {
    const CLI::Option* found = app_->get_option(option);
    if (found->count() == 0) return {};
    return found->results();
  }

  // The value of an option that makes sense only once.
  std::string one(const std::string& option) {
    const Strings values = all(option);
    if (values.size() > 1) {
      report(codes::conflicting_options,
             fmt::format("`{}` is given {} times", option, values.size()));
    }
    return values.empty() ? std::string() : values.front();
  }

  std::optional<double> number(const std::string& option) {
    if (!has(option)) return std::nullopt;
    const std::string text = one(option);
    const auto value = parse_number(text);
    if (value) return value.value();
    Diagnostic& diagnostic = report(
        codes::bad_option_value,
        fmt::format("`{}` needs a number, not `{}`: {}", option, text, value.error().reason));
    if (text.find(',') != std::string::npos) diagnostic.suggest("decimals follow a point: `0.5`");
    return std::nullopt;
  }

  // The only operand.
  std::string operand() {
    if (operands_.empty()) {
      report(codes::missing_argument, fmt::format("`saltus {}` needs {}", name_, operand_))
          .suggest(fmt::format("`saltus {0} --help` shows how `{0}` is used", name_));
      return {};
    }
    require_at_most_one_operand();
    return operands_.front();
  }
  std::string operand_or_nothing() {
    require_at_most_one_operand();
    return operands_.empty() ? std::string() : operands_.front();
  }

  // Of `saltus explain resets M.mo`: M.mo, if the first word is the given one.
  std::optional<std::string> operand_after(std::string_view word) {
    if (operands_.empty() || operands_.front() != word) return std::nullopt;
    operands_.erase(operands_.begin());
    operand_ = "the file of one model";
    name_ += fmt::format(" {}", word);
    return operand();
  }

  ModelChoice model_choice() { return model_choice(operand()); }
  ModelChoice model_choice(const std::string& file) {
    return {file, one("--model"), assignments("--set", "parameter=value"), {}};
  }

  // Values of an option `name=value`, each name once.
  std::vector<std::pair<std::string, std::string>> assignments(const std::string& option,
                                                               std::string_view form) {
    std::vector<std::pair<std::string, std::string>> result;
    std::set<std::string> seen;
    for (const std::string& text : all(option)) {
      const std::size_t equals = text.find('=');
      if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
        report(codes::bad_option_value,
               fmt::format("`{}` needs `{}`, not `{}`", option, form, text));
        continue;
      }
      result.emplace_back(text.substr(0, equals), text.substr(equals + 1));
      if (!seen.insert(result.back().first).second) {
        report(codes::conflicting_options,
               fmt::format("`{}` gives `{}` more than one value", option, result.back().first));
      }
    }
    return result;
  }

  // What no option and no operand has taken.
  void require_no_unknown_options() {
    for (const std::string& word : app_->remaining()) {
      if (word == "--") continue;
      Diagnostic& diagnostic =
          report(codes::unknown_option, fmt::format("`saltus {}` has no option `{}`", name_, word));
      suggest_option(diagnostic, word);
    }
  }

  // An option takes the word that follows, whatever it is.
  void require_values() {
    for (const CLI::Option* option : app_->get_options()) {
      if (option->get_lnames().empty()) continue;
      const bool is_flag = option->get_items_expected_max() == 0;
      for (const std::string& value : option->results()) {
        is_flag ? require_no_value(option->get_name(), value)
                : require_value(option->get_name(), value);
      }
    }
  }

  Diagnostic& report(Code code, std::string message) {
    return diagnostics_.error(code, {}, std::move(message));
  }

 private:
  // The library has turned a flag into `true`.
  void require_no_value(const std::string& name, const std::string& value) {
    if (value == "true") return;
    report(codes::bad_option_value, fmt::format("`{}` takes no value, not `{}`", name, value))
        .suggest(fmt::format("leave `{}` out to turn it off", name));
  }

  void require_value(const std::string& name, const std::string& value) {
    if (value.empty()) {
      report(codes::missing_argument, fmt::format("`{}` needs a value", name));
    } else if (value.starts_with("--")) {
      report(codes::missing_argument,
             fmt::format("`{}` needs a value, but `{}` follows", name, value));
    }
  }

  void require_at_most_one_operand() {
    if (operands_.size() < 2) return;
    report(codes::unexpected_argument,
           fmt::format("`saltus {}` takes {} only, and `{}` comes after `{}`", name_, operand_,
                       operands_[1], operands_[0]));
  }

  void suggest_option(Diagnostic& diagnostic, const std::string& word) const {
    std::vector<std::string> names;
    for (const CLI::Option* option : app_->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    const std::vector<std::string_view> views(names.begin(), names.end());
    if (const auto closest = find_closest_name(word.substr(0, word.find('=')), views)) {
      diagnostic.suggest(fmt::format("did you mean `{}`?", *closest));
    } else {
      diagnostic.suggest(fmt::format("`saltus {} --help` lists the options", name_));
    }
  }

  std::string name_;
  std::string operand_;  // "the file of a model"
  Diagnostics& diagnostics_;
  CLI::App* app_;
  Strings operands_;
  std::deque<Strings> values_;  // the library keeps references
};

class CommandLine {
 public:
  explicit CommandLine(Diagnostics& diagnostics) : diagnostics_(diagnostics) {
    app_.set_help_flag();
    app_.allow_extras();
    app_.require_subcommand(0, 1);
    app_.add_flag("--help");
    app_.add_flag("--version");
    for (CommandWords* words :
         {&simulate_, &check_, &flatten_, &analyze_, &graph_, &convert_, &explain_})
      words->add_model_options();
    graph_.add_option("--format");
    explain_.add_option("--from");
    explain_.add_option("--to");
    explain_.add_flag("--strict");
    convert_.add_option("--to");
    convert_.add_option("-o,--output");
    for (CommandWords* words : {&simulate_, &check_, &analyze_, &project_, &explain_}) {
      words->add_flag("--json");
    }
    for (const char* option :
         {"--start", "--stop", "--tolerance", "--absolute-tolerance", "--interval", "--times",
          "--output", "--events", "--log", "--zeno", "--input"}) {
      simulate_.add_option(option);
    }
    simulate_.add_flag("--derivatives");
    simulate_.add_flag("--quiet");
    simulate_.add_flag("--strict");
    simulate_.add_flag("--no-event-rows");
    simulate_.add_flag("--no-multipliers");
    simulate_.add_flag("--start-from-left-limits");
  }

  std::optional<Command> parse(Strings arguments) {
    if (!sort_words(std::move(arguments))) return std::nullopt;
    if (app_.count("--version") > 0) return PrintCommand{version_text()};
    CommandWords* words = find_called();
    if (words == nullptr) return parse_without_command();
    if (app_.count("--help") > 0 || words->has("--help")) {
      return PrintCommand{std::string(help_text(words->name()))};
    }
    require_nothing_beside(words->name());
    words->require_no_unknown_options();
    words->require_values();
    if (diagnostics_.has_errors()) return std::nullopt;
    const Command command = make_command(*words);
    if (diagnostics_.has_errors()) return std::nullopt;
    return command;
  }

 private:
  // Since words that nobody knows are kept apart, a value that is missing at the very end is all
  // that the library can object to.
  bool sort_words(Strings arguments) {
    std::reverse(arguments.begin(), arguments.end());
    try {
      app_.parse(std::move(arguments));
      return true;
    } catch (const CLI::ParseError& error) {
      const std::string what = error.what();
      diagnostics_.error(codes::missing_argument, {},
                         fmt::format("`{}` needs a value", what.substr(0, what.find(':'))));
      return false;
    }
  }

  // Words before the command, and those behind `--` that are no operand.
  void require_nothing_beside(const std::string& command) {
    for (const std::string& word : app_.remaining()) {
      if (word == "--") continue;
      diagnostics_
          .error(codes::unexpected_argument, {},
                 fmt::format("`{}` does not belong to `saltus {}`", word, command))
          .suggest(fmt::format("options come after the command, and files one at a time: "
                               "`saltus {} M.mo --json`",
                               command));
    }
  }

  CommandWords* find_called() {
    for (CommandWords* words :
         {&simulate_, &check_, &flatten_, &analyze_, &graph_, &convert_, &project_, &explain_}) {
      if (words->is_called()) return words;
    }
    return nullptr;
  }

  std::optional<Command> parse_without_command() {
    const Strings rest = app_.remaining();
    if (app_.count("--help") > 0) return PrintCommand{std::string(help_text(""))};
    if (rest.empty()) {
      diagnostics_.error(codes::missing_argument, {}, "`saltus` needs a command")
          .suggest("`saltus --help` lists the commands, `saltus simulate M.mo` runs a model");
    } else if (rest.front().starts_with("-")) {
      diagnostics_
          .error(codes::unknown_option, {},
                 fmt::format("`saltus` has no option `{}`", rest.front()))
          .suggest("options come after a command: `saltus simulate M.mo --stop 10`");
    } else {
      report_unknown_command(rest.front());
    }
    return std::nullopt;
  }

  void report_unknown_command(const std::string& word) {
    Diagnostic& diagnostic =
        diagnostics_.error(codes::unknown_command, {}, fmt::format("`{}` is not a command", word));
    if (word.ends_with(".mo")) {
      diagnostic.suggest(fmt::format("`saltus simulate {}` runs a model", word));
    } else if (const auto closest = find_closest_name(word, command_names)) {
      diagnostic.suggest(fmt::format("did you mean `{}`?", *closest));
    } else {
      diagnostic.suggest(fmt::format("commands are `{}`", fmt::join(command_names, "`, `")));
    }
  }

  Command make_command(CommandWords& words) {
    if (&words == &simulate_) return make_simulate();
    if (&words == &check_) return CheckCommand{check_.model_choice(), check_.has("--json")};
    if (&words == &flatten_) return FlattenCommand{flatten_.model_choice()};
    if (&words == &analyze_) return AnalyzeCommand{analyze_.model_choice(), analyze_.has("--json")};
    if (&words == &project_) return ProjectCommand{project_.operand(), project_.has("--json")};
    if (&words == &convert_) return make_convert();
    if (&words == &graph_) return GraphCommand{graph_.model_choice(), graph_format()};
    if (const auto file = explain_.operand_after("changes")) {
      return ExplainChangesCommand{explain_.model_choice(*file), explain_.one("--from"),
                                   explain_.one("--to"), explain_.has("--strict"),
                                   explain_.has("--json")};
    }
    for (const char* option : {"--from", "--to", "--strict", "--json"}) {
      if (!explain_.has(option)) continue;
      explain_.report(codes::unknown_option, fmt::format("`{}` is for `explain changes`", option));
    }
    if (const auto file = explain_.operand_after("resets")) {
      return ExplainResetsCommand{explain_.model_choice(*file)};
    }
    return ExplainCommand{explain_.operand_or_nothing()};
  }

  GraphFormat graph_format() {
    const std::string name = graph_.one("--format");
    if (name.empty() || name == "text") return GraphFormat::text;
    if (name == "dot") return GraphFormat::dot;
    if (name == "json") return GraphFormat::json;
    if (name == "svg") return GraphFormat::svg;
    diagnostics_.error(codes::bad_option_value, {}, fmt::format("`--format {}` is not known", name))
        .suggest("formats are `text`, `dot`, `json` and `svg`");
    return GraphFormat::text;
  }

  ConvertCommand make_convert() {
    ConvertCommand command{convert_.model_choice(), model_form(), convert_.one("--output")};
    require_distinct(command.output, command.choice.file, "`--output` would overwrite the model");
    return command;
  }

  ModelForm model_form() {
    const std::string name = convert_.one("--to");
    if (name == "imti") return ModelForm::imti;
    if (name == "modelica") return ModelForm::modelica;
    if (name.empty()) {
      diagnostics_
          .error(codes::missing_argument, {},
                 "`saltus convert` needs `--to imti` or `--to modelica`")
          .suggest("`saltus convert --help` shows how `convert` is used");
    } else {
      diagnostics_.error(codes::bad_option_value, {}, fmt::format("`--to {}` is not known", name))
          .suggest("forms are `imti` (matrices in JSON) and `modelica`");
    }
    return ModelForm::imti;
  }

  SimulateCommand make_simulate() {
    SimulateCommand command;
    command.choice = simulate_.model_choice();
    command.choice.inputs = simulate_.assignments("--input", "input=value");
    command.start = simulate_.number("--start");
    command.stop = simulate_.number("--stop");
    command.tolerance = simulate_.number("--tolerance");
    command.absolute_tolerance = simulate_.number("--absolute-tolerance");
    command.interval = simulate_.number("--interval");
    command.times = output_times();
    command.output = simulate_.one("--output");
    command.events = simulate_.one("--events");
    command.derivatives = simulate_.has("--derivatives");
    command.json = simulate_.has("--json");
    command.quiet = simulate_.has("--quiet");
    command.strict = simulate_.has("--strict");
    command.event_rows = !simulate_.has("--no-event-rows");
    command.multipliers = !simulate_.has("--no-multipliers");
    command.start_from_left_limits = simulate_.has("--start-from-left-limits");
    command.log_events = log_names_events();
    command.continues_after_zeno = zeno_continues();
    require_sensible_numbers(command);
    require_compatible(command);
    return command;
  }

  bool zeno_continues() {
    if (!simulate_.has("--zeno")) return false;
    const std::string choice = simulate_.one("--zeno");
    if (choice != "continue" && choice != "stop") {
      diagnostics_
          .error(codes::bad_option_value, {}, fmt::format("`--zeno {}` is not known", choice))
          .suggest("`--zeno stop` or `--zeno continue`: what to do where events accumulate");
    }
    return choice == "continue";
  }

  // Events are all that can be logged so far.
  bool log_names_events() {
    if (!simulate_.has("--log")) return false;
    if (simulate_.one("--log") != "events") {
      diagnostics_
          .error(codes::bad_option_value, {},
                 fmt::format("`--log {}` is not known", simulate_.one("--log")))
          .suggest("`--log events` tells of each event when it happens");
    }
    return true;
  }

  std::vector<double> output_times() {
    if (!simulate_.has("--times")) return {};
    const auto times = parse_number_list(simulate_.one("--times"));
    if (times) return times.value();
    diagnostics_
        .error(codes::bad_option_value, {},
               fmt::format("`--times` needs numbers separated by commas: {}", times.error().reason))
        .suggest("for example `--times 0.5,1,2.5`");
    return {};
  }

  void require_sensible_numbers(const SimulateCommand& command) {
    if (command.tolerance &&
        (*command.tolerance < least_tolerance || *command.tolerance > largest_tolerance)) {
      diagnostics_.error(codes::bad_option_value, {},
                         fmt::format("`--tolerance` must be between {} and {}, not {}",
                                     least_tolerance, largest_tolerance, *command.tolerance));
    }
    if (command.absolute_tolerance && *command.absolute_tolerance < 0.0) {
      diagnostics_
          .error(codes::bad_option_value, {},
                 fmt::format("`--absolute-tolerance` must not be negative: {}",
                             *command.absolute_tolerance))
          .suggest("0, the default, measures every error by the size of its value");
    }
    if (command.interval && *command.interval < 0.0) {
      diagnostics_
          .error(codes::bad_option_value, {},
                 fmt::format("`--interval` must not be negative: {}", *command.interval))
          .suggest("a run goes backward when `--stop` lies before `--start`");
    }
    std::vector<double> times = command.times;
    std::sort(times.begin(), times.end());
    if (const auto twin = std::adjacent_find(times.begin(), times.end()); twin != times.end()) {
      diagnostics_.error(codes::bad_option_value, {},
                         fmt::format("`--times` names {} more than once", *twin));
    }
  }

  void require_compatible(const SimulateCommand& command) {
    if (command.interval && !command.times.empty()) {
      diagnostics_
          .error(codes::conflicting_options, {}, "`--interval` and `--times` exclude each other")
          .suggest("one of them says when results are written");
    }
    const int writers =
        (command.json ? 1 : 0) + (command.output == "-" ? 1 : 0) + (command.events == "-" ? 1 : 0);
    if (writers > 1) {
      diagnostics_
          .error(codes::conflicting_options, {},
                 fmt::format("{} would both write to standard output",
                             !command.json           ? "`--output -` and `--events -`"
                             : command.output == "-" ? "`--json` and `--output -`"
                                                     : "`--json` and `--events -`"))
          .suggest(command.output == "-" ? "give `--output` a file" : "give `--events` a file");
    }
    require_distinct(command.output, command.events,
                     "`--output` and `--events` name the same file");
    require_distinct(command.output, command.choice.file, "`--output` would overwrite the model");
    require_distinct(command.events, command.choice.file, "`--events` would overwrite the model");
  }

  void require_distinct(const std::string& a, const std::string& b, std::string what) {
    if (!is_same_file(a, b)) return;
    diagnostics_.error(codes::conflicting_options, {}, std::move(what));
  }

  Diagnostics& diagnostics_;
  CLI::App app_;
  CommandWords simulate_{app_, "simulate", "the file of one model", diagnostics_};
  CommandWords check_{app_, "check", "the file of one model", diagnostics_};
  CommandWords flatten_{app_, "flatten", "the file of one model", diagnostics_};
  CommandWords analyze_{app_, "analyze", "the file of one model", diagnostics_};
  CommandWords graph_{app_, "graph", "the file of one model", diagnostics_};
  CommandWords convert_{app_, "convert", "the file of one model", diagnostics_};
  CommandWords project_{app_, "project", "the file of one linear system", diagnostics_};
  CommandWords explain_{app_, "explain", "one code", diagnostics_};
};

}  // namespace

std::optional<Command> parse_command_line(const Strings& arguments, Diagnostics& diagnostics) {
  return CommandLine(diagnostics).parse(arguments);
}

}  // namespace saltus
