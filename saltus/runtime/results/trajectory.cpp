#include "saltus/runtime/results/trajectory.h"

namespace saltus {

void replay(const Trajectory& trajectory, ResultSink& sink) {
  sink.begin(trajectory.columns());
  for (std::size_t row = 0; row < trajectory.row_count(); ++row) {
    sink.add_row({trajectory.time(row), trajectory.row(row)});
  }
}

}  // namespace saltus
