//: $ saltus check
model ColonEqualsInModifier
  Real x(start := 1, fixed = true);
equation
  der(x) = -x;
end ColonEqualsInModifier;

//: error[P0201]: `:=` behind the name of an attribute
//:  --> fail_colon_equals_in_modifier.mo:3:16
//:   |
//: 3 |   Real x(start := 1, fixed = true);
//:   |                ^^
//:   = help: write `=`
