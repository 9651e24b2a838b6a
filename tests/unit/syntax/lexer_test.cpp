#include "saltus/compiler/syntax/lexer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "saltus/compiler/syntax/string_literal.h"

namespace saltus::syntax {
namespace {

struct Lexed {
  std::vector<std::string> tokens;
  std::vector<TokenKind> kinds;
  std::vector<std::string_view> errors;
};

Lexed lex(const std::string& text) {
  const SourceText source("test.mo", text);
  Diagnostics diagnostics;
  Reporter reporter(diagnostics, 20);
  Lexer lexer(source, reporter);
  Lexed result;
  for (Token token = lexer.next(); token.kind != TokenKind::end_of_file; token = lexer.next()) {
    result.tokens.emplace_back(source.text(token.span));
    result.kinds.push_back(token.kind);
  }
  for (const Diagnostic& one : diagnostics.all()) result.errors.push_back(one.code.name);
  return result;
}

using Words = std::vector<std::string>;
using Codes = std::vector<std::string_view>;

TEST(Lexer, CutsAnEquationIntoTokens) {
  const Lexed lexed = lex("der(x)=-a.b*2.5e-3<>y;");
  EXPECT_EQ(lexed.tokens,
            (Words{"der", "(", "x", ")", "=", "-", "a", ".", "b", "*", "2.5e-3", "<>", "y", ";"}));
  EXPECT_EQ(lexed.kinds[0], TokenKind::kw_der);
  EXPECT_EQ(lexed.kinds[2], TokenKind::identifier);
  EXPECT_EQ(lexed.kinds[10], TokenKind::number);
}

TEST(Lexer, TakesTheLongestSymbol) {
  EXPECT_EQ(lex("<= < <> >= == = := : .+ .").tokens,
            (Words{"<=", "<", "<>", ">=", "==", "=", ":=", ":", ".+", "."}));
}

TEST(Lexer, CommentsAndBlanksFallAway) {
  EXPECT_EQ(lex("a // b\n/* c\n // * / */ d\t\r\n").tokens, (Words{"a", "d"}));
  EXPECT_EQ(lex("a //").tokens, (Words{"a"}));
  EXPECT_EQ(lex("/**/a/***/b").tokens, (Words{"a", "b"}));
}

TEST(Lexer, AByteOrderMarkIsSkipped) {
  EXPECT_EQ(lex("\xEF\xBB\xBFmodel").tokens, (Words{"model"}));
}

TEST(Lexer, NumbersMayEndWithAPoint) {
  EXPECT_EQ(lex("1. 1.e5 2.*x 1E+3").tokens, (Words{"1.", "1.e5", "2.", "*", "x", "1E+3"}));
}

TEST(Lexer, QuotedNamesAreIdentifiersWithTheirQuotes) {
  const Lexed lexed = lex(R"('a b' 'it\'s' 'end')");
  EXPECT_EQ(lexed.tokens, (Words{"'a b'", R"('it\'s')", "'end'"}));
  EXPECT_EQ(lexed.kinds, std::vector<TokenKind>(3, TokenKind::identifier));
  EXPECT_TRUE(lexed.errors.empty());
}

TEST(Lexer, EveryKeywordIsFoundAndKeywordsAreCaseSensitive) {
  EXPECT_EQ(lex("algorithm").kinds, std::vector{TokenKind::kw_algorithm});
  EXPECT_EQ(lex("within").kinds, std::vector{TokenKind::kw_within});
  EXPECT_EQ(lex("Model").kinds, std::vector{TokenKind::identifier});
  EXPECT_EQ(lex("ends").kinds, std::vector{TokenKind::identifier});
}

TEST(Lexer, MalformedNumbersAreReportedOnceAndAsAWhole) {
  for (const std::string text : {"1e", "1e+", "2x", "3.14abc", ".5", "0x1F"}) {
    EXPECT_EQ(lex(text).errors, Codes{"P0106"}) << text;
    EXPECT_EQ(lex(text).tokens, Words{text});
  }
}

TEST(Lexer, OperatorsOfOtherLanguagesAreReadAsWhatWasMeant) {
  const Lexed lexed = lex("a != b && !c || d");
  EXPECT_EQ(lexed.kinds[1], TokenKind::not_equal);
  EXPECT_EQ(lexed.kinds[3], TokenKind::kw_and);
  EXPECT_EQ(lexed.kinds[4], TokenKind::kw_not);
  EXPECT_EQ(lexed.kinds[6], TokenKind::kw_or);
  EXPECT_EQ(lexed.errors, Codes(4, "P0101"));
}

TEST(Lexer, ANameWithForeignLettersIsOneTokenAndOneError) {
  const Lexed lexed = lex("größe αβγ");
  EXPECT_EQ(lexed.tokens, (Words{"größe", "αβγ"}));
  EXPECT_EQ(lexed.errors, Codes(2, "P0101"));
}

TEST(Lexer, MathematicalSignsAreReadAsWhatWasMeant) {
  const Lexed lexed = lex("a \u2212 b\u00d7c \u2264 d**e => f");
  EXPECT_EQ(lexed.kinds,
            (std::vector<TokenKind>{TokenKind::identifier, TokenKind::minus, TokenKind::identifier,
                                    TokenKind::times, TokenKind::identifier, TokenKind::less_equal,
                                    TokenKind::identifier, TokenKind::power, TokenKind::identifier,
                                    TokenKind::greater_equal, TokenKind::identifier}));
  EXPECT_EQ(lexed.errors, Codes(5, "P0101"));
}

TEST(Lexer, ForeignBlanksAndCommentsAreOneErrorEach) {
  const Lexed lexed = lex("a\u00a0=\u00a0b; # one\n# two\nc");
  EXPECT_EQ(lexed.tokens, (Words{"a", "=", "b", ";", "c"}));
  EXPECT_EQ(lexed.errors, Codes(2, "P0101"));
}

TEST(Lexer, TypographicQuotesHoldAString) {
  const Lexed lexed = lex("unit = \u201cm/s2\u201d)");
  ASSERT_EQ(lexed.kinds.size(), 4U);
  EXPECT_EQ(lexed.kinds[2], TokenKind::string);
  EXPECT_EQ(lexed.errors, Codes{"P0101"});
}

TEST(Lexer, APrimeBehindANameIsNoQuotedName) {
  EXPECT_EQ(lex("x' = v;\ny' = w;").tokens, (Words{"x", "=", "v", ";", "y", "=", "w", ";"}));
  EXPECT_EQ(lex("a 'b c' d").tokens, (Words{"a", "'b c'", "d"}));
}

// A block comment may hold `/*`, and a string behind it `*/`.
TEST(Lexer, OnlyACommentThatWasClosedTwiceIsNested) {
  EXPECT_EQ(lex("/* a /* b */ c */ d").errors, Codes{"P0103"});
  EXPECT_EQ(lex("/* a /* b */ c */ d").tokens, Words{"d"});
  EXPECT_TRUE(lex("/* a /* b */ c \"*/\"").errors.empty());
  EXPECT_TRUE(lex("/* a /* b */ c /* d */").errors.empty());
  EXPECT_TRUE(lex("/* a /* b */ c // */").errors.empty());
}

TEST(Lexer, Utf16AndOtherFilesAreNotRead) {
  using namespace std::string_literals;
  EXPECT_EQ(lex("\xFF\xFEm\0o\0"s).errors, Codes{"P0102"});
  EXPECT_TRUE(lex("m\0o\0d\0e\0l\0 \0M\0;\0;\0"s).tokens.empty());
  EXPECT_EQ(lex("x = 1;\0"s).errors, Codes{"P0102"});
}

TEST(Lexer, ARunOfTheSameStrayCharacterIsOneError) {
  EXPECT_EQ(lex("a ###### b").errors, Codes{"P0101"});
  EXPECT_EQ(lex(std::string(1000, '\0')).errors, Codes{"P0102"});
}

TEST(Lexer, InvalidUtf8IsReportedOnceEvenInsideComments) {
  EXPECT_EQ(lex("// \xFF\xFE\n a \xE4 b").errors, Codes{"P0102"});
}

TEST(Lexer, WhatIsNeverClosedIsReportedAndEndsTheText) {
  EXPECT_EQ(lex("a /* b").errors, Codes{"P0103"});
  EXPECT_EQ(lex("a \"b \n c").errors, Codes{"P0104"});
  EXPECT_EQ(lex("a \"b \\").errors, Codes{"P0104"});
  EXPECT_EQ(lex("a \"b \\").tokens, (Words{"a", "\"b \\"}));
}

TEST(Lexer, AnUnclosedQuotedNameEndsWithItsLine) {
  const Lexed lexed = lex("'a b\nc");
  EXPECT_EQ(lexed.errors, Codes{"P0107"});
  EXPECT_EQ(lexed.tokens.back(), "c");
}

TEST(Lexer, UnknownEscapesAreReported) {
  EXPECT_EQ(lex(R"("a\qb")").errors, Codes{"P0105"});
  EXPECT_TRUE(lex(R"("\' \" \? \\ \a \b \f \n \r \t \v")").errors.empty());
}

TEST(StringLiteral, QuotingAndReadingAreInverse) {
  const std::string contents = "a\"b\\c\n\t\v?' ä";
  EXPECT_EQ(string_contents(quote_string(contents)), contents);
  EXPECT_EQ(quote_string("a\"\n"), R"("a\"\n")");
}

}  // namespace
}  // namespace saltus::syntax
