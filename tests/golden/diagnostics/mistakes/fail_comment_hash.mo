//: $ saltus check
model CommentHash
  Real x; # the position
equation
  # Newton
  x = time;
end CommentHash;

//: error[P0101]: `#` does not begin a comment
//:  --> fail_comment_hash.mo:3:11
//:   |
//: 3 |   Real x; # the position
//:   |           ^
//:   = help: a comment begins with `//`, or stands between `/*` and `*/`
