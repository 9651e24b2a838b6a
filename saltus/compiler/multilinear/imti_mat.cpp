#include "saltus/compiler/multilinear/imti_mat.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <string_view>

#include "saltus/compiler/multilinear/mat_file.h"
#include "saltus/compiler/multilinear/model_checks.h"

namespace saltus {
namespace {

constexpr std::size_t most_signals = 1'000'000;

class ImtiMatReader {
 public:
  ImtiMatReader(const std::vector<MatVariable>& variables, Diagnostics& diagnostics)
      : variables_(variables), diagnostics_(diagnostics) {}

  std::optional<MultilinearModel> read() {
    const std::size_t errors = diagnostics_.error_count();
    const auto failed = [&] { return diagnostics_.error_count() > errors; };
    read_matrices();
    if (failed()) return std::nullopt;
    const auto x_start = vector("x0");
    if (!find_sizes(x_start)) return std::nullopt;
    if (find("u_time") != nullptr) {
      read_tables();
    } else {
      read_constants();
    }
    if (failed()) return std::nullopt;
    read_names();
    model_.x_start = starts("x0", x_start, model_.x.size());
    model_.y_start = starts("y0", vector("y0"), model_.y.size());
    model_.z_start = starts("z0", vector("z0"), model_.z.size());
    model_.experiment = {scalar("start_time"), scalar("stop_time"), scalar("tolerance"),
                         scalar("interval")};
    if (failed()) return std::nullopt;
    check_multilinear(model_, diagnostics_);
    if (failed()) return std::nullopt;
    return std::move(model_);
  }

 private:
  Diagnostic& error(Code code, std::string message) {
    return diagnostics_.error(code, {}, std::move(message));
  }

  const MatVariable* find(std::string_view name) const {
    for (const MatVariable& variable : variables_) {
      if (variable.name == name) return &variable;
    }
    return nullptr;
  }

  void read_matrices() {
    model_.structure = matrix("S");
    model_.phi_f = matrix("Phi_f");
    if (find("Phi_g") != nullptr) {
      model_.phi_g = matrix("Phi_g");
      return;
    }
    model_.phi_g = SparseMatrix(0);
    for (std::size_t k = 0; k < model_.structure.columns(); ++k) model_.phi_g.add_column({});
  }

  SparseMatrix matrix(std::string_view name) {
    const MatVariable* variable = find(name);
    if (variable == nullptr) {
      Diagnostic& diagnostic =
          error(codes::imti_field, fmt::format("the file has no variable `{}`", name));
      std::vector<std::string_view> names;
      for (const MatVariable& other : variables_) names.push_back(other.name);
      if (!names.empty()) diagnostic.note(fmt::format("it has `{}`", fmt::join(names, "`, `")));
      return {};
    }
    if (!require_finite(*variable)) return {};
    return variable->matrix;
  }

  bool require_finite(const MatVariable& variable) {
    if (variable.kind != MatVariable::Kind::matrix) {
      error(codes::imti_field,
            fmt::format("`{}` is {}, not a matrix of numbers", variable.name,
                        variable.kind == MatVariable::Kind::texts ? "text" : variable.description));
      return false;
    }
    for (std::size_t k = 0; k < variable.matrix.columns(); ++k) {
      for (const MatrixEntry& entry : variable.matrix.column(k)) {
        if (std::isfinite(entry.value)) continue;
        error(codes::imti_number,
              fmt::format("`{}({},{})` is not finite", variable.name, entry.row + 1, k + 1));
        return false;
      }
    }
    return true;
  }

  // A row or a column, if the file has it.
  std::optional<std::vector<double>> vector(std::string_view name) {
    const MatVariable* variable = find(name);
    if (variable == nullptr || !require_finite(*variable)) return std::nullopt;
    const SparseMatrix& matrix = variable->matrix;
    if (matrix.rows() > 1 && matrix.columns() > 1) {
      error(codes::imti_size, fmt::format("`{}` is {} x {}, neither a row nor a column", name,
                                          matrix.rows(), matrix.columns()));
      return std::nullopt;
    }
    // A matrix without entries may have any size.
    if (matrix.columns() == 0) return std::vector<double>();
    if (matrix.rows() > most_signals) {
      error(codes::imti_size, fmt::format("`{}` has more than {} entries", name, most_signals));
      return std::nullopt;
    }
    std::vector<double> values(matrix.rows() * matrix.columns(), 0.0);
    for (std::size_t k = 0; k < matrix.columns(); ++k) {
      for (const MatrixEntry& entry : matrix.column(k)) values[k + entry.row] = entry.value;
    }
    return values;
  }

  std::optional<double> scalar(std::string_view name) {
    const auto values = vector(name);
    if (!values) return std::nullopt;
    if (values->size() == 1) return values->front();
    error(codes::imti_size, fmt::format("`{}` is not one number", name));
    return std::nullopt;
  }

  const std::vector<std::string>* texts(std::string_view name) {
    const MatVariable* variable = find(name);
    if (variable == nullptr) return nullptr;
    if (variable->kind == MatVariable::Kind::texts) return &variable->texts;
    error(codes::imti_field,
          fmt::format("`{}` is neither a cell array of texts nor a char matrix", name));
    return nullptr;
  }

