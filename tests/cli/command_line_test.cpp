#include "apps/saltus/command_line.h"

#include <gtest/gtest.h>

namespace saltus {
namespace {

template <class T>
T parse_as(const std::vector<std::string>& arguments) {
  Diagnostics diagnostics;
  const auto command = parse_command_line(arguments, diagnostics);
  EXPECT_TRUE(command && std::holds_alternative<T>(*command));
  for (const Diagnostic& diagnostic : diagnostics.all()) ADD_FAILURE() << diagnostic.message;
  return command && std::holds_alternative<T>(*command) ? std::get<T>(*command) : T{};
}

TEST(CommandLine, LeavesToTheModelWhatIsNotGiven) {
  const auto command = parse_as<SimulateCommand>({"simulate", "M.mo"});
  EXPECT_EQ(command.choice.file, "M.mo");
  EXPECT_EQ(command.choice.model, "");
  EXPECT_FALSE(command.start || command.stop || command.tolerance || command.interval);
  EXPECT_TRUE(command.times.empty() && command.output.empty() && command.events.empty());
  EXPECT_FALSE(command.json || command.quiet || command.derivatives);
}

TEST(CommandLine, ReadsEveryOptionOfSimulate) {
  const auto command = parse_as<SimulateCommand>(
      {"simulate",    "--model",       "M",          "--start",  "-1",    "--stop=2.5",
       "--tolerance", "1e-6",          "--interval", "0.1",      "--set", "a=1",
       "--set",       "b=x=y",         "M.mo",       "--output", "o.csv", "--events",
       "e.json",      "--derivatives", "--json",     "--quiet"});
  EXPECT_EQ(command.choice.file, "M.mo");
  EXPECT_EQ(command.choice.model, "M");
  EXPECT_EQ(command.choice.overrides,
            (std::vector<std::pair<std::string, std::string>>{{"a", "1"}, {"b", "x=y"}}));
  EXPECT_EQ(command.start, -1.0);
  EXPECT_EQ(command.stop, 2.5);
  EXPECT_EQ(command.tolerance, 1e-6);
  EXPECT_EQ(command.interval, 0.1);
  EXPECT_EQ(command.output, "o.csv");
  EXPECT_EQ(command.events, "e.json");
  EXPECT_TRUE(command.json && command.quiet && command.derivatives);
}

TEST(CommandLine, AcceptsNegativeTimesInAList) {
  EXPECT_EQ(parse_as<SimulateCommand>({"simulate", "M.mo", "--times", "-1,-2"}).times,
            (std::vector<double>{-1.0, -2.0}));
}

TEST(CommandLine, ReadsTheOtherCommands) {
  EXPECT_TRUE(parse_as<CheckCommand>({"check", "M.mo", "--json"}).json);
  EXPECT_EQ(parse_as<FlattenCommand>({"flatten", "M.mo", "--set", "a=1"}).choice.overrides.size(),
            1u);
  EXPECT_EQ(parse_as<AnalyzeCommand>({"analyze", "-"}).choice.file, "-");
  EXPECT_EQ(parse_as<ProjectCommand>({"project", "F.json"}).file, "F.json");
  EXPECT_TRUE(parse_as<ProjectCommand>({"project", "-", "--json"}).json);
  EXPECT_EQ(parse_as<ExplainCommand>({"explain", "S0301"}).code, "S0301");
  EXPECT_EQ(parse_as<ExplainCommand>({"explain"}).code, "");
}

TEST(CommandLine, TakesWordsAfterADoubleDashForOperands) {
  EXPECT_EQ(parse_as<CheckCommand>({"check", "--", "--odd.mo"}).choice.file, "--odd.mo");
}

TEST(CommandLine, AnyWordsGiveACommandOrADiagnostic) {
  const std::vector<std::string> words = {"simulate", "--", "--stop", "1", "M.mo", "--=", "", "-x"};
  for (const std::string& first : words) {
    for (const std::string& second : words) {
      for (const std::string third : {"--stop", "M.mo"}) {
        Diagnostics diagnostics;
        const bool parsed = parse_command_line({first, second, third}, diagnostics).has_value();
        EXPECT_NE(parsed, diagnostics.has_errors()) << first << ' ' << second << ' ' << third;
      }
    }
  }
}

}  // namespace
}  // namespace saltus
