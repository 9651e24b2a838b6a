#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "saltus/runtime/simulate/attempt.h"

namespace saltus {

// In a configuration that is consistent: what holds on surfaces where the motion stays, if more
// than one reading leads to the same motion.
class SurfacesAtZero {
 public:
  // `try_configuration`: evaluates one, and says whether it is consistent.
  using Try = std::function<bool(const Configuration&)>;
  SurfacesAtZero(const RunState& run, Attempt& attempt, Try try_configuration)
      : run_(run), attempt_(attempt), try_(std::move(try_configuration)) {}

  // The attempt stands at `found`, before and afterwards.
  void prefer_what_is_written(Configuration& found);
  void find_redundant(Configuration& found);

 private:
  std::vector<double> shares_of(std::uint32_t component) const;
  std::vector<double> values_of(std::uint32_t component) const;
  bool are_same(const std::vector<double>& a, const std::vector<double>& b,
                std::uint32_t component) const;

  const RunState& run_;
  Attempt& attempt_;
  Try try_;
};

}  // namespace saltus
