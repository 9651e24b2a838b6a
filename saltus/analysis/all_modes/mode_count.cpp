#include "saltus/analysis/all_modes/mode_count.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace saltus {
namespace {

__extension__ using Wide = unsigned __int128;
constexpr std::size_t limb_bits = 64;

// Divides in place, gives the remainder.
std::uint64_t divide(std::vector<std::uint64_t>& limbs, std::uint64_t divisor) {
  Wide rest = 0;
  for (std::size_t k = limbs.size(); k-- > 0;) {
    const Wide dividend = rest << limb_bits | limbs[k];
    limbs[k] = static_cast<std::uint64_t>(dividend / divisor);
    rest = dividend % divisor;
  }
  while (!limbs.empty() && limbs.back() == 0) limbs.pop_back();
  return static_cast<std::uint64_t>(rest);
}

}  // namespace

void ModeCount::trim() {
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

ModeCount& ModeCount::operator+=(const ModeCount& other) {
  if (limbs_.size() < other.limbs_.size()) limbs_.resize(other.limbs_.size(), 0);
  std::uint64_t carry = 0;
  for (std::size_t k = 0; k < limbs_.size(); ++k) {
    if (k >= other.limbs_.size() && carry == 0) break;
    const Wide sum = Wide{limbs_[k]} + (k < other.limbs_.size() ? other.limbs_[k] : 0) + carry;
    limbs_[k] = static_cast<std::uint64_t>(sum);
    carry = static_cast<std::uint64_t>(sum >> limb_bits);
  }
  if (carry != 0) limbs_.push_back(carry);
  return *this;
}

ModeCount operator-(const ModeCount& a, const ModeCount& b) {
  ModeCount difference = a;
  std::uint64_t borrow = 0;
  for (std::size_t k = 0; k < difference.limbs_.size(); ++k) {
    const Wide subtracted = Wide{k < b.limbs_.size() ? b.limbs_[k] : 0} + borrow;
    borrow = subtracted > difference.limbs_[k] ? 1 : 0;
    difference.limbs_[k] = static_cast<std::uint64_t>(difference.limbs_[k] - subtracted);
  }
  difference.trim();
  return difference;
}

ModeCount& ModeCount::operator<<=(std::size_t bits) {
  if (limbs_.empty() || bits == 0) return *this;
  const std::size_t shift = bits % limb_bits;
  if (shift != 0) {
    std::uint64_t carry = 0;
    for (std::uint64_t& limb : limbs_) {
      const std::uint64_t next = limb >> (limb_bits - shift);
      limb = limb << shift | carry;
      carry = next;
    }
    if (carry != 0) limbs_.push_back(carry);
  }
  limbs_.insert(limbs_.begin(), bits / limb_bits, 0);
  return *this;
}

ModeCount operator*(const ModeCount& a, const ModeCount& b) {
  ModeCount product;
  product.limbs_.assign(a.limbs_.size() + b.limbs_.size(), 0);
  for (std::size_t i = 0; i < a.limbs_.size(); ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < b.limbs_.size(); ++j) {
      const Wide sum = Wide{a.limbs_[i]} * b.limbs_[j] + product.limbs_[i + j] + carry;
      product.limbs_[i + j] = static_cast<std::uint64_t>(sum);
      carry = static_cast<std::uint64_t>(sum >> limb_bits);
    }
    product.limbs_[i + b.limbs_.size()] = carry;
  }
  product.trim();
  return product;
}

void ModeCount::multiply_add(std::uint64_t factor, std::uint64_t addend) {
  std::uint64_t carry = addend;
  for (std::uint64_t& limb : limbs_) {
    const Wide sum = Wide{limb} * factor + carry;
    limb = static_cast<std::uint64_t>(sum);
    carry = static_cast<std::uint64_t>(sum >> limb_bits);
  }
  if (carry != 0) limbs_.push_back(carry);
  trim();
}

bool operator<(const ModeCount& a, const ModeCount& b) {
  if (a.limbs_.size() != b.limbs_.size()) return a.limbs_.size() < b.limbs_.size();
  return std::lexicographical_compare(a.limbs_.rbegin(), a.limbs_.rend(), b.limbs_.rbegin(),
                                      b.limbs_.rend());
}

std::string ModeCount::digits() const {
  constexpr std::uint64_t group = 1'000'000'000'000'000'000;
  std::vector<std::uint64_t> rest = limbs_;
  std::vector<std::uint64_t> groups;
  do {
    groups.push_back(divide(rest, group));
  } while (!rest.empty());
  std::string text = fmt::format("{}", groups.back());
  for (std::size_t k = groups.size() - 1; k-- > 0;) text += fmt::format("{:018}", groups[k]);
  return text;
}

std::string ModeCount::text() const {
  const std::string all = digits();
  constexpr std::size_t longest = 6;
  if (all.size() <= longest) return all;
  return fmt::format("{}.{}e{}", all.substr(0, 1), all.substr(1, 2), all.size() - 1);
}

double ModeCount::log10() const {
  if (limbs_.empty()) return -INFINITY;
  const std::string all = digits();
  constexpr std::size_t significant = 17;
  const std::string head = all.substr(0, significant);
  return std::log10(std::stod(head)) + static_cast<double>(all.size() - head.size());
}

}  // namespace saltus
