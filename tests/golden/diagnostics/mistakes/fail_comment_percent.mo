//: $ saltus check
model CommentPercent
  Real x;
equation
  % Newton
  x = time;
end CommentPercent;

//: error[P0101]: `%` does not begin a comment
//:  --> fail_comment_percent.mo:5:3
//:   |
//: 5 |   % Newton
//:   |   ^
//:   = help: a comment begins with `//`, or stands between `/*` and `*/`
