#include "saltus/compiler/all_modes/analyze_all_modes.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "saltus/compiler/all_modes/conditional_structure.h"
#include "saltus/compiler/all_modes/mode_clusters.h"
#include "saltus/compiler/all_modes/mode_faults.h"
#include "saltus/compiler/all_modes/mode_sum.h"
#include "saltus/compiler/all_modes/shortest_formula.h"

namespace saltus {
namespace {

constexpr std::size_t most_faults = 8;
// The diagrams' own algorithms are recursive, one frame per guard.
constexpr std::size_t most_guards_of_a_cluster = 20'000;

// What decides index and degrees of freedom of a mode, and adds up over clusters:
// max c, whether some d is 0, sum d - sum c.
using Measures = std::tuple<int, bool, int>;
using MeasureCounts = std::map<Measures, ModeCount>;

int index_of(int largest_offset, bool has_algebraic) {
  return largest_offset + (has_algebraic ? 1 : 0);
}

MeasureCounts combined(const MeasureCounts& a, const MeasureCounts& b) {
  MeasureCounts result;
  for (const auto& [first, first_count] : a) {
    for (const auto& [second, second_count] : b) {
      const auto& [c, algebraic, freedom] = first;
      const Measures sum = {std::max(c, std::get<0>(second)), algebraic || std::get<1>(second),
                            freedom + std::get<2>(second)};
      result[sum] += first_count * second_count;
    }
  }
  return result;
}

// How the modes of one cluster are distributed.
struct ClusterModes {
  ModeCount possible;
  ModeCount regular;
  ModeSet singular;
  MeasureCounts measures;  // of regular ones
};

class Analysis {
 public:
  explicit Analysis(FlatSystem& system)
      : system_(system),
        rows_(find_rows(system)),
        neighbours_(find_neighbours(system, rows_)),
        logic_(system, neighbours_) {}

  std::optional<AllModes> run() {
    result_.equations = rows_.equations.size();
    result_.unknowns = rows_.unknowns.size();
    if (logic_.is_contradictory()) return result_;
    clusters_ = find_clusters(logic_, rows_, neighbours_);
    for (const ModeCluster& cluster : clusters_) {
      if (cluster.levels.size() > most_guards_of_a_cluster) return std::nullopt;
    }
    signature_ = conditional_signature(system_, rows_, logic_);
    structure_ = conditional_structure(signature_, logic_);
    if (logic_.is_exhausted()) return std::nullopt;
    for (const ModeCluster& cluster : clusters_) modes_of_.push_back(analyze(cluster));
    count_modes_of_model();
    find_model_faults();
    find_dead_branches();
    describe_indices();
    if (logic_.is_exhausted()) return std::nullopt;
    return std::move(result_);
  }

 private:
  ClusterModes analyze(const ModeCluster& cluster) const {
    ClusterModes modes;
    for (const Row row : cluster.rows) modes.singular |= structure_.free_rows[row];
    for (const Column column : cluster.columns) {
      modes.singular |= structure_.free_columns[column];
    }
    modes.singular &= cluster.possible;
    const ModeSet regular = cluster.possible - modes.singular;
    modes.possible = count_modes(cluster.possible, cluster.levels);
    modes.regular = count_modes(regular, cluster.levels);
    const ModeSum freedom = degrees_of_freedom(cluster);
    const std::vector<ModeSet> offsets = largest_offsets(cluster);
    const ModeSet algebraic = has_algebraic(cluster);
    ModeSet rest = regular;
    for (int c = static_cast<int>(offsets.size()); c >= 0; --c) {
      const ModeSet here = c == 0 ? rest : rest & offsets[static_cast<std::size_t>(c) - 1];
      add_measures(modes.measures, {c, true}, freedom, here & algebraic, cluster);
      add_measures(modes.measures, {c, false}, freedom, here - algebraic, cluster);
      rest -= here;
    }
    return modes;
  }

  static void add_measures(MeasureCounts& measures, std::pair<int, bool> offset_and_algebraic,
                           const ModeSum& freedom, const ModeSet& modes,
                           const ModeCluster& cluster) {
    const ModeSum::Histogram histogram = freedom.histogram(modes, cluster.levels);
    for (std::size_t k = 0; k < histogram.counts.size(); ++k) {
      if (histogram.counts[k].is_zero()) continue;
      measures[{offset_and_algebraic.first, offset_and_algebraic.second,
                histogram.first + static_cast<int>(k)}] += histogram.counts[k];
    }
  }

  // sum d - sum c, each number as the sum of "at least 1", "at least 2", …
  ModeSum degrees_of_freedom(const ModeCluster& cluster) const {
    std::vector<std::pair<ModeSet, int>> terms;
    const auto add = [&](const ConditionalNumber& number, int sign) {
      for (int k = 1; k <= number.largest(); ++k) terms.emplace_back(number.at_least(k), sign);
    };
    for (const Row row : cluster.rows) add(structure_.equation_offset[row], -1);
    for (const Column column : cluster.columns) add(structure_.variable_offset[column], 1);
    const auto first_level = [](const ModeSet& set) {
      return set.is_all() || set.is_empty() ? std::uint32_t{0xFFFFFFFF} : set.level();
    };
    std::stable_sort(terms.begin(), terms.end(), [&](const auto& a, const auto& b) {
      return first_level(a.first) > first_level(b.first);
    });
    ModeSum sum;
    for (const auto& [modes, sign] : terms) sum.add(modes, sign);
    return sum;
  }

