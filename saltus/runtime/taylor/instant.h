#pragma once

namespace saltus {

// A point in time to more than double precision: long runs of small steps do
// not drift.
class Instant {
 public:
  Instant() = default;
  explicit Instant(double time) : high_(time) {}
  double value() const { return high_; }
  Instant plus(double step) const;
  double minus(double time) const { return (high_ - time) + low_; }
  double minus(const Instant& other) const { return (high_ - other.high_) + (low_ - other.low_); }

 private:
  double high_ = 0.0;
  double low_ = 0.0;
};

}  // namespace saltus
