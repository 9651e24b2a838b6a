#include "saltus/analysis/all_modes/analyze_all_modes.h"

#include <algorithm>
#include <map>
#include <utility>

#include "saltus/analysis/all_modes/conditional_structure.h"
#include "saltus/analysis/all_modes/mode_cancellations.h"
#include "saltus/analysis/all_modes/mode_clusters.h"
#include "saltus/analysis/all_modes/mode_faults.h"
#include "saltus/analysis/all_modes/mode_sum.h"
#include "saltus/analysis/all_modes/shortest_formula.h"

namespace saltus {
namespace {

constexpr std::size_t most_faults = 8;
// The diagrams' own algorithms are recursive, one frame per guard.
constexpr std::size_t most_guards_of_a_cluster = 20'000;

int index_of(int largest_offset, bool has_algebraic) {
  return largest_offset + (has_algebraic ? 1 : 0);
}

// The modes of one cluster and what decides their index and degrees of freedom.
struct ClusterModes {
  ModeCount possible_count;
  ModeCount regular_count;
  ModeSet structurally_singular;
  ModeSet singular;  // also by dependent equations
  ModeSet regular;
  ModeSum degrees;               // sum d - sum c
  std::vector<ModeSet> offsets;  // by k: where some c is more than k
  ModeSet algebraic;             // where some d is 0
};

// Of degrees of freedom.
struct FreedomRange {
  int least, most;
};

class Analysis {
 public:
  Analysis(FlatSystem& system, const AllModesOptions& options)
      : system_(system),
        options_(options),
        rows_(find_rows(system)),
        neighbours_(find_neighbours(system, rows_)),
        logic_(system, neighbours_) {}

  std::optional<AllModes> run() {
    result_.equations = rows_.equations.size();
    result_.unknowns = rows_.unknowns.size();
    if (logic_.is_exhausted()) return std::nullopt;
    if (logic_.is_contradictory()) return result_;
    clusters_ = find_clusters(logic_, rows_, neighbours_);
    for (const ModeCluster& cluster : clusters_) {
      if (cluster.levels.size() > most_guards_of_a_cluster) return std::nullopt;
    }
    signature_ = conditional_signature(system_, rows_, logic_);
    structure_ = conditional_structure(signature_, logic_);
    if (logic_.is_exhausted()) return std::nullopt;
    for (const ModeCluster& cluster : clusters_) {
      const ModeSet singular = singular_modes(cluster);
      dependent_.push_back(resolve_in_modes(
          system_, rows_, logic_, cluster, logic_.without(cluster.possible, singular), structure_));
      modes_of_.push_back(analyze(cluster, singular, dependent_.back()));
    }
    count_modes_of_model();
    find_model_faults();
    find_dead_branches();
    describe_indices();
    if (logic_.is_exhausted()) return std::nullopt;
    return std::move(result_);
  }

 private:
  ModeSet singular_modes(const ModeCluster& cluster) const {
    std::vector<ModeSet> free;
    for (const Row row : cluster.rows) free.push_back(structure_.free_rows[row]);
    for (const Column column : cluster.columns) free.push_back(structure_.free_columns[column]);
    return union_of(std::move(free)) & cluster.possible;
  }

  ClusterModes analyze(const ModeCluster& cluster, const ModeSet& structurally_singular,
                       const std::vector<DependentModes>& dependent) const {
    ClusterModes modes;
    modes.structurally_singular = modes.singular = structurally_singular;
    for (const DependentModes& each : dependent) modes.singular |= each.modes;
    modes.regular = cluster.possible - modes.singular;
    modes.possible_count = count_modes(cluster.possible, cluster.levels);
    modes.regular_count = count_modes(modes.regular, cluster.levels);
    modes.degrees = degrees_of_freedom(cluster);
    modes.offsets = largest_offsets(cluster);
    modes.algebraic = has_algebraic(cluster);
    return modes;
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
    std::vector<std::vector<ModeSet>> sets;
    for (const Row row : cluster.rows) {
      const ConditionalNumber& c = structure_.equation_offset[row];
      sets.resize(std::max(sets.size(), static_cast<std::size_t>(c.largest())));
      for (int k = 1; k <= c.largest(); ++k) {
        sets[static_cast<std::size_t>(k) - 1].push_back(c.at_least(k));
      }
    }
    std::vector<ModeSet> at_least;
    for (std::vector<ModeSet>& each : sets) at_least.push_back(union_of(std::move(each)));
    return at_least;
  }

