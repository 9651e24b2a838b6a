#include "saltus/compiler/multilinear/model_checks.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "saltus/compiler/multilinear/modelica_name.h"

namespace saltus {
namespace {

class ModelChecks {
 public:
  ModelChecks(const MultilinearModel& model, Diagnostics& diagnostics)
      : model_(model), diagnostics_(diagnostics) {}

  void run() {
    check_names();
    check_matrices();
    check_starts();
    for (std::size_t i = 0; i < model_.u_value.size() && i < model_.u.size(); ++i) check_signal(i);
  }

 private:
  void check_names() {
    require_name(model_.name, "the model");
    std::set<std::string> seen;
    for (const auto* names : {&model_.x, &model_.u, &model_.y, &model_.z}) {
      for (const std::string& name : *names) {
        require_name(name, "a signal");
        if (seen.insert(name).second) continue;
        diagnostics_.error(codes::imti_name, {}, fmt::format("two signals are called `{}`", name));
      }
    }
  }

  void require_name(const std::string& name, std::string_view whose) {
    if (can_be_modelica_name(name)) return;
    std::string shown;
    for (const char c : name) shown += c >= ' ' && c <= '~' ? c : '?';
    diagnostics_
        .error(codes::imti_name, {},
               name.empty() ? fmt::format("{} has an empty name", whose)
                            : fmt::format("{} cannot be called `{}`", whose, shown))
        .suggest("names hold printable ASCII characters, at least one");
  }

  void check_matrices() {
    require_rows("S", model_.structure, model_.signal_count(),
                 fmt::format("v = [x'; x; u; y; z] has 2*{} + {} + {} + {} signals",
                             model_.x.size(), model_.u.size(), model_.y.size(), model_.z.size()));
    require_rows("Phi_f", model_.phi_f, model_.x.size() + model_.y.size(),
                 fmt::format("there are {} states and {} algebraic signals", model_.x.size(),
                             model_.y.size()));
    require_rows("Phi_g", model_.phi_g, model_.z.size(),
                 fmt::format("there are {} binary unknowns", model_.z.size()));
    require_columns("Phi_f", model_.phi_f);
    require_columns("Phi_g", model_.phi_g);
  }

  void require_rows(std::string_view name, const SparseMatrix& matrix, std::size_t rows,
                    const std::string& because) {
    if (matrix.rows() == rows) return;
    diagnostics_
        .error(codes::imti_size, {},
               fmt::format("`{}` has {} rows, not {}", name, matrix.rows(), rows))
        .note(because);
  }

  void require_columns(std::string_view name, const SparseMatrix& matrix) {
    if (matrix.columns() == model_.structure.columns()) return;
    diagnostics_.error(codes::imti_size, {},
                       fmt::format("`{}` has {} columns, but `S` has {}", name, matrix.columns(),
                                   model_.structure.columns()));
  }

  void check_starts() {
    for (std::size_t i = 0; i < model_.z_start.size() && i < model_.z.size(); ++i) {
      const auto start = model_.z_start[i];
      if (!start || *start == 0.0 || *start == 1.0) continue;
      diagnostics_.error(codes::imti_number, {},
                         fmt::format("`{}` starts at {}, but is 0 or 1", model_.z[i], *start));
    }
  }

  void check_signal(std::size_t input) {
    const InputSignal& signal = model_.u_value[input];
    if (signal.is_constant() && signal.values.size() == 1) return;
    const auto reject = [&](Code code, std::string_view what) {
      diagnostics_.error(code, {},
                         fmt::format("the table of the input `{}` {}", model_.u[input], what));
    };
    if (signal.times.size() != signal.values.size()) {
      reject(codes::imti_size,
             fmt::format("has {} times and {} values", signal.times.size(), signal.values.size()));
      return;
    }
    if (signal.times.empty()) return reject(codes::imti_size, "has no entry");
    for (std::size_t i = 0; i + 1 < signal.times.size(); ++i) {
      if (!(signal.times[i] < signal.times[i + 1])) {
        return reject(codes::imti_number, fmt::format("goes from time {} to {}: times increase",
                                                      signal.times[i], signal.times[i + 1]));
      }
      const bool is_flat = signal.values[i] == signal.values[i + 1];
      const double slope = signal.slope(i);
      if (signal.is_linear && (!std::isfinite(slope) || (slope == 0.0) != is_flat)) {
        return reject(codes::imti_number,
                      fmt::format("is too steep or too flat from time {} on", signal.times[i]));
      }
    }
  }

  const MultilinearModel& model_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_multilinear(const MultilinearModel& model, Diagnostics& diagnostics) {
  ModelChecks(model, diagnostics).run();
}

}  // namespace saltus
