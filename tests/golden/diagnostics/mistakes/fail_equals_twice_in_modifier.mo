//: $ saltus check
model EqualsTwiceInModifier
  Real x(start == 1);
equation
  der(x) = -x;
end EqualsTwiceInModifier;

//: error[P0201]: `==` behind the name of an attribute
//:  --> fail_equals_twice_in_modifier.mo:3:16
//:   |
//: 3 |   Real x(start == 1);
//:   |                ^^
//:   = help: write `=`