  ModeSet has_algebraic(const ModeCluster& cluster) const {
    std::vector<ModeSet> sets;
    for (const Column column : cluster.columns) {
      sets.push_back(structure_.variable_offset[column].equal(0));
    }
    return union_of(std::move(sets));
  }

  void count_modes_of_model() {
    ModeCount possible(1), regular(1);
    for (const ClusterModes& modes : modes_of_) {
      possible = possible * modes.possible_count;
      regular = regular * modes.regular_count;
    }
    result_.count = possible;
    result_.singular = possible - regular;
    if (regular.is_zero()) return;
    if (system_.guards.size() <= options_.most_guards_by_freedom) {
      count_by_freedom();
    } else {
      count_by_index();
    }
  }

  int largest_offset() const {
    std::size_t largest = 0;
    for (const ClusterModes& modes : modes_of_) largest = std::max(largest, modes.offsets.size());
    return static_cast<int>(largest);
  }

  // Regular modes of a cluster in which no c is more than `limit`.
  static ModeSet with_offsets_up_to(const ClusterModes& modes, int limit) {
    if (limit < 0) return ModeSet::none();
    const auto k = static_cast<std::size_t>(limit);
    return k < modes.offsets.size() ? modes.regular - modes.offsets[k] : modes.regular;
  }

  // "No c is more than k" and "no d is 0" hold of the model if they hold of each cluster: their
  // counts are products. Those of one index are differences of such.
  SumLayers layers_up_to(int limit, bool may_be_algebraic) const {
    SumLayers layers;
    for (std::size_t k = 0; k < clusters_.size() && !layers.is_empty; ++k) {
      const ClusterModes& modes = modes_of_[k];
      ModeSet counted = with_offsets_up_to(modes, limit);
      if (!may_be_algebraic) counted -= modes.algebraic;
      layers.append(modes.degrees.layers(counted, clusters_[k].levels));
    }
    return layers;
  }

  // By index, theory/all_modes.md (5): with F_k the modes in which no c is more than k, and G_k
  // those of them without d = 0, index i has G_i - G_(i-1) and (F - G)_(i-1) - (F - G)_(i-2).
  std::vector<SumCounts> counts_by_index() const {
    const int largest = largest_offset();
    std::vector<SumCounts> counts(static_cast<std::size_t>(largest) + 2);
    const auto take = [&](int index, const SumCounts& some, bool is_added) {
      if (index > largest + 1) return;
      SumCounts& of_index = counts[static_cast<std::size_t>(index)];
      is_added ? of_index.add(some) : of_index.subtract(some);
    };
    for (int k = 0; k <= largest; ++k) {
      const SumCounts all(layers_up_to(k, true)), without(layers_up_to(k, false));
      take(k, without, true);
      if (k < largest) take(k + 1, without, false);  // beyond, G_(k+1) = G_k
      take(k + 1, all, true);
      take(k + 1, without, false);
      take(k + 2, all, false);
      take(k + 2, without, true);
    }
    return counts;
  }

  void count_by_freedom() {
    const std::vector<SumCounts> counts = counts_by_index();
    for (std::size_t index = 0; index < counts.size(); ++index) {
      int degrees = counts[index].least();
      for (const ModeCount& count : counts[index].counts()) {
        if (!count.is_zero()) {
          result_.classes.push_back({static_cast<int>(index), degrees, degrees, count});
        }
        ++degrees;
      }
    }
  }

  void count_by_index() {
    for (const auto& [index, range] : freedom_by_index()) {
      const ModeCount count = (count_up_to(index, false) - count_up_to(index - 1, false)) +
                              (count_algebraic(index - 1) - count_algebraic(index - 2));
      result_.classes.push_back({index, range.least, range.most, count});
    }
  }

  // G_k or F_k.
  ModeCount count_up_to(int limit, bool may_be_algebraic) const {
    ModeCount count(1);
    for (std::size_t k = 0; k < clusters_.size(); ++k) {
      ModeSet counted = with_offsets_up_to(modes_of_[k], limit);
      if (!may_be_algebraic) counted -= modes_of_[k].algebraic;
      if (counted.is_empty()) return ModeCount();
      count = count * count_modes(counted, clusters_[k].levels);
    }
    return count;
  }
  ModeCount count_algebraic(int limit) const {
    return count_up_to(limit, true) - count_up_to(limit, false);
  }

