#pragma once

namespace saltus {

// While it lives, Ctrl-C and termination requests only leave a mark, so that a run can end in good
// order. The second one acts as usual.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  static bool was_interrupted();
};

}  // namespace saltus
