#pragma once

#include <vector>

#include "saltus/foundation/graph/bipartite_graph.h"

namespace saltus::testing {

// Pantelides' algorithm (SIAM J. Sci. Stat. Comput. 9, 1988), followed closely and with
// no thought for speed: an independent check of the offsets. Nodes are numbered as they
// are created; -1 is "none".
class Pantelides {
 public:
  explicit Pantelides(const BipartiteGraph& signature)
      : equation_count_(static_cast<int>(signature.row_count())) {
    add_variables(signature);
    for (const Row row : signature.rows()) {
      std::vector<int> incident;
      const auto columns = signature.columns_of(row);
      for (std::size_t k = 0; k < columns.size(); ++k) {
        incident.push_back(
            node_of_[columns[k].index()][static_cast<std::size_t>(signature.weights_of(row)[k])]);
      }
      add_equation(incident);
    }
  }

  // How often each equation is differentiated. The signature must have a transversal.
  std::vector<int> differentiations() {
    for (int equation = 0; equation < equation_count_; ++equation) {
      int candidate = equation;
      while (!find_path(candidate)) candidate = differentiate(candidate);
    }
    std::vector<int> count;
    for (int equation = 0; equation < equation_count_; ++equation) {
      int times = 0;
      for (int e = derivative_equation_[at(equation)]; e != -1; e = derivative_equation_[at(e)]) {
        ++times;
      }
      count.push_back(times);
    }
    return count;
  }

 private:
  static std::size_t at(int node) { return static_cast<std::size_t>(node); }

  // x, x', …, up to the highest order in the system.
  void add_variables(const BipartiteGraph& signature) {
    std::vector<int> highest(signature.column_count(), 0);
    for (const Row row : signature.rows()) {
      for (std::size_t k = 0; k < signature.columns_of(row).size(); ++k) {
        int& order = highest[signature.columns_of(row)[k].index()];
        order = std::max(order, signature.weights_of(row)[k]);
      }
    }
    for (const int order : highest) {
      std::vector<int> nodes;
      for (int k = 0; k <= order; ++k) {
        nodes.push_back(add_variable());
        if (k > 0) derivative_variable_[at(nodes[at(k - 1)])] = nodes.back();
      }
      node_of_.push_back(nodes);
    }
  }

  int add_variable() {
    derivative_variable_.push_back(-1);
    assigned_.push_back(-1);
    return static_cast<int>(derivative_variable_.size()) - 1;
  }

  int add_equation(std::vector<int> incident) {
    incident_.push_back(std::move(incident));
    derivative_equation_.push_back(-1);
    return static_cast<int>(incident_.size()) - 1;
  }

  bool find_path(int equation) {
    coloured_equation_.assign(incident_.size(), false);
    coloured_variable_.assign(assigned_.size(), false);
    return augment(equation);
  }

  // Only the highest derivatives take part.
  bool augment(int equation) {
    coloured_equation_[at(equation)] = true;
    for (const int variable : incident_[at(equation)]) {
      if (derivative_variable_[at(variable)] != -1 || assigned_[at(variable)] != -1) continue;
      assigned_[at(variable)] = equation;
      return true;
    }
    for (const int variable : incident_[at(equation)]) {
      if (derivative_variable_[at(variable)] != -1 || coloured_variable_[at(variable)]) continue;
      coloured_variable_[at(variable)] = true;
      if (augment(assigned_[at(variable)])) {
        assigned_[at(variable)] = equation;
        return true;
      }
    }
    return false;
  }

  // Differentiates what is coloured; returns the derivative of `candidate`.
  int differentiate(int candidate) {
    const std::size_t variables = coloured_variable_.size();
    const std::size_t equations = coloured_equation_.size();
    for (std::size_t v = 0; v < variables; ++v) {
      if (!coloured_variable_[v]) continue;
      const int created = add_variable();
      derivative_variable_[v] = created;
    }
    for (std::size_t e = 0; e < equations; ++e) {
      if (!coloured_equation_[e]) continue;
      std::vector<int> incident = incident_[e];
      for (const int variable : incident_[e]) {
        incident.push_back(derivative_variable_[at(variable)]);
      }
      const int created = add_equation(incident);
      derivative_equation_[e] = created;
    }
    for (std::size_t v = 0; v < variables; ++v) {
      if (!coloured_variable_[v]) continue;
      assigned_[at(derivative_variable_[v])] = derivative_equation_[at(assigned_[v])];
    }
    return derivative_equation_[at(candidate)];
  }

  int equation_count_;
  std::vector<std::vector<int>> node_of_;  // by column and order
  std::vector<int> derivative_variable_, assigned_;
  std::vector<std::vector<int>> incident_;
  std::vector<int> derivative_equation_;
  std::vector<bool> coloured_equation_, coloured_variable_;
};

}  // namespace saltus::testing
