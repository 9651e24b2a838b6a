#include "saltus/api/run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "saltus/api/mode_faults.h"
#include "saltus/driver/explain_end.h"
#include "saltus/driver/output_columns.h"
#include "saltus/foundation/base/check.h"
#include "saltus/foundation/diagnostics/render_text.h"
#include "saltus/runtime/simulate/run_loop.h"

namespace saltus {

std::string RunFailure::text() const { return render_text(diagnostics, source); }

// At a fixed place: the loop refers to everything else.
struct Run::Content {
  Content(std::shared_ptr<const Model> of, SimulationOptions asked)
      : model(std::move(of)), compiled(model->executable().model), options(std::move(asked)) {
    if (!compiled) return;
    columns = output_columns(*compiled, options);
    modes.emplace(*compiled->modes);
    loop.emplace(RunSetting{.model = compiled->executable,
                            .source = *modes,
                            .guess = compiled->guess,
                            .columns = columns,
                            .options = options,
                            .sink = sinks});
  }

  const std::shared_ptr<const Model> model;
  const std::shared_ptr<const CompiledModel> compiled;  // nothing if it cannot be run
  const SimulationOptions options;
  std::vector<OutputColumn> columns;
  SinkList sinks;
  std::optional<LibraryModes> modes;
  std::optional<RunLoop> loop;
  bool has_started = false;
  std::optional<RunResult> result;  // after finish()
  Diagnostics diagnostics;
};

Run::Run(std::shared_ptr<const Model> model, SimulationOptions options)
    : content_(std::make_unique<Content>(std::move(model), std::move(options))) {}
Run::~Run() = default;
Run::Run(Run&&) noexcept = default;
Run& Run::operator=(Run&&) noexcept = default;

void Run::add_sink(ResultSink& sink) {
  SALTUS_CHECK(!content_->has_started);
  content_->sinks.add(sink);
}

std::optional<RunFailure> Run::start() {
  Content& content = *content_;
  SALTUS_CHECK(!content.has_started);
  content.has_started = true;
  const SourceText& source = content.model->source();
  if (!content.loop) return RunFailure{source, content.model->executable().diagnostics};
  content.loop->start();
  if (!content.loop->has_ended()) return std::nullopt;
  finish();
  return RunFailure{source, content.diagnostics};
}

std::optional<VariableId> Run::variable(std::string_view name) const {
  const FlatSystem& system = content_->model->flat();
  for (const VariableId id : system.variables.ids()) {
    if (system.variables[id].name == name) return id;
  }
  return std::nullopt;
}

double Run::time() const {
  return content_->loop ? content_->loop->time() : content_->options.start_time;
}

double Run::value(VariableId variable, int order) {
  SALTUS_CHECK(content_->has_started && content_->loop);
  return content_->loop->value(variable, order);
}

bool Run::set_input(VariableId input, double value) {
  if (!content_->loop || !std::isfinite(value)) return false;
  const auto& inputs = content_->compiled->executable.inputs;
  if (std::find(inputs.begin(), inputs.end(), input) == inputs.end()) return false;
  const ValueType type = content_->compiled->system.variables[input].type;
  if (type == ValueType::boolean && value != 0.0 && value != 1.0) return false;
  if (type == ValueType::integer && value != std::floor(value)) return false;
  content_->loop->set_input(input, value);
  return true;
}

void Run::advance_to(double time) {
  SALTUS_CHECK(content_->has_started && !content_->result);
  if (!is_finished()) content_->loop->advance_to(time);
}

void Run::advance_to_event() {
  SALTUS_CHECK(content_->has_started && !content_->result);
  if (!is_finished()) content_->loop->advance_to_event();
}

struct RunSnapshot::Content {
  const void* run;
  RunLoop::Snapshot loop;
  Memento<LibraryModes> modes;
};

RunSnapshot Run::snapshot() const {
  SALTUS_CHECK(content_->has_started && content_->loop && !content_->result);
  RunSnapshot snapshot;
  snapshot.content_ = std::make_shared<const RunSnapshot::Content>(RunSnapshot::Content{
      content_.get(), content_->loop->snapshot(), Memento<LibraryModes>(*content_->modes)});
  return snapshot;
}

void Run::restore(const RunSnapshot& snapshot) {
  SALTUS_CHECK(snapshot.content_ != nullptr && snapshot.content_->run == content_.get());
  SALTUS_CHECK(!content_->result);
  snapshot.content_->modes.restore(*content_->modes);
  content_->loop->restore(snapshot.content_->loop);
}

bool Run::is_finished() const { return !content_->loop || content_->loop->has_ended(); }

const RunResult& Run::finish() {
  Content& content = *content_;
  SALTUS_CHECK(content.has_started && content.loop);
  if (!content.result) {
    content.result = content.loop->finish();
    const ExplainContext context{
        .faults = content.modes->faults(),
        .reasons = [&](const auto& mode) { return faults_of_mode(*content.model, mode); }};
    explain_end(*content.compiled, context, *content.result, content.diagnostics);
  }
  return *content.result;
}

const Diagnostics& Run::diagnostics() const { return content_->diagnostics; }

}  // namespace saltus
