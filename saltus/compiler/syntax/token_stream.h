#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "saltus/compiler/syntax/lexer.h"
#include "saltus/compiler/syntax/reporter.h"
#include "saltus/compiler/syntax/token.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus::syntax {

// The tokens of a text, seen through a window of three, and the bookkeeping of errors.
//
// After `fail` the stream panics: further errors are swallowed, because they are consequences,
// until `recover` has found a place to go on. `complain` is for mistakes after which the meaning is
// still clear.
class TokenStream {
 public:
  TokenStream(const SourceText& source, Reporter& reporter, std::size_t maximum_nesting);

  const Token& peek(std::size_t ahead = 0) const { return window_[ahead]; }
  TokenKind kind(std::size_t ahead = 0) const { return window_[ahead].kind; }
  bool at(TokenKind expected) const { return kind() == expected; }
  bool at_end() const { return at(TokenKind::end_of_file); }
  std::string_view text(SourceSpan span) const { return source_.text(span); }
  // The last token that was taken.
  SourceSpan last_span() const { return last_; }
  // A line end lies before the token.
  bool on_new_line(std::size_t ahead = 0) const;

  Token take();
  bool take_if(TokenKind expected);
  // Takes the token, or fails with "expected …, found …".
  bool expect(TokenKind expected, std::string_view context = "");
  // Takes the closing delimiter, or fails and shows where it was opened.
  bool expect_closing(TokenKind closing, SourceSpan opening);
  // Takes the `;`, which also ends a panic. One that was forgotten at the end of a line is
  // reported, and the meaning is clear.
  void expect_semicolon(std::string_view what);
  // "expected {what}, found …"
  Diagnostic& fail_expected(std::string_view what);

  // At a word that can only have been meant as this keyword (`elif`, `END`): says so, and it is one
  // from now on. Asked only where no name can stand.
  bool respell(TokenKind meant);
  // The same for the token behind the one at hand.
  void respell_next(TokenKind meant);
  // At the keyword, or at what was meant to be it.
  bool at_word(TokenKind keyword) { return at(keyword) || respell(keyword); }
  // What the word at hand was meant to be, where no name can stand.
  std::optional<TokenKind> meant_keyword() const;
  // At a token with which an operand of an expression begins.
  bool begins_operand(std::size_t ahead = 0) const;
  // At the comma of `1,5`
  bool at_decimal_comma() const;
  void fail_at_decimal_comma();
  // Arrays are one missing feature, reported where they are met first.
  Diagnostic& complain_of_arrays(Code code, std::string message);
  // The rest of the text is not Modelica.
  void give_up();

  Diagnostic& fail(Code code, SourceSpan span, std::string message);
  Diagnostic& complain(Code code, SourceSpan span, std::string message);
  bool is_panicking() const { return panicking_; }
  // After a panic: goes behind the next `;`, or to a keyword that begins or ends a section or a
  // branch.
  void recover();
  // Goes behind the `)` or `]` or `}` that belongs to the opening delimiter at hand.
  void skip_balanced();

  std::string describe(const Token& token) const;

 private:
  friend class Nesting;

  bool respell_at(std::size_t ahead, TokenKind meant);
  void explain_missing_semicolon(std::string_view what, Diagnostic& error) const;
  void explain_comment_as_division(Diagnostic& error) const;

  const SourceText& source_;
  Reporter& reporter_;
  Lexer lexer_;
  std::array<Token, 3> window_;
  SourceSpan last_;
  bool panicking_ = false;
  std::optional<std::uint32_t> failed_at_;
  std::optional<std::uint32_t> recovered_at_;
  std::set<TokenKind> keywords_as_names_;  // reported
  std::set<std::string_view> respelled_;   // words that were meant as keywords
  bool reported_arrays_ = false;
  std::size_t nesting_ = 0;
  std::size_t maximum_nesting_;
};

// One level of nesting of the text while it lives; bounds the depth of the parser's recursion.
class Nesting {
 public:
  explicit Nesting(TokenStream& stream);
  ~Nesting() { --stream_.nesting_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

  // Too deep: already reported, do not go on.
  bool is_refused() const { return refused_; }

 private:
  TokenStream& stream_;
  bool refused_;
};

}  // namespace saltus::syntax
