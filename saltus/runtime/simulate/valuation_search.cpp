#include "saltus/runtime/simulate/valuation_search.h"

#include <algorithm>

namespace saltus {

namespace {

constexpr std::size_t kMostTried = 4096;
// Among more options than this, nearest first would take too long: wishes are followed.
constexpr std::size_t kMostOptionsByDistance = 8;

void insert(std::vector<Flip>& flips, const Flip& flip) {
  const auto position = std::lower_bound(flips.begin(), flips.end(), flip);
  if (position == flips.end() || *position != flip) flips.insert(position, flip);
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

void ValuationSearch::add_wish(std::uint32_t surface, Side base, Side wanted) {
  if (!has_wishes_) wanted_ = flips_;
  has_wishes_ = true;
  remove(wanted_, surface);
  if (wanted == base) return;
  insert(wanted_, {surface, wanted});
  insert(options_, {surface, wanted});
}

void ValuationSearch::add_option(std::uint32_t surface, Side base) {
  for (const Side side : {Side::negative, Side::positive}) {
    if (side != base) insert(options_, {surface, side});
  }
}

bool ValuationSearch::is_new(const std::vector<Flip>& flips) const {
  return std::find(tried_.begin(), tried_.end(), flips) == tried_.end();
}

bool ValuationSearch::take(std::vector<Flip> flips) {
  tried_.push_back(flips);
  flips_ = std::move(flips);
  has_wishes_ = false;
  return true;
}

// Subsets of this size in lexicographic order, but first the one that was asked for.
bool ValuationSearch::take_subset(std::size_t size) {
  if (has_wishes_ && wanted_.size() == size && is_new(wanted_)) return take(wanted_);
  std::vector<bool> is_chosen(options_.size(), false);
  std::fill_n(is_chosen.begin(), size, true);
  do {
    std::vector<Flip> flips;
    for (std::size_t i = 0; i < options_.size(); ++i) {
      if (is_chosen[i]) flips.push_back(options_[i]);
    }
    if (has_one_side_each(flips) && is_new(flips)) return take(std::move(flips));
  } while (std::prev_permutation(is_chosen.begin(), is_chosen.end()));
  return false;
}

bool ValuationSearch::next() {
  if (tried_.size() >= kMostTried) return false;
  const bool follows_wishes =
      order_ == Order::wishes_first || options_.size() > kMostOptionsByDistance;
  if (follows_wishes && has_wishes_ && is_new(wanted_)) return take(wanted_);
  for (std::size_t size = 1; size <= options_.size(); ++size) {
    if (take_subset(size)) return true;
  }
  has_wishes_ = false;
  return false;
}

bool ValuationSearch::next_as_near() {
  has_wishes_ = false;
  for (std::size_t size = 1; size <= flips_.size(); ++size) {
    if (take_subset(size)) return true;
  }
  return false;
}

}  // namespace saltus
