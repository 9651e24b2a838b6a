#include "saltus/foundation/diagnostics/render_json.h"

#include <nlohmann/json.hpp>
#include <string_view>

#include "saltus/foundation/diagnostics/shortened.h"

namespace saltus {
namespace {

using Json = nlohmann::ordered_json;

std::string_view severity_name(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      return "note";
  }
  return "error";
}

void add_place(Json& object, SourceSpan span, const SourceText& source) {
  const SourceText::Position begin = source.position(span.begin);
  const SourceText::Position end = source.position(span.end);
  object["line"] = begin.line;
  object["column"] = begin.column;
  object["end_line"] = end.line;
  object["end_column"] = end.column;
}

Json render_label(SourceSpan span, const std::string& text, bool primary,
                  const SourceText& source) {
  Json object;
  object["primary"] = primary;
  object["text"] = text;
  add_place(object, span, source);
  return object;
}

Json render_labels(const Diagnostic& diagnostic, const SourceText& source) {
  Json labels = Json::array();
  if (!diagnostic.label.empty()) {
    labels.push_back(render_label(diagnostic.span, diagnostic.label, true, source));
  }
  for (const Label& label : diagnostic.labels) {
    labels.push_back(render_label(label.span, label.text, false, source));
  }
  return labels;
}

Json render_texts(const std::vector<std::string>& texts) {
  Json array = Json::array();
  for (const std::string& text : texts) array.push_back(shortened(text));
  return array;
}

Json render_diagnostic(const Diagnostic& diagnostic, const SourceText& source) {
  Json object;
  object["severity"] = severity_name(diagnostic.severity);
  object["code"] = diagnostic.code.name;
  object["title"] = diagnostic.code.title;
  object["message"] = shortened(diagnostic.message);
  object["file"] = source.name();
  add_place(object, diagnostic.span, source);
  object["labels"] = render_labels(diagnostic, source);
  object["notes"] = render_texts(diagnostic.notes);
  object["help"] = render_texts(diagnostic.help);
  return object;
}

}  // namespace

std::string render_json(const Diagnostics& diagnostics, const SourceText& source) {
  Json array = Json::array();
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    array.push_back(render_diagnostic(diagnostic, source));
  }
  // What only counts is a remark on the last that is shown.
  const std::string remainder = diagnostics.remainder();
  if (!remainder.empty()) array.back()["notes"].push_back(remainder);
  // Messages may quote a text that is not valid UTF-8.
  return array.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace saltus
