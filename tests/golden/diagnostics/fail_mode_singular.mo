//: $ saltus simulate --stop 2 --quiet
model Switched
  Real x, y;
equation
  x = time;
  if time < 1 then
    y = 2*x;
  else
    x = 1;
  end if;
end Switched;

//: error[S0304]: `y` occurs in no equation
//:  --> fail_mode_singular.mo:3:11
//:   |
//: 3 |   Real x, y;
//:   |           ^ nothing determines it
//:   = `Switched` has 2 equations for 2 unknowns
//:   = in the mode in which `time < 1` is false
//:   = help: add an equation that contains `y`, or remove the declaration
//:
//: error[S0302]: 2 equations of `Switched` for 1 unknown
//:  --> fail_mode_singular.mo:5:3
//:   |
//: 5 |   x = time;
//:   |   ^^^^^^^^ one of 2 equations that contain only `x`
//: ...
//: 9 |     x = 1;
//:   |     ----- another one
//:   = too many equations: 2 for the 1 unknown `x`
//:   = in the mode in which `time < 1` is false
//:   = help: remove one of the 2 equations, or let one contain a further unknown
//:
//: error[X0609]: the mode `not (time < 1)` cannot be entered at t = 1
//:  --> fail_mode_singular.mo:6:6
//:   |
//: 6 |   if time < 1 then
//:   |      ^^^^^^^^ false in this mode
//:   = its equations do not determine its unknowns, see above
//:
//: error: 3 errors
