#include "saltus/compiler/multilinear/find_multilinear.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "saltus/compiler/flat/expr_names.h"
#include "saltus/compiler/flat/mentioned_orders.h"
#include "saltus/compiler/multilinear/modelica_name.h"
#include "saltus/compiler/multilinear/multilinear_form.h"
#include "saltus/compiler/multilinear/normal_form.h"
#include "saltus/compiler/multilinear/signal_expression.h"
#include "saltus/foundation/expr/print_expr.h"

namespace saltus {
namespace {

constexpr std::size_t longest_shown = 80;

class MultilinearSearch {
 public:
  MultilinearSearch(const FlatSystem& system, Diagnostics& diagnostics)
      : system_(system), diagnostics_(diagnostics), signals_(system) {}

  std::optional<MultilinearModel> run() {
    const std::size_t errors = diagnostics_.error_count();
    find_signals();
    reject_what_matrices_cannot_hold();
    if (diagnostics_.error_count() > errors) return std::nullopt;
    orders_ = mentioned_orders(system_);
    name_signals();
    number_signals();
    if (diagnostics_.error_count() > errors) return std::nullopt;
    read_rows();
    if (diagnostics_.error_count() > errors) return std::nullopt;
    return normal_form(model_);
  }

 private:
  Diagnostic& reject(SourceSpan span, std::string message) {
    return diagnostics_.error(codes::no_matrix_form, span, std::move(message));
  }

  // Inputs that are constant or tables over time, by their bindings.
  void find_signals() {
    signal_of_ = IdMap<VariableId, std::optional<InputSignal>>(system_.variables.size());
    is_binding_ = IdMap<EquationId, bool>(system_.equations.size(), false);
    for (const EquationId id : system_.equations.ids()) {
      const FlatEquation& equation = system_.equations[id];
      const Expr& left = system_.pool[equation.left];
      if (left.op != Op::variable || left.order() != 0 || !equation.active_if.empty()) continue;
      if (!system_.variables[left.variable()].is_bound_input || signal_of_[left.variable()]) {
        continue;
      }
      is_binding_[id] = true;
      auto signal = signals_.find(equation.right);
      if (!signal) reject_signal(left.variable(), equation.span);
      signal_of_[left.variable()] = signal.value_or(InputSignal());
    }
  }

  void reject_signal(VariableId id, SourceSpan span) {
    reject(span, fmt::format("the input `{}` is neither constant nor a table over time",
                             system_.variables[id].name))
        .note(
            "a table is `if time < T then … elseif … else …` with increasing times, its branches "
            "constant, or linear in time, without a jump, and constant at both ends");
  }

  void reject_what_matrices_cannot_hold() {
    for (const GuardId id : system_.guards.ids()) {
      if (signals_.is_used(id)) continue;
      reject(system_.guards[id].span,
             "a condition has no place in the matrices of a multilinear model")
          .suggest("write it with a binary unknown and an inequality");
    }
    for (const FlatWhen& when : system_.whens) {
      reject(when.span, "a `when` clause has no place in the matrices of a multilinear model");
    }
    for (const FlatEquation& equation : system_.initial_equations) {
      reject(equation.span, "an initial equation has no place in the matrices")
          .suggest("give the states start values");
    }
    for (const FlatAssertion& assertion : system_.assertions) {
      reject(assertion.span, "an assertion has no place in the matrices");
    }
    for (const FlatVariable& variable : system_.variables) {
      if (variable.is_discrete && !variable.is_binary) {
        reject(variable.span,
               fmt::format("`{}` is discrete; signals are Real or binary unknowns", variable.name));
      } else if (variable.is_input) {
        reject(variable.span, fmt::format("the input `{}` has no value", variable.name))
            .suggest(fmt::format("bind it: `input Real {} = 0`", variable.name));
      }
    }
  }

  void name_signals() {
    model_.name = name_of_modelica(system_.name);
    model_.experiment = system_.experiment;
    place_ = IdMap<VariableId, std::uint32_t>(system_.variables.size(), 0);
    for (const VariableId id : system_.variables.ids()) {
      const FlatVariable& variable = system_.variables[id];
      const std::string name = name_of_modelica(variable.name);
      if (variable.is_binary) {
        add(id, name, model_.z, model_.z_start);
      } else if (variable.is_bound_input) {
        place_[id] = static_cast<std::uint32_t>(model_.u.size());
        model_.u.push_back(name);
      } else if (orders_[id] > 0) {
        add(id, name, model_.x, model_.x_start);
      } else {
        add(id, name, model_.y, model_.y_start);
        if (variable.fixed) {
          reject(variable.span,
                 fmt::format("`{}` is algebraic, but its start value is fixed", variable.name))
              .note("the matrices hold start values of states, and guesses for the others");
        }
      }
    }
  }

  void add(VariableId id, const std::string& name, std::vector<std::string>& names,
           std::vector<std::optional<double>>& starts) {
    place_[id] = static_cast<std::uint32_t>(names.size());
    names.push_back(name);
    starts.push_back(system_.variables[id].start);
  }