  // By k: where some c is more than k.
  std::vector<ModeSet> largest_offsets(const ModeCluster& cluster) const {
    std::vector<ModeSet> at_least;
    for (const Row row : cluster.rows) {
      const ConditionalNumber& c = structure_.equation_offset[row];
      for (int k = 1; k <= c.largest(); ++k) {
        if (at_least.size() < static_cast<std::size_t>(k)) at_least.emplace_back();
        at_least[static_cast<std::size_t>(k) - 1] |= c.at_least(k);
      }
    }
    return at_least;
  }

  ModeSet has_algebraic(const ModeCluster& cluster) const {
    ModeSet modes;
    for (const Column column : cluster.columns) {
      modes |= structure_.variable_offset[column].equal(0);
    }
    return modes;
  }

  void count_modes_of_model() {
    MeasureCounts measures = {{{0, false, 0}, ModeCount(1)}};
    ModeCount possible(1), regular(1);
    for (const ClusterModes& modes : modes_of_) {
      measures = combined(measures, modes.measures);
      possible = possible * modes.possible;
      regular = regular * modes.regular;
    }
    result_.count = possible;
    result_.singular = possible - regular;
    std::map<std::pair<int, int>, ModeCount> classes;
    for (const auto& [measure, count] : measures) {
      const auto& [c, algebraic, freedom] = measure;
      classes[{index_of(c, algebraic), freedom}] += count;
    }
    for (const auto& [key, count] : classes) {
      result_.classes.push_back({key.first, key.second, count});
    }
  }

  // The number of modes of the whole model in which a cluster is in one of `modes`.
  ModeCount count_in_model(std::size_t cluster, const ModeSet& modes) const {
    ModeCount count = count_modes(modes & clusters_[cluster].possible, clusters_[cluster].levels);
    for (std::size_t other = 0; other < clusters_.size(); ++other) {
      if (other != cluster) count = count * modes_of_[other].possible;
    }
    return count;
  }

  void find_model_faults() {
    for (std::size_t cluster = 0; cluster < clusters_.size(); ++cluster) {
      if (modes_of_[cluster].singular.is_empty()) continue;
      const std::size_t room =
          result_.faults.size() < most_faults ? most_faults - result_.faults.size() : 0;
      const FaultList list =
          find_faults(signature_, logic_, clusters_[cluster], modes_of_[cluster].singular, room);
      for (const StructuralFault& fault : list.faults) add_fault(cluster, fault);
      if (!list.left.is_empty()) result_.unexplained += count_in_model(cluster, list.left);
    }
  }

  void add_fault(std::size_t cluster, const StructuralFault& found) {
    ModeFault fault;
    fault.modes = {count_in_model(cluster, found.modes),
                   shortest_formula(system_, logic_, found.modes)};
    for (const Row row : found.too_many) fault.too_many.push_back(rows_.equations[row]);
    for (const Row row : found.sharing) fault.sharing.push_back(rows_.equations[row]);
    for (const Column column : found.determined) {
      fault.determined.push_back(rows_.unknowns[column]);
    }
    for (const Column column : found.undetermined) {
      fault.undetermined.push_back(rows_.unknowns[column]);
    }
    result_.faults.push_back(std::move(fault));
  }

  void find_dead_branches() {
    for (const UnreachableBranch& branch : signature_.unreachable) {
      const ModeSet anywhere = logic_.possible(logic_.literal(branch.guard, branch.value));
      result_.dead_branches.push_back(
          {branch.span, branch.guard, branch.value, anywhere.is_empty()});
    }
  }

  void describe_indices() {
    std::map<int, ModeCount> counts;
    for (const ModeClass& each : result_.classes) counts[each.index] += each.count;
    const bool is_readable = counts.size() > 1 && system_.guards.size() <= 200;
    std::map<int, ModeSet> modes;
    ModeSet regular = ModeSet::all();
    if (is_readable) {
      for (std::size_t k = clusters_.size(); k-- > 0;) {
        regular &= clusters_[k].possible - modes_of_[k].singular;
      }
      modes = index_sets();
    }
    for (const auto& [index, count] : counts) {
      std::optional<ExprId> condition;
      if (counts.size() == 1 && result_.singular.is_zero()) condition = system_.pool.boolean(true);
      if (is_readable) condition = shortest_formula(system_, logic_, modes[index], regular);
      result_.indices.push_back({index, {count, condition}});
    }
  }

  std::map<int, ModeSet> index_sets() const {
    std::vector<ModeSet> offsets;
    ModeSet algebraic;
    for (const ModeCluster& cluster : clusters_) {
      const std::vector<ModeSet> own = largest_offsets(cluster);
      if (offsets.size() < own.size()) offsets.resize(own.size());
      for (std::size_t k = 0; k < own.size(); ++k) offsets[k] |= own[k];
      algebraic |= has_algebraic(cluster);
    }
    std::map<int, ModeSet> sets;
    ModeSet rest = ModeSet::all();
    for (int c = static_cast<int>(offsets.size()); c >= 0; --c) {
      const ModeSet here = c == 0 ? rest : rest & offsets[static_cast<std::size_t>(c) - 1];
      sets[index_of(c, true)] |= here & algebraic;
      sets[index_of(c, false)] |= here - algebraic;
      rest -= here;
    }
    return sets;
  }

  FlatSystem& system_;
  ModelRows rows_;
  std::vector<std::vector<std::uint32_t>> neighbours_;
  GuardLogic logic_;
  std::vector<ModeCluster> clusters_;
  ConditionalSignature signature_;
  ConditionalStructure structure_;
  std::vector<ClusterModes> modes_of_;  // by cluster
  AllModes result_;
};

}  // namespace

std::optional<AllModes> analyze_all_modes(FlatSystem& system) { return Analysis(system).run(); }

}  // namespace saltus
