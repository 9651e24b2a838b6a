//: $ saltus check
model Alarm
  Real x = sin(time);
  Boolean alarm;
equation
  alarm = x;
end Alarm;

//: error[N0220]: the sides of the equation are of types Boolean and Real
//:  --> fail_sides_differ.mo:6:11
//:   |
//: 6 |   alarm = x;
//:   |   -----   ^ of type Real
//:   |   |
//:   |   of type Boolean
//:   = help: `x > 0` makes a Boolean of a number, `if b then 1 else 0` a number of a Boolean
