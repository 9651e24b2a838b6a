#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <vector>

#include "saltus/compiler/multilinear/evaluate_multilinear.h"
#include "saltus/compiler/multilinear/find_multilinear.h"
#include "saltus/compiler/multilinear/imti_json.h"
#include "saltus/compiler/multilinear/normal_form.h"
#include "saltus/compiler/multilinear/print_multilinear.h"
#include "saltus/foundation/diagnostics/render_text.h"
#include "saltus/foundation/expr/evaluate.h"
#include "tests/problems/random_multilinear.h"
#include "tests/unit/flat/flatten_text.h"

// Laws of multilinear models over generated ones.

namespace saltus::testing {
namespace {

constexpr std::uint32_t kModels = 400;

// (6) and (7) as they are written, over every row and column.
template <class Number>
std::vector<Number> dense_values(const MultilinearModel& model, const SparseMatrix& phi,
                                 const std::vector<Number>& v) {
  std::vector<Number> result(phi.rows(), Number(0.0));
  for (std::size_t k = 0; k < phi.columns(); ++k) {
    std::vector<double> s(model.signal_count(), 0.0);
    for (const MatrixEntry& entry : model.structure.column(k)) s[entry.row] = entry.value;
    Number product(1.0);
    for (std::size_t i = 0; i < s.size(); ++i) product *= 1.0 - std::fabs(s[i]) + s[i] * v[i];
    for (const MatrixEntry& entry : phi.column(k)) result[entry.row] += entry.value * product;
  }
  return result;
}

// The largest that any sum of absolute values in the row can be: errors are relative to it.
std::vector<double> row_scales(const MultilinearModel& model, const SparseMatrix& phi,
                               const std::vector<double>& v) {
  std::vector<double> result(phi.rows(), 1e-300);
  for (std::size_t k = 0; k < phi.columns(); ++k) {
    double size = 1.0;
    for (const MatrixEntry& entry : model.structure.column(k)) {
      const double s = std::fabs(entry.value);
      size *= std::fmax(1.0, std::fabs(1.0 - s) + s * std::fmax(1.0, std::fabs(v[entry.row])));
    }
    for (const MatrixEntry& entry : phi.column(k)) {
      result[entry.row] += std::fabs(entry.value) * size;
    }
  }
  return result;
}

void expect_same_values(const std::vector<double>& actual, const std::vector<double>& expected,
                        const std::vector<double>& scales) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    EXPECT_LE(std::fabs(actual[i] - expected[i]), 1e-14 * scales[i]) << "row " << i;
  }
}

TEST(MultilinearProperties, ValuesAreThoseOfTheFormula) {
  for (std::uint32_t seed = 0; seed < kModels; ++seed) {
    SCOPED_TRACE(seed);
    RandomMultilinear random(seed);
    const MultilinearModel model = random.model(true);
    const std::vector<double> v = random.signals(model);
    const MultilinearPoint point(model, v);
    expect_same_values(point.f(), dense_values(model, model.phi_f, v),
                       row_scales(model, model.phi_f, v));
    expect_same_values(point.g(), dense_values(model, model.phi_g, v),
                       row_scales(model, model.phi_g, v));
  }
}

// Complex step: df/dv = Im f(v + ih)/h, exact to rounding since nothing is subtracted.
TEST(MultilinearProperties, JacobiansAreThoseOfAComplexStep) {
  constexpr double h = 1e-100;
  for (std::uint32_t seed = 0; seed < kModels; ++seed) {
    SCOPED_TRACE(seed);
    RandomMultilinear random(seed);
    const MultilinearModel model = random.model(true);
    const std::vector<double> v = random.signals(model);
    const MultilinearPoint point(model, v);
    for (const bool is_f : {true, false}) {
      const SparseMatrix& phi = is_f ? model.phi_f : model.phi_g;
      const SparseMatrix jacobian = is_f ? point.f_jacobian() : point.g_jacobian();
      ASSERT_EQ(jacobian.columns(), model.signal_count());
      const std::vector<double> scales = row_scales(model, phi, v);
      for (std::size_t b = 0; b < v.size(); ++b) {
        std::vector<std::complex<double>> shifted(v.begin(), v.end());
        shifted[b] += std::complex<double>(0.0, h);
        std::vector<double> expected, actual(phi.rows(), 0.0);
        for (const auto& value : dense_values(model, phi, shifted)) {
          expected.push_back(value.imag() / h);
        }
        for (const MatrixEntry& entry : jacobian.column(b)) actual[entry.row] = entry.value;
        std::vector<double> slopes = scales;
        for (double& scale : slopes) scale *= 4.0;  // |S| is at most 3
        expect_same_values(actual, expected, slopes);
      }
    }
  }
}

