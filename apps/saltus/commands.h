#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "apps/saltus/exit_code.h"

namespace saltus {

// Which model of which file, and its parameters.
struct ModelChoice {
  std::string file;   // - is standard input
  std::string model;  // the last one of the file if empty
  std::vector<std::pair<std::string, std::string>> overrides;
  std::vector<std::pair<std::string, std::string>> inputs = {};
};

struct SimulateCommand {
  ModelChoice choice;
  std::optional<double> start, stop, tolerance, absolute_tolerance, interval;
  std::vector<double> times;
  std::string output;  // NAME.csv if empty, - is standard output
  std::string events;  // none if empty
  bool derivatives = false;
  bool event_rows = true;               // two rows more at each event
  bool multipliers = true;              // columns of surfaces that can hold the motion
  bool continues_after_zeno = false;    // --zeno continue
  bool strict = false;                  // new states need a past or an equation
  bool start_from_left_limits = false;  // begin with a reset into the first mode
  bool log_events = false;              // tell of each event when it happens
  bool json = false;
  bool quiet = false;
};

struct CheckCommand {
  ModelChoice choice;
  bool json = false;
};

struct FlattenCommand {
  ModelChoice choice;
};

struct AnalyzeCommand {
  ModelChoice choice;
  bool json = false;
};

enum class GraphFormat { text, dot, json, svg };

struct GraphCommand {
  ModelChoice choice;
  GraphFormat format = GraphFormat::text;
};

enum class ModelForm { imti, modelica };

struct ConvertCommand {
  ModelChoice choice;
  ModelForm to = ModelForm::imti;
  std::string output;  // standard output if empty or -
};

struct ProjectCommand {
  std::string file;  // matrices in JSON; - is standard input
  bool json = false;
};

struct ExplainCommand {
  std::string code;  // all codes are listed if empty
};

// explain resets M.mo
struct ExplainResetsCommand {
  ModelChoice choice;
};

// explain changes M.mo
struct ExplainChangesCommand {
  ModelChoice choice;
  std::string from, to;  // formulas of guards; all modes if empty
  bool strict = false;   // a new state needs a value
  bool json = false;
};

// --help and --version
struct PrintCommand {
  std::string text;
};

using Command = std::variant<SimulateCommand, CheckCommand, FlattenCommand, AnalyzeCommand,
                             GraphCommand, ConvertCommand, ProjectCommand, ExplainCommand,
                             ExplainResetsCommand, ExplainChangesCommand, PrintCommand>;

// One file each.
ExitCode execute(const SimulateCommand& command);
ExitCode execute(const CheckCommand& command);
ExitCode execute(const FlattenCommand& command);
ExitCode execute(const AnalyzeCommand& command);
ExitCode execute(const GraphCommand& command);
ExitCode execute(const ConvertCommand& command);
ExitCode execute(const ProjectCommand& command);
ExitCode execute(const ExplainCommand& command);
ExitCode execute(const ExplainResetsCommand& command);
ExitCode execute(const ExplainChangesCommand& command);
ExitCode execute(const PrintCommand& command);

}  // namespace saltus