  // Positions in v are known when all signals are.
  void number_signals() {
    for (const VariableId id : system_.variables.ids()) {
      const FlatVariable& variable = system_.variables[id];
      const std::size_t first = variable.is_binary        ? model_.first_z()
                                : variable.is_bound_input ? model_.first_u()
                                : orders_[id] > 0         ? model_.first_x()
                                                          : model_.first_y();
      place_[id] += static_cast<std::uint32_t>(first);
    }
  }

  SignalTable signal_table() {
    return {
        .signal = [this](VariableId id, int order) -> std::optional<std::uint32_t> {
          if (order == 0) return place_[id];
          if (order > 1 || orders_[id] == 0) return std::nullopt;
          return place_[id] - static_cast<std::uint32_t>(model_.first_x());
        },
        .is_binary = [this](std::uint32_t signal) { return signal >= model_.first_z(); },
        .name = [this](std::uint32_t signal) { return model_.signal_name(signal); },
        .parameter = [this](ParameterId id) { return system_.parameters[id].value; },
    };
  }

  void read_rows() {
    MultilinearFormFinder forms(system_.pool, signal_table());
    std::vector<MultilinearForm> f, g;
    for (const EquationId id : system_.equations.ids()) {
      const FlatEquation& equation = system_.equations[id];
      if (is_binding_[id] || is_conditional(equation.active_if, equation.span)) continue;
      if (auto row =
              read_row(forms, {{equation.left, 1.0}, {equation.right, -1.0}}, equation.span)) {
        f.push_back(std::move(*row));
      }
    }
    for (const FlatInequality& inequality : system_.inequalities) {
      if (is_conditional(inequality.active_if, inequality.span)) continue;
      if (auto row = read_row(forms, {{inequality.function, 1.0}}, inequality.span)) {
        g.push_back(std::move(*row));
      }
    }
    if (diagnostics_.has_errors()) return;
    for (const VariableId id : system_.variables.ids()) {
      if (system_.variables[id].is_bound_input) model_.u_value.push_back(*signal_of_[id]);
    }
    require_balance(f.size(), g.size());
    collect_columns(f, g);
  }

  // A condition may be that of a table, and be used here as well.
  bool is_conditional(const std::vector<GuardLiteral>& active_if, SourceSpan span) {
    if (active_if.empty()) return false;
    reject(span, "what holds under a condition has no place in the matrices");
    return true;
  }

  struct Side {
    ExprId expr;
    double sign;
  };

  std::optional<MultilinearForm> read_row(MultilinearFormFinder& forms,
                                          const std::vector<Side>& sides, SourceSpan span) {
    MultilinearForm row;
    for (const Side& side : sides) {
      const auto form = forms.find(side.expr);
      if (!form) {
        report(form.error(), span);
        return std::nullopt;
      }
      for (const MultilinearTerm& term : form.value()) {
        row.push_back({side.sign * term.coefficient, term.factors});
      }
    }
    return row;
  }

  void report(const NotMultilinear& fault, SourceSpan span) {
    std::string part = print_expr(system_.pool, fault.part, expr_names(system_));
    if (part.size() > longest_shown) part = part.substr(0, longest_shown) + " …";
    Diagnostic& diagnostic =
        diagnostics_
            .error(codes::not_multilinear, span,
                   fmt::format("`{}` is not multilinear: {}", part, fault.reason))
            .mark("in this line");
    if (!fault.help.empty()) diagnostic.suggest(fault.help);
  }

  void require_balance(std::size_t equations, std::size_t inequalities) {
    const std::size_t unknowns = model_.x.size() + model_.y.size();
    if (equations != unknowns) {
      reject({}, fmt::format("{} equations for {} states and {} algebraic signals", equations,
                             model_.x.size(), model_.y.size()));
    }
    if (inequalities != model_.z.size()) {
      reject({},
             fmt::format("{} inequalities for {} binary unknowns", inequalities, model_.z.size()));
    }
  }

  // One column for each term; the normal form merges equal ones.
  void collect_columns(const std::vector<MultilinearForm>& f,
                       const std::vector<MultilinearForm>& g) {
    model_.structure = SparseMatrix(model_.signal_count());
    model_.phi_f = SparseMatrix(f.size());
    model_.phi_g = SparseMatrix(g.size());
    add_columns(f, model_.phi_f, model_.phi_g);
    add_columns(g, model_.phi_g, model_.phi_f);
  }

  void add_columns(const std::vector<MultilinearForm>& rows, SparseMatrix& phi,
                   SparseMatrix& other_phi) {
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
      for (const MultilinearTerm& term : rows[row]) {
        model_.structure.add_column(term.factors);
        phi.add_column(std::vector<MatrixEntry>{{row, term.coefficient}});
        other_phi.add_column({});
      }
    }
  }

  const FlatSystem& system_;
  Diagnostics& diagnostics_;
  SignalFinder signals_;
  MultilinearModel model_;
  IdMap<VariableId, std::optional<InputSignal>> signal_of_;  // of the inputs
  IdMap<EquationId, bool> is_binding_;                       // of an input
  IdMap<VariableId, int> orders_;
  IdMap<VariableId, std::uint32_t> place_;  // among its kind, then in v
};

}  // namespace

std::optional<MultilinearModel> find_multilinear(const FlatSystem& system,
                                                 Diagnostics& diagnostics) {
  return MultilinearSearch(system, diagnostics).run();
}

}  // namespace saltus
