#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "saltus/runtime/events/first_crossing.h"
#include "saltus/runtime/taylor/event_functions.h"
#include "saltus/runtime/taylor/segment.h"
#include "saltus/runtime/taylor/step_outcome.h"

namespace saltus {

// The first place of a segment at which an event function leaves its side, which is an event, or
// from which a touch can be told from two crossings, where the step only ends.
class EventLocation {
 public:
  explicit EventLocation(const ExecutableMode& mode);

  struct Found {
    double at;  // distance in time from the begin, not negative
    bool is_event;
  };
  // The first crossing within `reach`, a distance in time; crossings() has all that happen then.
  // `held`: the sides of the event functions; those without a series are not looked at.
  std::optional<Found> find(const Segment& segment, EventFunctions& functions, double reach,
                            double direction, std::span<const Side> held);

  // Crossings that were found by other means.
  void clear() { crossings_.clear(); }
  void add(const SurfaceCrossing& crossing) { crossings_.push_back(crossing); }
  std::span<const SurfaceCrossing> crossings() const { return crossings_; }

 private:
  std::span<const double> oriented(std::span<const double> series, double direction);
  struct Search {
    double length;    // how far to look
    double together;  // what is one event
    double direction;
    double first;  // where the first crossing is; length if there is none
    std::optional<double> before_touch = {};
  };
  void find_functions(const Segment& segment, EventFunctions& functions, Search& search,
                      std::span<const Side> held);
  void find_function(const Segment& segment, EventFunctions& functions, Search& search,
                     std::uint32_t function, Side held);
  static void note_touch(Search& search, double at);
  void find_touch(const Segment& segment, const EventFunctions& functions, Search& search,
                  std::uint32_t function, Side held);

  const ExecutableMode& mode_;
  std::vector<double> oriented_;  // scratch: a polynomial in the direction of the run
  std::vector<double> lowered_;   // scratch: the same, less the accuracy
  std::vector<SurfaceCrossing> crossings_;
  std::vector<double> at_;  // parallel to crossings_ while they are searched
  CrossingSearch search_;
};

}  // namespace saltus
