#include "saltus/driver/read_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

#include "saltus/compiler/names/closest_name.h"
#include "saltus/compiler/syntax/lexer.h"
#include "saltus/compiler/syntax/parse.h"
#include "saltus/driver/read_table.h"

namespace saltus {

namespace {

std::optional<double> read_truth(std::string_view text) {
  if (text == "true") return 1.0;
  if (text == "false") return 0.0;
  return std::nullopt;
}

std::optional<double> read_number(std::string_view text) {
  double value = 0.0;
  const std::string_view digits = text.starts_with('+') ? text.substr(1) : text;
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (fault != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

struct TableFile {
  std::string path, column;
};

// F.csv or F.csv:COLUMN
std::optional<TableFile> table_file(const std::string& text) {
  if (text.ends_with(".csv")) return TableFile{text, ""};
  const std::size_t end = text.rfind(".csv:");
  if (end == std::string::npos) return std::nullopt;
  return TableFile{text.substr(0, end + 4), text.substr(end + 5)};
}

// A piece of the model's text that is replaced by another one.
struct TextChange {
  SourceSpan span;
  std::string text;
};

class InputReader {
 public:
  InputReader(const SourceText& source, const syntax::SyntaxTree& tree, const std::string& model,
              Diagnostics& diagnostics)
      : source_(source), tree_(tree), diagnostics_(diagnostics) {
    for (const syntax::Model& each : tree.models) {
      if (model.empty() || each.name == model) model_ = &each;
    }
  }

  ModelInputs read(const InputTexts& inputs) {
    std::vector<InputValue> values;
    std::vector<TextChange> changes;
    for (const auto& [name, text] : inputs) {
      const syntax::Declaration* declaration = find(name);
      if (declaration == nullptr) {
        report_unknown(name);
        continue;
      }
      std::string binding;
      if (auto value = read_value(*declaration, text)) {
        values.push_back(std::move(*value));
      } else {
        binding = " = " + text;
      }
      if (!binding.empty() || declaration->binding) {
        changes.push_back({binding_span(*declaration), std::move(binding)});
      }
    }
    return {SourceText(source_.name(), changed(std::move(changes))), std::move(values)};
  }

 private:
  const syntax::Declaration* find(const std::string& name) const {
    if (model_ == nullptr) return nullptr;
    for (const syntax::Declaration& declaration : model_->declarations) {
      if (declaration.causality == syntax::Causality::input && declaration.name == name) {
        return &declaration;
      }
    }
    return nullptr;
  }

  void report_unknown(const std::string& name) {
    Diagnostic& error = diagnostics_.error(
        codes::input_unknown, model_ != nullptr ? model_->name_span : SourceSpan{},
        fmt::format("`--input {}`: the model has no input `{}`", name, name));
    if (model_ == nullptr) return;
    std::vector<std::string_view> names;
    for (const syntax::Declaration& declaration : model_->declarations) {
      if (declaration.causality == syntax::Causality::input) names.push_back(declaration.name);
    }
    if (const auto meant = find_closest_name(name, names)) {
      error.suggest(fmt::format("did you mean `{}`?", *meant));
    } else if (!names.empty()) {
      error.suggest(fmt::format("its inputs are `{}`", fmt::join(names, "`, `")));
    } else {
      error.suggest("declare it: `input Real …`");
    }
  }

  // Nothing for an expression.
  std::optional<InputValue> read_value(const syntax::Declaration& declaration,
                                       const std::string& text) {
    const std::string& name = declaration.name;
    if (const auto truth = read_truth(text)) {
      if (declaration.type == "Real" || declaration.type == "Integer") {
        diagnostics_
            .error(codes::input_value, declaration.span,
                   fmt::format("`--input {}`: {} is no value of this input", name, text))
            .suggest(declaration.type == "Real" ? "write a number" : "write a whole number");
      }
      return InputValue{name, *truth};
    }
    if (const auto number = read_number(text)) return InputValue{name, *number};
    const auto file = table_file(text);
    if (!file) return std::nullopt;
    std::ifstream stream(file->path, std::ios::binary);
    std::ostringstream content;
    if (!stream || !(content << stream.rdbuf())) {
      diagnostics_.error(codes::input_value, {},
                         fmt::format("`--input {}`: cannot read `{}`", name, file->path));
      return InputValue{name, 0.0};
    }
    auto table = read_table(content.str(), file->column, name);
    if (!table) {
      diagnostics_.error(codes::input_value, {},
                         fmt::format("`--input {}`: the table `{}` cannot be used: {}", name,
                                     file->path, table.error().reason));
      return InputValue{name, 0.0};
    }
    return InputValue{name, std::move(table.value())};
  }

  // Where the binding of a declaration stands, or would stand: behind its name and modifiers.
  SourceSpan binding_span(const syntax::Declaration& declaration) const {
    using syntax::TokenKind;
    if (!declaration.binding) return {declaration.span.end, declaration.span.end};
    Diagnostics ignored;
    syntax::Reporter reporter(ignored, 1);
    syntax::Lexer lexer(source_, reporter);
    std::uint32_t last_end = 0;
    int depth = 0;
    for (syntax::Token token = lexer.next(); token.span.end <= declaration.span.end;
         last_end = token.span.end, token = lexer.next()) {
      if (token.span.begin < declaration.name_span.begin) continue;
      if (token.kind == TokenKind::left_parenthesis) ++depth;
      if (token.kind == TokenKind::right_parenthesis) --depth;
      if (depth == 0 && token.kind == TokenKind::equals_sign) break;
    }
    return {last_end, declaration.span.end};
  }

  std::string changed(std::vector<TextChange> changes) const {
    std::sort(changes.begin(), changes.end(),
              [](const TextChange& a, const TextChange& b) { return a.span.begin > b.span.begin; });
    std::string text(source_.text());
    for (const TextChange& change : changes) {
      text.replace(change.span.begin, change.span.end - change.span.begin, change.text);
    }
    return text;
  }

  const SourceText& source_;
  const syntax::SyntaxTree& tree_;
  Diagnostics& diagnostics_;
  const syntax::Model* model_ = nullptr;
};

}  // namespace

std::optional<ModelInputs> read_inputs(const SourceText& source, const std::string& model,
                                       const InputTexts& inputs, Diagnostics& diagnostics) {
  if (inputs.empty()) return ModelInputs{source, {}};
  Diagnostics reported_later;
  const auto tree = syntax::parse(source, reported_later);
  if (!tree) return ModelInputs{source, {}};
  const std::size_t errors_before = diagnostics.error_count();
  ModelInputs read = InputReader(source, *tree, model, diagnostics).read(inputs);
  if (diagnostics.error_count() > errors_before) return std::nullopt;
  return read;
}

}  // namespace saltus
