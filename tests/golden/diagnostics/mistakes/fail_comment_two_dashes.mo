//: $ saltus check
model CommentTwoDashes
  Real x;
equation
  x = time; -- Newton
end CommentTwoDashes;

//: error[P0101]: `--` does not begin a comment
//:  --> fail_comment_two_dashes.mo:5:13
//:   |
//: 5 |   x = time; -- Newton
//:   |             ^^
//:   = help: a comment begins with `//`, or stands between `/*` and `*/`
