//: $ saltus check
model CommentNested
  Real x;
  /* not now: y = 2; /* and not this: */ z = 3; */
equation
  x = time;
end CommentNested;

//: error[P0103]: comments do not nest
//:  --> fail_comment_nested.mo:4:22
//:   |
//: 4 |   /* not now: y = 2; /* and not this: */ z = 3; */
//:   |                      ^^               -- the whole comment ends here
//:   = help: remove the `/*` and the `*/` inside, or write `//` at the beginning of each line
