//: $ saltus simulate --stop 2 --quiet
//: exit 3
model Denied
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  y = if x < 1 then 0 elseif y > 0.5 then 0 else 1;
end Denied;

//: error[X0626]: none of the modes that were tried is consistent with its own conditions at t = 1
//:  --> fail_events_unsettled.mo:7:30
//:   |
//: 7 |   y = if x < 1 then 0 elseif y > 0.5 then 0 else 1;
//:   |                              ^^^^^^^ whatever is assumed of this, the opposite follows
//:   = in the mode `y > 0.5`: `y - 0.5` is -0.5, not positive
//:   = in the mode `y <= 0.5`: `y - 0.5` is 0.5, not negative
//:   = help: let the conditions depend on what does not jump with them, or say what holds between the two: an equation for the boundary itself
