#include "saltus/compiler/multilinear/print_multilinear.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <string_view>

#include "saltus/compiler/multilinear/modelica_name.h"
#include "saltus/compiler/multilinear/normal_form.h"
#include "saltus/compiler/multilinear/signal_expression.h"
#include "saltus/foundation/expr/print_expr.h"

namespace saltus {
namespace {

constexpr std::size_t longest_line = 100;

class MultilinearPrinter {
 public:
  explicit MultilinearPrinter(MultilinearModel model) : model_(std::move(model)) {
    for (const std::string& name : model_.x) {
      signals_.push_back(fmt::format("der({})", modelica_name(name)));
    }
    for (const auto* names : {&model_.x, &model_.u, &model_.y, &model_.z}) {
      for (const std::string& name : *names) signals_.push_back(modelica_name(name));
    }
    write_products();
  }

  std::string print() {
    const std::string name = modelica_name(model_.name);
    out_ = fmt::format("model {}\n", name);
    declare_all();
    out_ += "equation\n";
    print_rows(model_.phi_f, " = ");
    print_rows(model_.phi_g, " <= ");
    annotate();
    return std::move(out_) + fmt::format("end {};\n", name);
  }

 private:
  void declare_all() {
    const std::vector<bool> is_differentiated = differentiated_states();
    for (std::size_t i = 0; i < model_.x.size(); ++i) {
      std::vector<std::string> attributes;
      if (model_.x_start[i]) attributes = {start_text(*model_.x_start[i])};
      if (model_.x_start[i] && is_differentiated[i]) attributes.push_back("fixed = true");
      declare("Real", model_.x[i], attributes);
    }
    for (std::size_t i = 0; i < model_.u.size(); ++i) {
      out_ += fmt::format("  input Real {} = {};\n", modelica_name(model_.u[i]),
                          print_signal(model_.u_value[i]));
    }
    for (std::size_t i = 0; i < model_.y.size(); ++i) {
      std::vector<std::string> attributes;
      if (model_.y_start[i]) attributes = {start_text(*model_.y_start[i])};
      declare("Real", model_.y[i], attributes);
    }
    for (std::size_t i = 0; i < model_.z.size(); ++i) {
      std::vector<std::string> attributes = {"min = 0", "max = 1"};
      if (model_.z_start[i]) attributes.push_back(start_text(*model_.z_start[i]));
      declare("Integer", model_.z[i], attributes);
    }
  }

  // A state whose derivative no column mentions is algebraic: its start value is a guess.
  std::vector<bool> differentiated_states() const {
    std::vector<bool> result(model_.x.size(), false);
    for (std::size_t k = 0; k < model_.structure.columns(); ++k) {
      for (const MatrixEntry& entry : model_.structure.column(k)) {
        if (entry.row < result.size()) result[entry.row] = true;
      }
    }
    return result;
  }

  void declare(std::string_view type, const std::string& name,
               const std::vector<std::string>& attributes) {
    out_ += fmt::format("  {} {}", type, modelica_name(name));
    if (!attributes.empty()) out_ += fmt::format("({})", fmt::join(attributes, ", "));
    out_ += ";\n";
  }

  static std::string start_text(double value) { return "start = " + print_number(value); }

  // Each column of S once: many rows may use it.
  void write_products() {
    for (std::size_t k = 0; k < model_.structure.columns(); ++k) {
      std::string product;
      for (const MatrixEntry& entry : model_.structure.column(k)) {
        if (!product.empty()) product += '*';
        product += factor_text(entry);
      }
      products_.push_back(std::move(product));
    }
  }

  std::string factor_text(const MatrixEntry& entry) const {
    const double s = entry.value;
    const std::string& signal = signals_[entry.row];
    if (s == 1.0) return signal;
    return fmt::format("({} {} {}*{})", print_number(1.0 - std::fabs(s)), s < 0.0 ? '-' : '+',
                       print_number(std::fabs(s)), signal);
  }

  void print_rows(const SparseMatrix& phi, std::string_view relation) {
    struct Term {
      std::size_t column;
      double coefficient;
    };
    std::vector<std::vector<Term>> rows(phi.rows());
    for (std::size_t k = 0; k < phi.columns(); ++k) {
      for (const MatrixEntry& entry : phi.column(k)) rows[entry.row].push_back({k, entry.value});
    }
    for (const std::vector<Term>& terms : rows) {
      begin_line();
      bool is_first = true;
      double constant = 0.0;
      for (const Term& term : terms) {
        const std::string& product = products_[term.column];
        if (product.empty()) {
          constant = term.coefficient;
          continue;
        }
        write_term(term.coefficient, product, is_first);
        is_first = false;
      }
      if (is_first) append("0");
      // 0.0 - c, so that nothing is printed as -0.
      append(fmt::format("{}{};", relation, print_number(0.0 - constant)));
      out_ += '\n';
    }
  }

  void write_term(double coefficient, const std::string& product, bool is_first) {
    std::string text = is_first            ? (coefficient < 0.0 ? "-" : "")
                       : coefficient < 0.0 ? " - "
                                           : " + ";
    if (std::fabs(coefficient) != 1.0) text += print_number(std::fabs(coefficient)) + "*";
    append(text + product);
  }

  void begin_line() {
    line_start_ = out_.size();
    out_ += "  ";
  }

  void append(std::string_view text) {
    if (out_.size() - line_start_ + text.size() > longest_line && out_.size() > line_start_ + 4) {
      out_ += '\n';
      line_start_ = out_.size();
      out_ += "   ";
    }
    out_ += text;
  }

  void annotate() {
    std::vector<std::string> settings;
    const auto add = [&](std::string_view name, std::optional<double> value) {
      if (value) settings.push_back(fmt::format("{} = {}", name, print_number(*value)));
    };
    add("StartTime", model_.experiment.start_time);
    add("StopTime", model_.experiment.stop_time);
    add("Tolerance", model_.experiment.tolerance);
    add("Interval", model_.experiment.interval);
    if (settings.empty()) return;
    out_ += fmt::format("  annotation(experiment({}));\n", fmt::join(settings, ", "));
  }

  const MultilinearModel model_;  // in normal form
  std::vector<std::string> signals_;
  std::vector<std::string> products_;
  std::string out_;
  std::size_t line_start_ = 0;
};

}  // namespace

std::string print_multilinear(const MultilinearModel& model) {
  return MultilinearPrinter(normal_form(model)).print();
}

}  // namespace saltus
