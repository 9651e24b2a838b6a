#pragma once

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nonlinearsolver.h>

#include <memory>

#include "saltus/foundation/base/check.h"

namespace saltus::peers {

// SUNDIALS' objects, owned: freed in the reverse order of their declaration.
template <auto free_object>
struct Freer {
  template <class T>
  void operator()(T* object) const {
    free_object(object);
  }
};
using Vector = std::unique_ptr<_generic_N_Vector, Freer<N_VDestroy>>;
using Matrix = std::unique_ptr<_generic_SUNMatrix, Freer<SUNMatDestroy>>;
using LinearSolver = std::unique_ptr<_generic_SUNLinearSolver, Freer<SUNLinSolFree>>;
using NonlinearSolver = std::unique_ptr<_generic_SUNNonlinearSolver, Freer<SUNNonlinSolFree>>;

class Context {
 public:
  Context() { SALTUS_CHECK(SUNContext_Create(nullptr, &context_) == 0); }
  ~Context() { SUNContext_Free(&context_); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  operator SUNContext() const { return context_; }

 private:
  SUNContext context_ = nullptr;
};

}  // namespace saltus::peers
