#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "saltus/runtime/events/first_crossing.h"

namespace saltus {

// A surface on another side than the one on which the search began.
using Flip = std::pair<std::uint32_t, Side>;

// Guards may depend on what they guard (semantics 4): which sides of the surfaces agree
// with the mode that they select has to be tried. Valuations come in the order of their
// Hamming distance, over the surfaces that turned out to matter.
class ValuationSearch {
 public:
  // Nothing is known at the start of a run: there the sides that the last attempt asked
  // for are taken at once, however many they are.
  enum class Order : std::uint8_t { nearest_first, requests_first };
  explicit ValuationSearch(Order order) : order_(order) {}

  // A surface that the last attempt wants on another side. `base`: where the search began.
  void add_request(std::uint32_t surface, Side base, Side wanted);
  // A surface that may have to be elsewhere, though nobody asked for it.
  void add_option(std::uint32_t surface, Side base);

  // Moves to the next valuation that was not tried. False when there is none.
  bool next();
  // The same, not farther away than the present one.
  bool next_as_near();

  // Whether the present one is what the last attempt asked for.
  bool is_requested() const { return is_requested_; }
  // Whether it was ended by its bound.
  bool is_cut_off() const;

  const std::vector<Flip>& flips() const { return flips_; }
  void return_to(std::vector<Flip> flips) { flips_ = std::move(flips); }
  std::size_t option_count() const { return options_.size(); }
  int attempts() const { return static_cast<int>(tried_.size()); }

 private:
  bool is_new(const std::vector<Flip>& flips) const { return !tried_.contains(flips); }
  void add_flip(const Flip& flip);
  bool take(std::vector<Flip> flips);
  bool choose_next();
  bool take_nearest(std::size_t largest_size);

  Order order_;
  std::vector<Flip> flips_;
  std::vector<Flip> wanted_;  // flips_ with the requests of the last attempt
  bool has_requests_ = false;
  bool is_requested_ = false;
  std::vector<Flip> options_;    // ascending
  std::size_t size_ = 1;         // of the subsets of options that are next
  std::vector<bool> is_chosen_;  // the last one of them, per option; empty before the first
  std::set<std::vector<Flip>> tried_ = {{}};
};

}  // namespace saltus
