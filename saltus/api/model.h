#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "saltus/analysis/all_modes/all_modes.h"
#include "saltus/analysis/changes/change_table.h"
#include "saltus/analysis/constructive/constructive_graph.h"
#include "saltus/analysis/constructive/find_resets.h"
#include "saltus/api/cached.h"
#include "saltus/driver/compile.h"
#include "saltus/driver/read_inputs.h"
#include "saltus/foundation/base/result.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

struct ModelOptions {
  std::vector<std::pair<std::string, std::string>> parameters = {};  // name and value, as --set
  InputTexts inputs = {};                                            // as --input
  // Inputs that runs set (Run::set_input). Until they do, an input has its start value, or 0.
  std::vector<std::string> open_inputs = {};
};

// Why there is no product: what is wrong, and the text in which it is.
struct LoadFailure {
  SourceText source;
  Diagnostics diagnostics;
  std::string text() const;  // as the command line shows it
};

// The products of analyses. Each has a flat system of its own: expressions in a product are in the
// pool of that one.
struct ModelCheck {
  struct Valuations {
    FlatSystem system;  // with binary unknowns as guards
    AllModes modes;
  };
  FlatSystem system;
  std::optional<AnalyzedMode> first_mode;  // nothing if it is singular
  std::optional<AllModes> modes;           // nothing if they are too entangled
  std::optional<Valuations> valuations;    // of guards and binary unknowns, if there are some
  Diagnostics diagnostics;
  bool is_ok() const { return !diagnostics.has_errors(); }
};

// The runs of S0 (theory/constructive_semantics.md), a graph per component.
struct ModelGraphs {
  FlatSystem system;  // with binary unknowns as guards, branches split
  std::optional<HybridSystem> hybrid;
  std::optional<Mode> first;
  std::optional<std::vector<ConstructiveGraph>> graphs;  // nothing if the model is at fault
  Diagnostics diagnostics;
};

struct ModelResets {
  FlatSystem system;
  std::vector<GraphResets> resets;  // as those of graphs()
};

struct ModelChanges {
  FlatSystem system;
  ChangeChoice choice;
  std::optional<ChangeTable> table;  // nothing if the model is at fault
  Diagnostics diagnostics;
};

// Which changes of mode: `from` and `to` are formulas of guards, `engaged and not (x > 1)`; an
// empty one is every mode.
struct ChangeQuery {
  std::string from, to;
  bool is_strict = false;  // a new state needs a value
};

struct ExecutableResult {
  std::shared_ptr<const CompiledModel> model;  // nothing if it cannot be run
  Diagnostics diagnostics;
};

struct ParameterInfo {
  std::string name, unit, description;
  ValueType type;
  double value;
  bool can_change;     // neither a constant nor final
  bool is_structural;  // another value means another flat system
};

// A model: text, flat system, analyses. It never changes, and any number of threads may use it at
// the same time; what is computed on demand is computed once.
class Model {
 public:
  using Loaded = Result<std::shared_ptr<const Model>, LoadFailure>;

  // The model `name` of a file, the last one if no name is given: parsed, its names and types
  // checked, flattened.
  static Loaded load(const std::string& file, const std::string& name = "",
                     const ModelOptions& options = {});
  static Loaded from_text(SourceText source, const std::string& name = "",
                          const ModelOptions& options = {});
  // For callers that have flattened a text themselves.
  Model(SourceText source, CompileOptions options, FlatSystem flat, Diagnostics warnings);

  const std::string& name() const { return flat_.name; }
  const SourceText& source() const { return source_; }
  const FlatSystem& flat() const { return flat_; }
  const Diagnostics& warnings() const { return warnings_; }  // of loading
  std::vector<ParameterInfo> parameters() const;

  // The same model with other values of parameters. Only if a structural parameter changes is the
  // text compiled again. The results of runs are the same, bit for bit, as of a model that was
  // loaded with these values.
  Loaded with_parameters(const std::vector<std::pair<std::string, double>>& values) const;

  // Analyses: computed when they are first asked for, then kept.
  const ModelCheck& check() const;             // saltus check
  const ModelGraphs& graphs() const;           // saltus graph
  const ModelResets& resets() const;           // saltus explain resets; of graphs() that exist
  const ModelChanges& changes() const;         // saltus explain changes
  const ExecutableResult& executable() const;  // what runs are made of
  // Other changes than all that one crossing causes; not kept. Fails if a formula is wrong.
  Result<ModelChanges, LoadFailure> find_changes(const ChangeQuery& query) const;

 private:
  ModelGraphs begin_graphs() const;

  SourceText source_;
  CompileOptions options_;
  FlatSystem flat_;
  Diagnostics warnings_;
  Cached<ModelCheck> check_;
  Cached<ModelGraphs> graphs_;
  Cached<ModelResets> resets_;
  Cached<ModelChanges> changes_;
  Cached<ExecutableResult> executable_;
};

// How many binary unknowns a system has.
std::size_t count_binaries(const FlatSystem& system);

}  // namespace saltus
