//: $ saltus check
model Divider
  parameter Real v = 10, r1 = 1, r2 = 4;
  Real i, u1, u2, p;
equation
  u1 = r1*i;
  i = v/(r1 + r2);
  u1 = v*r1/(r1 + r2);
  p = (u1 + u2)*i;
end Divider;

//: error[S0302]: 3 equations of `Divider` for 2 unknowns
//:  --> fail_structurally_singular.mo:6:3
//:   |
//: 4 |   Real i, u1, u2, p;
//:   |               --  - not determined
//:   |               |
//:   |               not determined
//: 5 | equation
//: 6 |   u1 = r1*i;
//:   |   ^^^^^^^^^ one of 3 equations that contain only `i`, `u1`
//: 7 |   i = v/(r1 + r2);
//:   |   --------------- another one
//: 8 |   u1 = v*r1/(r1 + r2);
//:   |   ------------------- another one
//: 9 |   p = (u1 + u2)*i;
//:   |   --------------- shared by them
//:   = too many equations: 3 for the 2 unknowns `i`, `u1`
//:   = too few equations: 1 for the 2 unknowns `u2`, `p`
//:   = help: replace one of the 3 equations by 1 equation that contains one of `u2`, `p`
