//: $ saltus simulate --quiet --stop 2
//: exit 3
model Denied "y denies its condition; the other mode of z was only tried"
  Real x(start = 0, fixed = true), y, w, z;
equation
  der(x) = 1;
  y = if x < 1 then 0 elseif y > 0.5 then 0 else 1;
  w = y/10;
  if w > 5 then
    x = 2;
  else
    z = 0;
  end if;
end Denied;

//: error[X0627]: none of the modes that were tried is possible at t = 1
//:  --> fail_mode_only_tried.mo:7:30
//:   |
//: 7 |   y = if x < 1 then 0 elseif y > 0.5 then 0 else 1;
//:   |                              ^^^^^^^ whatever is assumed of this, the opposite follows
//:   = in the mode `x >= 1, y > 0.5`: `y - 0.5` is -0.5, not positive
//:   = in the mode `x >= 1, y <= 0.5`: `y - 0.5` is 0.5, not negative
//:   = in the mode `w > 5`: its equations do not determine its unknowns
//:   = help: look first at the conditions that contradict what follows from them: the modes that cannot be entered were only tried in their place
