// usage: all_modes_table [--quick] [SALTUS MODEL…]
//
// Prints the table of docs/benchmarks.md on every mode at once: for models of n like parts what
// analyze_all_modes() takes, each in a process of its own, so that the peak of the memory is its
// own; CPU time, which a busy machine disturbs least. The growth exponent is the slope of the
// line through log(time) over log(equations), by least squares, from about 1,000 equations on.
// With SALTUS and models: what `saltus check` takes for each of those as a whole.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "benchmarks/all_modes_models.h"
#include "saltus/analysis/all_modes/analyze_all_modes.h"

namespace saltus::benchmarks {
namespace {

using Make = void (*)(ModelWriter&, std::uint32_t);

struct ModelFamily {
  std::string_view name;
  Make make;
  std::vector<std::uint32_t> sizes;
};

const std::vector<ModelFamily>& families() {
  static const std::vector<ModelFamily> all = {
      {"chain of {} clutches", clutch_chain, {10, 50, 100, 500, 1'000, 2'000, 5'000}},
      {"ring of {} clutches", clutch_ring, {10, 50, 100, 500, 1'000, 2'000, 5'000}},
      {"tree of {} clutches", clutch_tree, {10, 50, 100, 500, 1'000, 2'000, 5'000}},
      {"train with {} brakes", train, {10, 50, 100, 500, 1'000, 2'500}},
      {"{} tanks in series", tanks, {10, 50, 100, 500, 1'000, 2'500}},
      {"ladder of {} diode bridges", bridge_ladder, {10, 30, 60, 100, 300, 600}},
  };
  return all;
}

struct Measured {
  std::size_t equations = 0;
  double log10_modes = 0.0;
  double seconds = 0.0;             // index and solvability of every mode, exact counts by index
  double seconds_by_freedom = 0.0;  // and counts by degrees of freedom
  double mebibytes = 0.0;
  bool is_done = false;
};

double seconds_of(const rusage& usage) {
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double seconds_so_far() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return seconds_of(usage);
}

double peak_mebibytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

// The best of three, unless it takes long.
template <class Run>
double seconds_for(Run run) {
  double best = INFINITY;
  for (int k = 0; k < 3; ++k) {
    const double start = seconds_so_far();
    run();
    best = std::min(best, seconds_so_far() - start);
    if (best > 1.0) break;
  }
  return best;
}

Measured analyze(Make make, std::uint32_t parts) {
  ModelWriter model;
  make(model, parts);
  Measured measured;
  std::optional<AllModes> modes;
  measured.seconds =
      seconds_for([&] { modes = analyze_all_modes(model.system, {.most_guards_by_freedom = 0}); });
  measured.seconds_by_freedom = seconds_for(
      [&] { modes = analyze_all_modes(model.system, {.most_guards_by_freedom = 100'000}); });
  if (!modes) return measured;
  measured.equations = modes->unknowns;
  measured.log10_modes = modes->count.log10();
  measured.mebibytes = peak_mebibytes();
  measured.is_done = true;
  return measured;
}

// In a process of its own, which hands its result through a pipe.
Measured measure(Make make, std::uint32_t parts) {
  Measured measured;
  int ends[2];
  if (pipe(ends) != 0) return measured;
  const pid_t child = fork();
  if (child == 0) {
    const Measured own = analyze(make, parts);
    const bool is_written = write(ends[1], &own, sizeof own) == sizeof own;
    _exit(is_written ? 0 : 1);
  }
  close(ends[1]);
  const bool is_read = read(ends[0], &measured, sizeof measured) == sizeof measured;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return is_read ? measured : Measured{};
}

double growth_exponent(const std::vector<Measured>& rows, double Measured::*seconds) {
  constexpr std::size_t smallest = 900;
  double n = 0.0, x_sum = 0.0, y_sum = 0.0, xx_sum = 0.0, xy_sum = 0.0;
  for (const Measured& row : rows) {
    if (row.equations < smallest) continue;
    const double x = std::log(static_cast<double>(row.equations)), y = std::log(row.*seconds);
    n += 1.0;
    x_sum += x;
    y_sum += y;
    xx_sum += x * x;
    xy_sum += x * y;
  }
  return n < 2.0 ? NAN : (n * xy_sum - x_sum * y_sum) / (n * xx_sum - x_sum * x_sum);
}

int print_families(bool is_quick) {
  fmt::print(
      "| model | equations | modes | seconds | with counts by degrees of freedom | peak memory "
      "|\n");
  fmt::print("|---|--:|--:|--:|--:|--:|\n");
  int failures = 0;
  for (const ModelFamily& family : families()) {
    std::vector<Measured> rows;
    for (const std::uint32_t parts : family.sizes) {
      if (is_quick && rows.size() == 2) break;
      rows.push_back(measure(family.make, parts));
      const Measured& row = rows.back();
      failures += row.is_done ? 0 : 1;
      fmt::print("| {} | {} | 10^{:.0f} | {:.4f} | {:.4f} | {:.0f} MiB |\n",
                 fmt::format(fmt::runtime(family.name), parts), row.equations,
                 std::floor(row.log10_modes), row.seconds, row.seconds_by_freedom, row.mebibytes);
      std::fflush(stdout);
    }
    fmt::print("| *growth exponent* | | | *{:.2f}* | *{:.2f}* | |\n",
               growth_exponent(rows, &Measured::seconds),
               growth_exponent(rows, &Measured::seconds_by_freedom));
  }
  return failures;
}

int print_checks(const std::string& saltus, const std::vector<std::string>& models) {
  fmt::print("\n| model | seconds of `saltus check` |\n|---|--:|\n");
  int failures = 0;
  for (const std::string& model : models) {
    rusage before{}, after{};
    getrusage(RUSAGE_CHILDREN, &before);
    const std::string command =
        fmt::format("'{}' check '{}' > /dev/null 2> /dev/null", saltus, model);
    failures += std::system(command.c_str()) == 0 ? 0 : 1;
    getrusage(RUSAGE_CHILDREN, &after);
    fmt::print("| {} | {:.3f} |\n", model, seconds_of(after) - seconds_of(before));
  }
  return failures;
}

int run(std::vector<std::string> arguments) {
  const bool is_quick = !arguments.empty() && arguments.front() == "--quick";
  if (is_quick) arguments.erase(arguments.begin());
  int failures = print_families(is_quick);
  if (!arguments.empty()) {
    failures += print_checks(arguments.front(), {arguments.begin() + 1, arguments.end()});
  }
  return failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace saltus::benchmarks

int main(int count, char** arguments) {
  return saltus::benchmarks::run({arguments + 1, arguments + count});
}
