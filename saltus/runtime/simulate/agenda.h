#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace saltus {

// What happens next, in the order of the run. Each item (a component, a clock, a
// surface that time crosses) has at most one entry; setting it again replaces it.
class Agenda {
 public:
  enum class Kind : std::uint8_t { failure, segment_end, crossing, clock, threshold };
  struct Entry {
    double time;
    Kind kind;
    std::uint32_t item;
    std::uint32_t version;
  };

  // Events come before mere ends of steps at the same time, and those before failures.
  struct Later {
    double direction;
    bool operator()(const Entry& a, const Entry& b) const {
      if (a.time != b.time) return (a.time - b.time) * direction > 0.0;
      if (a.kind != b.kind) return a.kind < b.kind;
      return a.item > b.item;
    }
  };

  Agenda(double direction, std::size_t items) : direction_(direction), versions_(items, 0) {}

  void set(std::uint32_t item, double time, Kind kind) {
    if (heap_.size() > 4 * versions_.size() + 16) forget_replaced();
    heap_.push_back({time, kind, item, ++versions_[item]});
    std::push_heap(heap_.begin(), heap_.end(), Later{direction_});
  }
  void remove(std::uint32_t item) { ++versions_[item]; }

  // The first entry, or nothing.
  const Entry* first() {
    while (!heap_.empty() && heap_.front().version != versions_[heap_.front().item]) drop();
    return heap_.empty() ? nullptr : &heap_.front();
  }
  // The time of the first event that is known now, or `none`.
  double first_event_time(double none) const {
    double first = none;
    for (const Entry& entry : heap_) {
      const bool is_event = entry.kind == Kind::threshold || entry.kind == Kind::clock ||
                            entry.kind == Kind::crossing;
      if (is_event && entry.version == versions_[entry.item] &&
          (entry.time - first) * direction_ < 0.0) {
        first = entry.time;
      }
    }
    return first;
  }
  void pop() {
    ++versions_[heap_.front().item];
    drop();
  }

 private:
  // What was replaced far in the future would stay until its time has come.
  void forget_replaced() {
    std::erase_if(heap_,
                  [&](const Entry& entry) { return entry.version != versions_[entry.item]; });
    std::make_heap(heap_.begin(), heap_.end(), Later{direction_});
  }
  void drop() {
    std::pop_heap(heap_.begin(), heap_.end(), Later{direction_});
    heap_.pop_back();
  }
  double direction_;
  std::vector<std::uint32_t> versions_;
  std::vector<Entry> heap_;
};

}  // namespace saltus
