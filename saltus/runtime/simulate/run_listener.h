#pragma once

#include "saltus/runtime/simulate/attempt.h"
#include "saltus/runtime/simulate/outcome.h"

namespace saltus {

struct InstantEvent;

// What an instant tells the run of: changes as they are accepted, and what the author should
// know.
class RunListener {
 public:
  virtual ~RunListener() = default;
  struct AcceptedStep {
    const InstantEvent& event;
    Attempt& attempt;
    int valuations = 1;
    bool is_unique = true;
  };
  struct Effect {
    bool has_effect = false;
    int mode_changes = 0;
  };
  // Called while the attempt still stands at the accepted configuration.
  virtual Effect accepted(const AcceptedStep& step) = 0;
  // Whether that was remarked already.
  virtual bool knows(SurfaceRemarkKind kind, SurfaceId surface) const = 0;
  virtual void remark(SurfaceRemarkKind kind, SurfaceId surface) = 0;
  virtual void warn(const AssertionWarning& warning) = 0;
};

}  // namespace saltus
