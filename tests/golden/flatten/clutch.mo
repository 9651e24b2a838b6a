//: $ saltus flatten
// Two modes: the branches are selected by one guard.
model Clutch
  parameter Real J1 = 1, J2 = 2;
  Real w1(start = 10), w2(start = 2), tau1, tau2;
equation
  J1*der(w1) = tau1 - 0.1*w1;
  J2*der(w2) = tau2 - 0.2*w2;
  if time >= 5 and time < 10 then
    w1 = w2;
    tau1 + tau2 = 0;
  else
    tau1 = 0;
    tau2 = 0;
  end if;
end Clutch;

//: model Clutch
//:   parameter Real J1 = 1;
//:   parameter Real J2 = 2;
//:   Real w1(start = 10);
//:   Real w2(start = 2);
//:   Real tau1;
//:   Real tau2;
//: equation
//:   J1*der(w1) = tau1 - 0.1*w1;
//:   J2*der(w2) = tau2 - 0.2*w2;
//:   if time >= 5 and time < 10 then
//:     w1 = w2;
//:     tau1 + tau2 = 0;
//:   else
//:     tau1 = 0;
//:     tau2 = 0;
//:   end if;
//: end Clutch;
