#include "saltus/analysis/constructive/status.h"

namespace saltus {

void ShiftedTruth::set(int shift, Truth truth) {
  if (shift >= size()) truth_.resize(static_cast<std::size_t>(shift) + 1, Truth::irrelevant);
  truth_[static_cast<std::size_t>(shift)] = truth;
  while (!truth_.empty() && truth_.back() == Truth::irrelevant) truth_.pop_back();
}

}  // namespace saltus
