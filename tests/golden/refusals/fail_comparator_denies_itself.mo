//: $ saltus simulate --quiet --stop 1
//: exit 3
model Amplifier "Positive feedback through a comparator leaves no consistent output"
  Real u, y;
equation
  u = sin(time);
  y = if u + y > 0.8 then -1 else 1 + u;
end Amplifier;

//: error[X0626]: none of the modes that were tried is consistent with its own conditions at t = 0
//:  --> fail_comparator_denies_itself.mo:7:10
//:   |
//: 7 |   y = if u + y > 0.8 then -1 else 1 + u;
//:   |          ^^^^^^^^^^^ whatever is assumed of this, the opposite follows
//:   = in the mode `u + y <= 0.8`: `u + y - 0.8` is 0.2, not negative
//:   = in the mode `u + y > 0.8`: `u + y - 0.8` is -1.8, not positive
//:   = help: let the conditions depend on what does not jump with them, or say what holds between the two: an equation for the boundary itself
