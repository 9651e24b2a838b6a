#include "saltus/runtime/simulate/valuation_search.h"

#include <algorithm>

namespace saltus {

namespace {

constexpr std::size_t kMostTried = 4096;
// Among more options than this, nearest first would take too long: requests are followed.
constexpr std::size_t kMostOptionsByDistance = 8;

// False if it is there already.
bool insert(std::vector<Flip>& flips, const Flip& flip) {
  const auto position = std::lower_bound(flips.begin(), flips.end(), flip);
  if (position != flips.end() && *position == flip) return false;
  flips.insert(position, flip);
  return true;
}

void remove(std::vector<Flip>& flips, std::uint32_t surface) {
  std::erase_if(flips, [&](const Flip& flip) { return flip.first == surface; });
}

bool has_one_side_each(const std::vector<Flip>& flips) {
  return std::adjacent_find(flips.begin(), flips.end(), [](const Flip& a, const Flip& b) {
           return a.first == b.first;
         }) == flips.end();
}

}  // namespace

void ValuationSearch::add_request(std::uint32_t surface, Side base, Side wanted) {
  if (!has_requests_) wanted_ = flips_;
  has_requests_ = true;
  remove(wanted_, surface);
  if (wanted == base) return;
  insert(wanted_, {surface, wanted});
  add_flip({surface, wanted});
}

void ValuationSearch::add_option(std::uint32_t surface, Side base) {
  for (const Side side : {Side::negative, Side::positive}) {
    if (side != base) add_flip({surface, side});
  }
}

// With another option there are new subsets of every size.
void ValuationSearch::add_flip(const Flip& flip) {
  if (!insert(options_, flip)) return;
  size_ = 1;
  is_chosen_.clear();
}

bool ValuationSearch::take(std::vector<Flip> flips) {
  is_requested_ = has_requests_ && flips == wanted_;
  tried_.insert(flips);
  flips_ = std::move(flips);
  has_requests_ = false;
  return true;
}

// The next choice of `size_` options, in lexicographic order.
bool ValuationSearch::choose_next() {
  if (!is_chosen_.empty()) return std::prev_permutation(is_chosen_.begin(), is_chosen_.end());
  is_chosen_.assign(options_.size(), false);
  std::fill_n(is_chosen_.begin(), size_, true);
  return true;
}

// Goes on where the last search ended: all that comes before was tried. Among valuations at
// one distance the one that was asked for is the first.
bool ValuationSearch::take_nearest(std::size_t largest_size) {
  for (; size_ <= largest_size; ++size_, is_chosen_.clear()) {
    if (has_requests_ && wanted_.size() == size_ && is_new(wanted_)) return take(wanted_);
    while (choose_next()) {
      std::vector<Flip> flips;
      for (std::size_t i = 0; i < options_.size(); ++i) {
        if (is_chosen_[i]) flips.push_back(options_[i]);
      }
      if (has_one_side_each(flips) && is_new(flips)) return take(std::move(flips));
    }
  }
  has_requests_ = false;
  return false;
}

bool ValuationSearch::is_cut_off() const { return tried_.size() >= kMostTried; }

bool ValuationSearch::next() {
  if (tried_.size() >= kMostTried) return false;
  const bool follows_requests =
      order_ == Order::requests_first || options_.size() > kMostOptionsByDistance;
  if (follows_requests && has_requests_ && is_new(wanted_)) return take(wanted_);
  return take_nearest(options_.size());
}

bool ValuationSearch::next_as_near() {
  has_requests_ = false;
  return take_nearest(flips_.size());
}

}  // namespace saltus
