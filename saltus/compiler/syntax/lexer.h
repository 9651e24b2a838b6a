#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>

#include "saltus/compiler/syntax/foreign_spelling.h"
#include "saltus/compiler/syntax/reporter.h"
#include "saltus/compiler/syntax/token.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus::syntax {

// Cuts a text into tokens, one at a time; blanks and comments fall away.
//
// What cannot be read is reported and becomes the token that was probably meant, or an invalid one.
// After the last token, and once the reporter has stopped, every token is end_of_file, an empty
// span behind the last token.
class Lexer {
 public:
  Lexer(const SourceText& source, Reporter& reporter);

  Token next();

 private:
  void skip_blanks_and_comments();
  void skip_block_comment();
  bool skip_foreign_comment();
  bool skip_foreign_blank();
  bool goes_on_behind_comment() const;
  Token read_token();
  Token read_word();
  Token read_number();
  Token read_string();
  Token read_quoted_identifier();
  Token read_prime(std::size_t begin);
  Token read_curly_string();
  Token read_foreign(const ForeignSymbol& foreign);
  Token read_stray();

  void check_text();
  void check_utf8();
  void check_escape();
  std::string number_advice(std::size_t begin, std::size_t end) const;
  void reject_number(std::size_t begin, std::string advice);
  void reject_character();
  bool is_first_report(std::string_view spelling);
  bool begins_statement() const;
  bool at_foreign_character() const;
  bool at_end() const { return position_ >= text_.size(); }
  char look(std::size_t ahead = 0) const;
  std::string_view rest() const { return text_.substr(position_); }
  std::size_t skip_digits();
  void skip_word();
  SourceSpan span_from(std::size_t begin) const;
  // To the end of the line on which `begin` is.
  SourceSpan rest_of_line(std::size_t begin) const;

  std::string_view text_;
  Reporter& reporter_;
  std::size_t position_ = 0;
  std::uint32_t last_end_ = 0;                     // of the last token
  std::unordered_set<std::string_view> reported_;  // names and characters, each once
};

}  // namespace saltus::syntax
