//: $ saltus simulate --quiet --stop 2
//: exit 3
model Gears "Two speeds that a gear ties together are set to speeds that it does not allow"
  Real w1(start = 2, fixed = true), w2, tau;
equation
  der(w1) = -tau;
  der(w2) = tau;
  w1 = 2*w2;
  when time >= 1 then
    reinit(w1, 1);
    reinit(w2, 3);
  end when;
end Gears;

//: error[X0612]: `w1` = 1 contradicts the equations at t = 1
//:   --> fail_reinit_against_a_gear.mo:10:5
//:    |
//:  8 |   w1 = 2*w2;
//:    |   --------- cannot hold with it
//:  9 |   when time >= 1 then
//: 10 |     reinit(w1, 1);
//:    |     ^^^^^^^^^^^^^ fired here
//:    = help: set it to a value for which the equations have a solution, or set another variable