TEST(MultilinearProperties, JacobiansAreExactWhereFactorsVanish) {
  // p = v1 v2 v3 at (0, 0, 5): the slopes are 0, 0, 0; at (0, 2, 5): 10, 0, 0.
  MultilinearModel model;
  model.x = {"a"};
  model.y = {"b"};
  model.x_start = {0.0};
  model.y_start = {0.0};
  model.structure = SparseMatrix(3);
  model.structure.add_column(std::vector<MatrixEntry>{{0, 1.0}, {1, 1.0}, {2, 1.0}});
  model.phi_f = SparseMatrix(2);
  model.phi_f.add_column(std::vector<MatrixEntry>{{0, 3.0}});
  model.phi_g = SparseMatrix(0);
  model.phi_g.add_column({});
  const std::vector<double> slopes_at_two_zeros = {0.0, 0.0, 0.0};
  const std::vector<double> slopes_at_one_zero = {10.0, 0.0, 0.0};
  const MultilinearPoint two(model, std::vector<double>{0.0, 0.0, 5.0});
  const MultilinearPoint one(model, std::vector<double>{0.0, 2.0, 5.0});
  EXPECT_EQ(std::vector<double>(two.slopes().begin(), two.slopes().end()), slopes_at_two_zeros);
  EXPECT_EQ(std::vector<double>(one.slopes().begin(), one.slopes().end()), slopes_at_one_zero);
  EXPECT_EQ(one.f_jacobian().column(0).front(), (MatrixEntry{0, 30.0}));
}

TEST(MultilinearProperties, TotalDerivativesAreJacobianTimesVelocity) {
  for (std::uint32_t seed = 0; seed < kModels; ++seed) {
    SCOPED_TRACE(seed);
    RandomMultilinear random(seed);
    const MultilinearModel model = random.model(true);
    const std::vector<double> v = random.signals(model);
    std::vector<double> w;
    for (std::size_t i = 0; i < v.size(); ++i) w.push_back(random.between(-1.0, 1.0));
    const MultilinearPoint point(model, v);
    const SparseMatrix jacobian = point.f_jacobian();
    std::vector<double> expected(model.phi_f.rows(), 0.0);
    for (std::size_t b = 0; b < w.size(); ++b) {
      for (const MatrixEntry& entry : jacobian.column(b)) {
        expected[entry.row] += entry.value * w[b];
      }
    }
    std::vector<double> scales = row_scales(model, model.phi_f, v);
    for (double& scale : scales) scale *= 40.0;
    expect_same_values(point.f_along(w), expected, scales);
  }
}

TEST(MultilinearProperties, TheNormalFormHasTheSameValues) {
  for (std::uint32_t seed = 0; seed < kModels; ++seed) {
    SCOPED_TRACE(seed);
    RandomMultilinear random(seed);
    const MultilinearModel model = random.model(true);
    const MultilinearModel normal = normal_form(model);
    const std::vector<double> v = random.signals(model);
    expect_same_values(MultilinearPoint(normal, v).f(), MultilinearPoint(model, v).f(),
                       row_scales(model, model.phi_f, v));
    expect_same_values(MultilinearPoint(normal, v).g(), MultilinearPoint(model, v).g(),
                       row_scales(model, model.phi_g, v));
    EXPECT_EQ(write_imti_json(normal_form(normal)), write_imti_json(normal));
  }
}

MultilinearModel through_modelica(const MultilinearModel& model) {
  const SourceText source("model.imti.json", print_multilinear(model));
  const FlatSystem system = flatten_text(std::string(source.text()));
  Diagnostics diagnostics;
  const auto found = find_multilinear(system, diagnostics);
  EXPECT_TRUE(found.has_value()) << render_text(diagnostics, source) << source.text();
  return found.value_or(MultilinearModel());
}

TEST(MultilinearProperties, JsonReadsBackAsTheSameModel) {
  for (std::uint32_t seed = 0; seed < kModels; ++seed) {
    SCOPED_TRACE(seed);
    const MultilinearModel model = RandomMultilinear(seed).model(seed % 2 == 0);
    const std::string text = write_imti_json(model);
    const SourceText source("model.imti.json", text);
    Diagnostics diagnostics;
    const auto read = read_imti_json(source, diagnostics);
    ASSERT_TRUE(read.has_value()) << render_text(diagnostics, source) << text;
    EXPECT_EQ(read->structure, model.structure);
    EXPECT_EQ(read->phi_f, model.phi_f);
    EXPECT_EQ(read->phi_g, model.phi_g);
    EXPECT_EQ(write_imti_json(*read), text);
  }
}

TEST(MultilinearProperties, TheWayToModelicaAndBackIsTheIdentityOnNormalForms) {
  for (std::uint32_t seed = 0; seed < kModels; ++seed) {
    SCOPED_TRACE(seed);
    const MultilinearModel model = normal_form(RandomMultilinear(seed).model(seed % 2 == 0));
    const MultilinearModel back = through_modelica(model);
    ASSERT_EQ(write_imti_json(back), write_imti_json(model)) << print_multilinear(model);
  }
}