  // n from x0, x_names or n; the others from the rows of the matrices.
  bool find_sizes(const std::optional<std::vector<double>>& x_start) {
    std::optional<double> n;
    if (x_start) {
      n = static_cast<double>(x_start->size());
    } else if (const auto* names = texts("x_names")) {
      n = static_cast<double>(names->size());
    } else {
      n = scalar("n");
    }
    if (!n) {
      error(codes::imti_field, "the number of states is not known")
          .suggest("add the start values `x0`, names `x_names`, or the number `n` itself");
      return false;
    }
    const double equations = static_cast<double>(model_.phi_f.rows());
    const double q = static_cast<double>(model_.phi_g.rows());
    const double p = equations - *n;
    const double m = static_cast<double>(model_.structure.rows()) - 2.0 * *n - p - q;
    if (*n != std::floor(*n) || *n < 0.0 || p < 0.0 || m < 0.0) {
      error(codes::imti_size,
            fmt::format("`S` has {} rows, `Phi_f` {} and `Phi_g` {}: that does not fit {} states",
                        model_.structure.rows(), model_.phi_f.rows(), model_.phi_g.rows(), *n))
          .note("`S` has 2*n + m + p + q rows, `Phi_f` n + p, `Phi_g` q");
      return false;
    }
    // Every signal gets a name, whether any column uses it or not.
    if (model_.structure.rows() > most_signals) {
      error(codes::imti_size, fmt::format("`S` has more than {} rows", most_signals));
      return false;
    }
    n_ = static_cast<std::size_t>(*n);
    m_ = static_cast<std::size_t>(m);
    p_ = static_cast<std::size_t>(p);
    q_ = static_cast<std::size_t>(q);
    return true;
  }

  void read_names() {
    model_.x = names("x", n_);
    model_.u = names("u", m_);
    model_.y = names("y", p_);
    model_.z = names("z", q_);
    const auto* name = texts("name");
    if (name != nullptr && name->size() == 1) model_.name = name->front();
  }

  std::vector<std::string> names(std::string_view kind, std::size_t count) {
    const std::string field = fmt::format("{}_names", kind);
    const auto* given = texts(field);
    if (given != nullptr && given->size() == count) return *given;
    if (given != nullptr) {
      error(codes::imti_size,
            fmt::format("`{}` has {} names for {} signals", field, given->size(), count));
    }
    std::vector<std::string> result;
    for (std::size_t i = 0; i < count; ++i) result.push_back(fmt::format("{}{}", kind, i + 1));
    return result;
  }

  void read_constants() {
    const auto u = vector("u");
    if (find("u") != nullptr && !u) return;  // reported
    for (const double value : u.value_or(std::vector<double>())) model_.u_value.emplace_back(value);
    if (model_.u_value.size() == m_) return;
    if (u) {
      error(codes::imti_size,
            fmt::format("`u` has {} values for {} inputs", model_.u_value.size(), m_))
          .note(rows_text());
    } else {
      error(codes::imti_field,
            fmt::format("there are {} inputs, but no variable `u` with their values", m_))
          .note(rows_text());
    }
  }

  // Row i of `u` is the signal of input i at the times `u_time`.
  void read_tables() {
    const auto times = vector("u_time");
    const SparseMatrix u = matrix("u");
    if (diagnostics_.has_errors() || !times) return;
    if (u.rows() != m_ || u.columns() != times->size()) {
      error(codes::imti_size, fmt::format("`u` is {} x {} for {} inputs and {} times", u.rows(),
                                          u.columns(), m_, times->size()))
          .note(rows_text());
      return;
    }
    const bool is_linear = !is_held();
    model_.u_value.assign(m_,
                          InputSignal(*times, std::vector<double>(times->size(), 0.0), is_linear));
    for (std::size_t k = 0; k < u.columns(); ++k) {
      for (const MatrixEntry& entry : u.column(k)) {
        model_.u_value[entry.row].values[k] = entry.value;
      }
    }
  }

  bool is_held() {
    const auto* between = texts("u_between");
    if (between == nullptr) return false;
    const bool is_text = between->size() == 1;
    if (is_text && between->front() == "held") return true;
    if (!is_text || between->front() != "linear") {
      error(codes::imti_field, "`u_between` is neither 'linear' nor 'held'");
    }
    return false;
  }

  std::string rows_text() const {
    return fmt::format("`S` has {} rows = 2*{} + {} + {} + {}", model_.structure.rows(), n_, m_, p_,
                       q_);
  }

  std::vector<std::optional<double>> starts(std::string_view name,
                                            const std::optional<std::vector<double>>& values,
                                            std::size_t count) {
    std::vector<std::optional<double>> result(count);
    if (!values) return result;
    if (values->size() != count) {
      error(codes::imti_size,
            fmt::format("`{}` has {} values for {} signals", name, values->size(), count));
      return result;
    }
    for (std::size_t i = 0; i < count; ++i) result[i] = (*values)[i];
    return result;
  }

  const std::vector<MatVariable>& variables_;
  Diagnostics& diagnostics_;
  MultilinearModel model_;
  std::size_t n_ = 0, m_ = 0, p_ = 0, q_ = 0;
};

}  // namespace

std::optional<MultilinearModel> read_imti_mat(const SourceText& source, Diagnostics& diagnostics) {
  const auto variables = read_mat_file(source.text());
  if (!variables) {
    Diagnostic& diagnostic = diagnostics.error(codes::mat_file, {}, variables.error().message);
    if (!variables.error().help.empty()) diagnostic.suggest(variables.error().help);
    return std::nullopt;
  }
  return ImtiMatReader(variables.value(), diagnostics).read();
}

}  // namespace saltus
