//: $ saltus check
model Lamp
  Boolean on = time > 1;
  Real power = 60*on;
end Lamp;

//: error[N0207]: `*` needs a Real, found a Boolean
//:  --> fail_type_mismatch.mo:4:19
//:   |
//: 4 |   Real power = 60*on;
//:   |                   ^^ this is a Boolean
//:   = help: `if … then 1 else 0` makes a number of a Boolean
