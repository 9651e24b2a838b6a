#include "apps/saltus/help_text.h"

#include <fmt/format.h>

namespace saltus {
namespace {

constexpr std::string_view overview =
    R"(saltus: simulates differential-algebraic models written in Modelica

usage: saltus COMMAND …

  simulate M.mo   run a model, plot its main variables, write the results to a file
  check    M.mo   report what is wrong with a model
  flatten  M.mo   print the flat system that is simulated
  analyze  M.mo   print its structure: offsets, index, blocks, what must be initialised
  graph    M.mo   every mode and every change of mode: what is solved, jumps, is impulsive
  convert  M.mo   between Modelica and the matrices of a multilinear model
  project  F.json the jump of a linear system at a mode change, and its impulses
  explain  CODE   explain a message such as S0301; without a code, list all

A model M.mo may also be a multilinear model in matrices: M.imti.json, or M.mat of MATLAB.

  --help          also behind a command
  --version

exit codes: 0 done, 1 the model is wrong, 2 usage, 3 the numbers failed, 4 files,
            5 a mistake in saltus itself, 6 out of memory
)";

constexpr std::string_view simulate = R"(usage: saltus simulate M.mo [options]

Runs a model. Where nothing is given, annotation(experiment(…)) decides, otherwise
time runs from 0 to 1 with a tolerance of 1e-8 and 500 output intervals.

  --model NAME     which model of the file; the last one if not given
  --start T        first time
  --stop T         last time; before the first one, the run goes backward
  --tolerance R    relative error to aim at per step, 1e-15 to 0.1
  --absolute-tolerance A
                   errors below A do not count; 0 if not given
  --interval DT    distance of output times; 0: one row per step
  --times T1,T2,…  output times
  --set P=VALUE    another value for a parameter; may be repeated
  --input U=VALUE  a number, an expression of time ('sin(time)') or a table (F.csv or
                   F.csv:COLUMN) for an input; may be repeated
  --output F.csv   where the results go; NAME.csv if not given, - for standard output
  --events F.json  what happened: every event with its jumps and impulses, how the run
                   ended, statistics; - for standard output
  --no-event-rows  leave out the two rows, left and right limit, at each event
  --no-multipliers leave out the columns `multiplier(…)` and `reaction(…)`
  --log events     tell of each event on standard error when it happens
  --zeno continue  where events accumulate, go on from there; stop if not given
  --strict         a new state needs a past, an equation or reinit
  --start-from-left-limits
                   start values hold before the start: begin with a reset
  --derivatives    derivatives become columns, too
  --json           print the summary of the run as one JSON object
  --quiet          print no summary
)";

constexpr std::string_view check = R"(usage: saltus check M.mo [options]

Reads a model, analyses all its modes and reports what is wrong with it: how many modes
there are of which index and how many degrees of freedom, which are singular and why.

  --model NAME     which model of the file; the last one if not given
  --set P=VALUE    another value for a parameter; may be repeated
  --json           print one JSON object
)";

constexpr std::string_view flatten = R"(usage: saltus flatten M.mo [options]

Prints the flat system as Modelica.

  --model NAME     which model of the file; the last one if not given
  --set P=VALUE    another value for a parameter; may be repeated
)";

constexpr std::string_view analyze = R"(usage: saltus analyze M.mo [options]

Prints the structure of the first mode: signature matrix, offsets, structural index, degrees
of freedom, blocks, the state, and which values must be initialised.

  --model NAME     which model of the file; the last one if not given
  --set P=VALUE    another value for a parameter; may be repeated
  --json           print one JSON object
)";

constexpr std::string_view graph = R"(usage: saltus graph M.mo [options]

Prints the graph of all runs (constructive semantics): for each mode what is solved in which
order, with its latent equations; for each change of mode the reset, what jumps and what is
impulsive. Modes are enumerated: at most 12 guards.

  --format F       text, dot (for Graphviz), json or svg; text if not given
  --model NAME     which model of the file; the last one if not given
  --set P=VALUE    another value for a parameter; may be repeated
)";

constexpr std::string_view convert = R"(usage: saltus convert M.mo --to imti [options]
       saltus convert M.imti.json --to modelica [options]

Writes a multilinear model as matrices (JSON) or as Modelica. A file of matrices is JSON or a
MATLAB file with `S`, `Phi_f` and `Phi_g`. A model that is not multilinear is rejected, with the
term that is not.

  --to FORM        imti or modelica
  -o, --output F   where the result goes; standard output if not given
  --model NAME     which model of the file; the last one if not given
  --set P=VALUE    another value for a parameter; may be repeated
)";

constexpr std::string_view project = R"(usage: saltus project F.json [options]

Where the linear system E x' + A x + B u = 0 goes from a left limit x, and with which
impulses. The file, - for standard input, holds one JSON object:

  "E", "A"         square matrices, as lists of rows
  "B", "u"         the inputs, if there are any: a matrix and a list of values
  "u_derivatives"  [u', u'', …], each a list of values; zero if not given
  "x"              the left limit
  "names"          of the variables; x1, x2, … if not given

  --json           print one JSON object
)";

constexpr std::string_view explain = R"(usage: saltus explain [CODE]
       saltus explain resets M.mo [options]
       saltus explain changes M.mo [options]

Prints the page on a diagnostic: what it means, an example, what to do.
Without a code, lists all of them.

`resets` prints what a model does at each change of mode, with the names of the text: what is
solved, in which order, what jumps and how, what is impulsive.

`changes` prints a verdict per change of mode: continuous, jump, impulsive with orders, under- or
over-determined with the law that is missing. Exit code 1 if one that can happen is not determined.

  --from F, --to F changes between given modes, for example --from 'engaged and not (x > 1)'
  --strict         a new state needs a value, too
  --json           print one JSON object (only `changes`)
  --model NAME     which model of the file; the last one if not given
  --set P=VALUE    another value for a parameter; may be repeated
)";

}  // namespace

std::string_view help_text(std::string_view command) {
  if (command == "simulate") return simulate;
  if (command == "check") return check;
  if (command == "flatten") return flatten;
  if (command == "analyze") return analyze;
  if (command == "graph") return graph;
  if (command == "convert") return convert;
  if (command == "project") return project;
  if (command == "explain") return explain;
  return overview;
}

std::string version_text() { return fmt::format("saltus {}\n", SALTUS_VERSION); }

}  // namespace saltus
