//: $ saltus explain changes
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

//: Coupling
//:
//: Modes
//:     1  z1 == 0, z2 == 0   (the first one)
//:     2  z1 == 0, z2 == 1
//:     3  z1 == 1, z2 == 0
//:     4  z1 == 1, z2 == 1   (singular)
//: Changes by one crossing
//:     1 to 2   impulsive         torque2 (order 1); jump: w
//:     1 to 3   impulsive         torque1 (order 1); jump: w
//:     2 to 1   continuous        follow: torque2
//:     2 to 4   over-determined   line 7, line 8; undetermined: torque1, torque2; an equation is too many
//:     3 to 1   continuous        follow: torque1
//:     3 to 4   over-determined   line 7, line 8; undetermined: torque1, torque2; an equation is too many