TEST(MultilinearProperties, TheWayToModelicaAndBackGivesTheNormalFormOfAnyModel) {
  for (std::uint32_t seed = 0; seed < kModels; ++seed) {
    SCOPED_TRACE(seed);
    const MultilinearModel model = RandomMultilinear(seed).model(seed % 2 == 0);
    ASSERT_EQ(write_imti_json(through_modelica(model)), write_imti_json(normal_form(model)));
  }
}

// Text that is multilinear by construction: the factors of a product have no signal in common.
class RandomText {
 public:
  explicit RandomText(std::uint32_t seed) : random_(seed) {}

  std::string model() {
    std::string text =
        "model M\n  parameter Real p = 1.75, q = -0.3;\n  Real a, b, c, d;\n"
        "  input Real u = 0.5;\n  Integer z(min = 0, max = 1);\nequation\n";
    for (const char* state : {"a", "b", "c", "d"}) {
      text += fmt::format("  der({}) + {} = {};\n", state, expression(4, signals()),
                          expression(3, signals()));
    }
    return text + fmt::format("  {} + z*a <= {};\nend M;\n", expression(3, signals()),
                              expression(2, signals()));
  }

 private:
  static std::vector<std::string> signals() { return {"a", "b", "c", "d", "u", "z", "der(a)"}; }

  std::string expression(int depth, const std::vector<std::string>& allowed) {
    switch (depth == 0 ? random_.below(3) : random_.below(9)) {
      case 0:
        return fmt::format("{}", random_.between(0.1, 3.0));
      case 1:
        return random_.chance(2) ? "p" : "q";
      case 2:
        return allowed.empty() ? "1" : allowed[random_.below(allowed.size())];
      case 3:
        return fmt::format("(-{})", expression(depth - 1, allowed));
      case 4:
        return fmt::format("({}/(p + 2))", expression(depth - 1, allowed));
      case 5:
      case 6:
        return fmt::format("({} {} {})", expression(depth - 1, allowed),
                           random_.chance(2) ? "+" : "-", expression(depth - 1, allowed));
      default:
        break;
    }
    std::vector<std::string> left, right;
    for (const std::string& signal : allowed) (random_.chance(2) ? left : right).push_back(signal);
    return fmt::format("{}*{}", expression(depth - 1, left), expression(depth - 1, right));
  }

  RandomMultilinear random_;
};

// The value of an expression of `system` where the signals of `model` have the values v.
double value_at(const FlatSystem& system, const MultilinearModel& model, ExprId expr,
                const std::vector<double>& v) {
  Evaluator evaluator(system.pool, [&](const Expr& leaf) -> std::optional<double> {
    if (leaf.op == Op::parameter) return system.parameters[ParameterId(leaf.a)].value;
    const std::string& name = system.variables[leaf.variable()].name;
    for (std::size_t i = 0; i < v.size(); ++i) {
      if (model.signal_name(i) == (leaf.order() == 1 ? "der(" + name + ")" : name)) return v[i];
    }
    return std::nullopt;
  });
  return evaluator.evaluate(expr).value();
}

TEST(MultilinearProperties, EquationsAndTheirMatricesHaveTheSameValues) {
  for (std::uint32_t seed = 0; seed < kModels; ++seed) {
    const std::string text = RandomText(seed).model();
    SCOPED_TRACE(text);
    const FlatSystem system = flatten_text(text);
    Diagnostics diagnostics;
    const auto model = find_multilinear(system, diagnostics);
    ASSERT_TRUE(model.has_value()) << render_text(diagnostics, SourceText("M.mo", text));
    RandomMultilinear random(seed);
    const std::vector<double> v = random.signals(*model);
    const MultilinearPoint point(*model, v);
    const std::vector<double> f = point.f(), scales = row_scales(*model, model->phi_f, v);
    std::size_t row = 0;
    for (const FlatEquation& equation : system.equations) {
      const Expr& left = system.pool[equation.left];
      if (left.op == Op::variable && left.order() == 0) continue;  // of the input
      const double expected =
          value_at(system, *model, equation.left, v) - value_at(system, *model, equation.right, v);
      EXPECT_LE(std::fabs(f[row] - expected), 1e-13 * scales[row]) << "row " << row;
      ++row;
    }
    ASSERT_EQ(row, f.size());
    EXPECT_LE(
        std::fabs(point.g()[0] - value_at(system, *model, system.inequalities[0].function, v)),
        1e-13 * row_scales(*model, model->phi_g, v)[0]);
  }
}

}  // namespace
}  // namespace saltus::testing
