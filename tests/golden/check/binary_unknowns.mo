//: $ saltus check
model Coupling "two ideal clutches by binary unknowns; with both a speed would be given twice"
  Real w(start = 1, fixed = true), torque1, torque2;
  Integer z1(min = 0, max = 1), z2(min = 0, max = 1);
equation
  der(w) = torque1 + torque2 - w;
  z1*(w - 1) + (1 - z1)*torque1 = 0;
  z2*(w - 2) + (1 - z2)*torque2 = 0;
  w - 3 - z1 <= 0;
  w - 3 - z2 <= 0;
end Coupling;

//: Coupling: 3 unknowns, 2 binary unknowns, 4 modes: ok
//:          modes   index   degrees of freedom
//:              1       1                    1
//:              2       2                    0
//:              1  singular
//:   branches differ in index: 1 when `z1 <> 1 and z2 <> 1`, 2 when `z1 == 1 or z2 == 1`
