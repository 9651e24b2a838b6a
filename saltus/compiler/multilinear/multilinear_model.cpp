#include "saltus/compiler/multilinear/multilinear_model.h"

#include "saltus/foundation/base/check.h"

namespace saltus {

std::string MultilinearModel::signal_name(std::size_t signal) const {
  SALTUS_CHECK(signal < signal_count());
  if (signal < first_x()) return "der(" + x[signal] + ")";
  if (signal < first_u()) return x[signal - first_x()];
  if (signal < first_y()) return u[signal - first_u()];
  if (signal < first_z()) return y[signal - first_y()];
  return z[signal - first_z()];
}

}  // namespace saltus
