#include "saltus/runtime/taylor/instant.h"

namespace saltus {

Instant Instant::plus(double step) const {
  Instant sum;
  const double high = high_ + step;
  const double part = high - high_;
  const double low = low_ + ((high_ - (high - part)) + (step - part));
  sum.high_ = high + low;
  sum.low_ = low - (sum.high_ - high);
  return sum;
}

}  // namespace saltus
