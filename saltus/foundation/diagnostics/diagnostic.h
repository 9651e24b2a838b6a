#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "saltus/foundation/diagnostics/codes.h"
#include "saltus/foundation/diagnostics/source_span.h"

namespace saltus {

enum class Severity { error, warning, note };

// A further place in the text, with what it has to do with the message.
struct Label {
  SourceSpan span;
  std::string text;
};

// What is wrong, where, and what to do: the only way in which faults of a model are reported.
struct Diagnostic {
  Severity severity;
  Code code;
  SourceSpan span;
  std::string message;
  std::string label;               // under the primary span, may be empty
  std::vector<Label> labels;       // secondary spans
  std::vector<std::string> notes;  // "= …" lines: facts
  std::vector<std::string> help;   // "= help: …" lines: advice

  Diagnostic& mark(std::string text) {
    label = std::move(text);
    return *this;
  }
  Diagnostic& also(SourceSpan where, std::string text) {
    labels.push_back({where, std::move(text)});
    return *this;
  }
  Diagnostic& note(std::string text) {
    notes.push_back(std::move(text));
    return *this;
  }
  Diagnostic& suggest(std::string text) {
    help.push_back(std::move(text));
    return *this;
  }
};

}  // namespace saltus
