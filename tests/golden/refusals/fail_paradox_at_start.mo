//: $ saltus simulate --quiet --stop 1
//: exit 3
model Paradox "On exactly when it is off"
  Real u;
equation
  u = if u > 0.5 then 0 else 1;
end Paradox;

//: error[X0626]: none of the modes that were tried is consistent with its own conditions at t = 0
//:  --> fail_paradox_at_start.mo:6:10
//:   |
//: 6 |   u = if u > 0.5 then 0 else 1;
//:   |          ^^^^^^^ whatever is assumed of this, the opposite follows
//:   = in the mode `u <= 0.5`: `u - 0.5` is 0.5, not negative
//:   = in the mode `u > 0.5`: `u - 0.5` is -0.5, not positive
//:   = help: let the conditions depend on what does not jump with them, or say what holds between the two: an equation for the boundary itself
