#include "saltus/compiler/flat/change_parameters.h"

#include <cmath>
#include <unordered_map>

#include "saltus/foundation/expr/evaluate.h"

namespace saltus {

namespace {

bool is_of_type(double value, ValueType type) {
  if (!std::isfinite(value)) return false;
  if (type == ValueType::boolean) return value == 0.0 || value == 1.0;
  return type == ValueType::real || value == std::floor(value);
}

bool is_within(double value, std::optional<double> min, std::optional<double> max) {
  return !(min && value < *min) && !(max && value > *max);
}

class ParameterChange {
 public:
  explicit ParameterChange(const FlatSystem& system)
      : before_(system), system_(system), evaluator_(system_.pool, [this](const Expr& leaf) {
          return leaf.op == Op::parameter
                     ? std::optional(system_.parameters[ParameterId(leaf.a)].value)
                     : std::nullopt;
        }) {}

  std::optional<FlatSystem> run(std::span<const std::pair<std::string, double>> changes) {
    if (!take(changes) || !evaluate_parameters() || !evaluate_attributes()) return std::nullopt;
    return std::move(system_);
  }

 private:
  bool take(std::span<const std::pair<std::string, double>> changes) {
    std::unordered_map<std::string_view, ParameterId> by_name;  // looked up only
    for (const ParameterId id : before_.parameters.ids()) {
      by_name.emplace(before_.parameters[id].name, id);
    }
    for (const auto& [name, value] : changes) {
      const auto found = by_name.find(name);
      if (found == by_name.end()) return false;
      const FlatParameter& parameter = before_.parameters[found->second];
      if (parameter.is_constant || parameter.is_final) return false;
      if (!is_of_type(value, parameter.type)) return false;
      given_[found->second] = value;
    }
    return true;
  }

  bool evaluate_parameters() {
    for (const ParameterId id : system_.parameter_order) {
      FlatParameter& parameter = system_.parameters[id];
      if (const auto given = given_.find(id); given != given_.end()) {
        parameter.value = given->second;
        parameter.binding = parameter.type == ValueType::boolean
                                ? system_.pool.boolean(parameter.value != 0.0)
                                : system_.pool.constant(parameter.value);
      } else if (parameter.binding) {
        const auto value = evaluator_.evaluate(*parameter.binding);
        if (!value) return false;
        parameter.value = *value;
      }
      if (!is_allowed(parameter, before_.parameters[id].value)) return false;
    }
    return true;
  }

  static bool is_allowed(const FlatParameter& parameter, double before) {
    return std::isfinite(parameter.value) &&
           !(parameter.is_structural && parameter.value != before) &&
           is_within(parameter.value, parameter.min, parameter.max);
  }

  bool evaluate_attributes() {
    for (FlatVariable& variable : system_.variables) {
      if (!update(variable.start_binding, variable.start) ||
          !update(variable.nominal_binding, variable.nominal)) {
        return false;
      }
      if (variable.start_binding && !is_within(*variable.start, variable.min, variable.max)) {
        return false;
      }
    }
    return true;
  }

  bool update(std::optional<ExprId> binding, std::optional<double>& value) {
    if (!binding) return true;
    value = evaluator_.evaluate(*binding);
    return value && std::isfinite(*value);
  }

  const FlatSystem& before_;
  FlatSystem system_;
  Evaluator evaluator_;
  std::unordered_map<ParameterId, double> given_;  // looked up only
};

}  // namespace

std::optional<FlatSystem> change_parameters(
    const FlatSystem& system, std::span<const std::pair<std::string, double>> changes) {
  return ParameterChange(system).run(changes);
}

}  // namespace saltus