  std::map<int, FreedomRange> freedom_by_index() const {
    using Ranges = std::map<std::pair<int, bool>, FreedomRange>;  // by max c, and some d = 0
    const auto add = [](auto& ranges, auto key, FreedomRange range) {
      const auto [entry, is_new] = ranges.emplace(key, range);
      if (is_new) return;
      entry->second = {std::min(entry->second.least, range.least),
                       std::max(entry->second.most, range.most)};
    };
    Ranges total = {{{0, false}, {0, 0}}};
    for (std::size_t k = 0; k < clusters_.size(); ++k) {
      const ClusterModes& modes = modes_of_[k];
      Ranges next;
      for (int c = 0; c <= static_cast<int>(modes.offsets.size()); ++c) {
        const ModeSet here = with_offsets_up_to(modes, c) - with_offsets_up_to(modes, c - 1);
        for (const bool algebraic : {false, true}) {
          const ModeSet set = algebraic ? here & modes.algebraic : here - modes.algebraic;
          if (set.is_empty()) continue;
          const SumLayers own = modes.degrees.layers(set, clusters_[k].levels);
          for (const auto& [key, range] : total) {
            add(next, std::pair(std::max(key.first, c), key.second || algebraic),
                FreedomRange{range.least + own.least, range.most + own.most});
          }
        }
      }
      total = std::move(next);
    }
    std::map<int, FreedomRange> by_index;
    for (const auto& [key, range] : total) add(by_index, index_of(key.first, key.second), range);
    return by_index;
  }

  // The number of modes of the whole model in which a cluster is in one of `modes`.
  ModeCount count_in_model(std::size_t cluster, const ModeSet& modes) const {
    ModeCount count = count_modes(modes & clusters_[cluster].possible, clusters_[cluster].levels);
    for (std::size_t other = 0; other < clusters_.size(); ++other) {
      if (other != cluster) count = count * modes_of_[other].possible_count;
    }
    return count;
  }

  void find_model_faults() {
    for (std::size_t cluster = 0; cluster < clusters_.size(); ++cluster) {
      for (const DependentModes& each : dependent_[cluster]) {
        ModeFault fault;
        fault.kind = FaultKind::dependent;
        fault.modes = where(cluster, each.modes);
        fault.too_many = each.equations;
        result_.faults.push_back(std::move(fault));
      }
      if (modes_of_[cluster].structurally_singular.is_empty()) continue;
      const std::size_t room =
          result_.faults.size() < most_faults ? most_faults - result_.faults.size() : 0;
      const FaultList list =
          find_faults(system_, signature_, structure_, logic_, clusters_[cluster],
                      modes_of_[cluster].structurally_singular, room);
      for (const StructuralFault& fault : list.faults) add_fault(cluster, fault);
      if (!list.left.is_empty()) result_.unexplained += count_in_model(cluster, list.left);
    }
  }

  void add_fault(std::size_t cluster, const StructuralFault& found) {
    ModeFault fault;
    fault.kind = found.kind;
    fault.modes = where(cluster, found.modes);
    fault.too_many = equations_of(found.too_many);
    fault.determined = unknowns_of(found.determined);
    fault.undetermined = unknowns_of(found.undetermined);
    fault.sharing = equations_of(found.sharing);
    fault.hold_together = found.hold_together;
    fault.suspects = equations_of(found.suspects);
    fault.elsewhere = equations_of(found.elsewhere);
    if (found.kind == FaultKind::misplaced) fault.misplaced = where(cluster, found.misplaced);
    result_.faults.push_back(std::move(fault));
  }

  ModesWhere where(std::size_t cluster, const ModeSet& modes) const {
    return {count_in_model(cluster, modes), shortest_formula(system_, logic_, modes)};
  }
  std::vector<EquationId> equations_of(const std::vector<Row>& rows) const {
    std::vector<EquationId> equations;
    for (const Row row : rows) equations.push_back(rows_.equations[row]);
    return equations;
  }
  std::vector<VariableId> unknowns_of(const std::vector<Column>& columns) const {
    std::vector<VariableId> unknowns;
    for (const Column column : columns) unknowns.push_back(rows_.unknowns[column]);
    return unknowns;
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
        regular &= modes_of_[k].regular;
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
  const AllModesOptions& options_;
  ModelRows rows_;
  std::vector<std::vector<std::uint32_t>> neighbours_;
  GuardLogic logic_;
  std::vector<ModeCluster> clusters_;
  ConditionalSignature signature_;
  ConditionalStructure structure_;
  std::vector<ClusterModes> modes_of_;                  // by cluster
  std::vector<std::vector<DependentModes>> dependent_;  // by cluster
  AllModes result_;
};

}  // namespace

std::optional<AllModes> analyze_all_modes(FlatSystem& system, const AllModesOptions& options) {
  return Analysis(system, options).run();
}

}  // namespace saltus
