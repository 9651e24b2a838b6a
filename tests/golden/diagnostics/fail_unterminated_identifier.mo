//: $ saltus check
model M
  Real 'total mass;
equation
  'total mass' = 1;
end M;

//: error[P0107]: this quoted name is never closed
//:  --> fail_unterminated_identifier.mo:3:8
//:   |
//: 3 |   Real 'total mass;
//:   |        ^^^^^^^^^^^^
//:   = help: a quoted name ends with `'` on the same line and holds ASCII characters only
