#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace saltus {

// Notices that the events of one surface accumulate. What goes to and fro need not take the same
// time in both directions; so every other interval counts: if d_n / d_(n-2) is a steady ratio
// r < 1, the events end at  t + (d_(n-1) + d_n) r/(1 - r).
class ZenoWatch {
 public:
  explicit ZenoWatch(std::size_t surfaces) : watched_(surfaces) {}

  // The time at which the events accumulate, once it is so near that nothing can be
  // told apart any more. `elapsed`: how long the run has lasted.
  std::optional<double> note(std::uint32_t surface, double time, double elapsed);
  // Where the events of this surface tend to, however far that is; nothing if they do not.
  std::optional<double> accumulation(std::uint32_t surface) const;
  // When its last event but two was: what happens again and again has happened since then.
  double last_cycle(std::uint32_t surface) const {
    const Watched& watched = watched_[surface];
    return watched.time - watched.direction * (watched.interval + watched.previous_interval);
  }
  // Its events begin anew.
  void forget(std::uint32_t surface) { watched_[surface] = {}; }
  // Called once per event: have a thousand of them come so close together that time
  // hardly passes, whatever their surfaces and intervals?
  bool is_crowded(double time, double elapsed);

 private:
  struct Watched {
    double time = 0.0;
    double interval = 0.0, previous_interval = 0.0;
    double ratio = 0.0;
    double direction = 1.0;
    int events = 0;
    int steady = 0;  // how often the ratio has been the same
  };
  std::vector<Watched> watched_;
  double crowd_began_ = 0.0;
  int crowd_ = 0;
};

}  // namespace saltus
