// Whatever the text, parsing gives a tree or at least one error, and the messages can be printed.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "saltus/compiler/syntax/parse.h"
#include "saltus/compiler/syntax/print_syntax.h"
#include "saltus/foundation/diagnostics/render_json.h"
#include "saltus/foundation/diagnostics/render_text.h"
#include "tests/unit/syntax/random_tree.h"

namespace saltus::syntax {
namespace {

void expect_tree_or_errors(const std::string& text) {
  const SourceText source("test.mo", text);
  Diagnostics diagnostics;
  const std::optional<SyntaxTree> tree = parse(source, diagnostics);
  ASSERT_EQ(tree.has_value(), !diagnostics.has_errors()) << text;
  ASSERT_LE(diagnostics.error_count(), ParseLimits{}.errors);
  if (tree) {
    print_syntax(*tree);
  } else {
    ASSERT_FALSE(render_text(diagnostics, source).empty());
    ASSERT_FALSE(render_json(diagnostics, source).empty());
  }
}

class ParseRobustness : public testing::Test {
 protected:
  std::size_t below(std::size_t bound) { return random_() % bound; }
  std::string valid_text() { return print_syntax(RandomTree(random_()).tree()); }

  std::string random_bytes(std::size_t length, std::string_view alphabet) {
    std::string text;
    for (std::size_t index = 0; index < length; ++index) text += alphabet[below(alphabet.size())];
    return text;
  }

  std::mt19937_64 random_{20240607};
};

TEST_F(ParseRobustness, EveryPrefixOfAModel) {
  for (int round = 0; round < 3; ++round) {
    const std::string text = valid_text();
    for (std::size_t length = 0; length < text.size(); length += 1 + below(15)) {
      expect_tree_or_errors(text.substr(0, length));
    }
  }
}

TEST_F(ParseRobustness, ModelsWithBytesChangedInsertedAndDeleted) {
  for (int round = 0; round < 500; ++round) {
    std::string text = valid_text();
    const std::size_t changes = 1 + below(8);
    for (std::size_t change = 0; change < changes && !text.empty(); ++change) {
      const std::size_t at = below(text.size());
      switch (below(3)) {
        case 0:
          text[at] = static_cast<char>(below(256));
          break;
        case 1:
          text.insert(at, 1, static_cast<char>(below(256)));
          break;
        default:
          text.erase(at, 1 + below(20));
          break;
      }
    }
    expect_tree_or_errors(text);
  }
}

TEST_F(ParseRobustness, TokensInRandomOrder) {
  const std::vector<std::string> words = {
      "model",    "M",    "end",       "equation",   "initial", "if",      "then",
      "elseif",   "else", "when",      "elsewhen",   "for",     "loop",    "algorithm",
      "function", "der",  "protected", "annotation", "not",     "and",     "or",
      "Real",     "x",    "parameter", "extends",    "connect", "package", "within",
      "(",        ")",    "{",         "}",          "[",       "]",       ";",
      ",",        "=",    ":=",        "-",          "*",       "^",       "<",
      ".",        ".*",   ":",         "1.5",        "\"s\"",   "'q'",     "\n",
      "import"};
  for (int round = 0; round < 1000; ++round) {
    std::string text = round % 2 == 0 ? "model M equation " : "model M ";
    const std::size_t count = below(60);
    for (std::size_t index = 0; index < count; ++index) text += words[below(words.size())] + " ";
    expect_tree_or_errors(text);
  }
}

TEST_F(ParseRobustness, RandomBytes) {
  std::string all_bytes;
  for (int byte = 0; byte < 256; ++byte) all_bytes += static_cast<char>(byte);
  for (int round = 0; round < 500; ++round) {
    expect_tree_or_errors(random_bytes(below(200), all_bytes));
    expect_tree_or_errors(random_bytes(below(200), "(){}[];,=+-*/^<>.:'\"\\/\n ae1"));
  }
}

}  // namespace
}  // namespace saltus::syntax
