#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "saltus/compiler/multilinear/sparse_matrix.h"
#include "saltus/foundation/base/result.h"
#include "saltus/foundation/expr/expr_pool.h"

namespace saltus {

// coefficient * prod_i (1 - |s_i| + s_i v_i); factors with increasing signals, s_i neither 0 nor
// -1.
struct MultilinearTerm {
  double coefficient;
  std::vector<MatrixEntry> factors;
};
using MultilinearForm = std::vector<MultilinearTerm>;  // their sum; no two with equal factors

// Why an expression has no form: the smallest part at fault.
struct NotMultilinear {
  ExprId part;
  std::string reason;  // "`x1` is multiplied by itself"
  std::string help;    // may be empty
};

// What the leaves of an expression are.
struct SignalTable {
  // The signal of a variable's derivative of that order, nothing if it has none.
  std::function<std::optional<std::uint32_t>(VariableId, int order)> signal;
  std::function<bool(std::uint32_t signal)> is_binary;
  std::function<std::string(std::uint32_t signal)> name;
  std::function<double(ParameterId)> parameter;
};

// Writes expressions of one pool as sums of products of factors with one signal each.
class MultilinearFormFinder {
 public:
  MultilinearFormFinder(const ExprPool& pool, SignalTable signals);
  Result<MultilinearForm, NotMultilinear> find(ExprId root);

 private:
  struct Part {
    ExprId expr;
    bool is_negative;
  };

  bool is_done(ExprId id) const { return forms_[id.index()].has_value(); }
  const MultilinearForm& form_of(ExprId id) const { return *forms_[id.index()]; }

  std::optional<std::vector<Part>> parts_of(ExprId id) const;
  bool finish(ExprId id, const std::vector<Part>& parts);
  bool finish_sum(ExprId id, const std::vector<Part>& parts);
  bool finish_product(ExprId id, const std::vector<Part>& parts);
  bool finish_quotient(ExprId id);
  bool finish_power(ExprId id);
  bool finish_function(ExprId id);
  bool finish_leaf(ExprId id);
  std::optional<MultilinearTerm> normalised_factor(ExprId id) const;
  std::optional<double> constant_value(ExprId id) const;

  std::optional<MultilinearForm> product(ExprId blamed, const MultilinearForm& left,
                                         const MultilinearForm& right);
  std::optional<MultilinearTerm> product(ExprId blamed, const MultilinearTerm& left,
                                         const MultilinearTerm& right);
  bool keep(ExprId id, MultilinearForm form);
  bool fail(ExprId id, std::string reason, std::string help = "");

  const ExprPool& pool_;
  SignalTable signals_;
  std::vector<std::optional<MultilinearForm>> forms_;
  std::optional<NotMultilinear> fault_;
};

}  // namespace saltus
