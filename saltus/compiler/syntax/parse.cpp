#include "saltus/compiler/syntax/parse.h"

#include <fmt/format.h>

#include "saltus/compiler/syntax/model_parser.h"
#include "saltus/compiler/syntax/reporter.h"
#include "saltus/compiler/syntax/token_stream.h"

namespace saltus::syntax {
namespace {

bool accept_size(const SourceText& source, Reporter& reporter, std::size_t maximum) {
  const std::size_t size = source.text().size();
  if (size <= maximum) return true;
  reporter.error(
      codes::text_too_long, {},
      fmt::format("the text has {} bytes, more than the {} that can be read", size, maximum));
  return false;
}

void require_a_model(const SyntaxTree& tree, Reporter& reporter) {
  if (!tree.models.empty() || reporter.has_errors()) return;
  reporter.error(codes::no_model, {}, "there is no model in this text")
      .suggest("a model has the form `model M … end M;`");
}

}  // namespace

std::optional<SyntaxTree> parse(const SourceText& source, Diagnostics& diagnostics,
                                const ParseLimits& limits) {
  const std::size_t first = diagnostics.all().size();
  Reporter reporter(diagnostics, limits.errors);
  if (!accept_size(source, reporter, limits.bytes)) return std::nullopt;
  SyntaxTree tree;
  TokenStream tokens(source, reporter, limits.nesting);
  ModelParser(tokens, tree).stored_definition();
  require_a_model(tree, reporter);
  diagnostics.sort_by_position(first);
  if (reporter.has_errors()) return std::nullopt;
  return tree;
}

}  // namespace saltus::syntax
