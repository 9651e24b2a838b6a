//: $ saltus simulate --quiet --stop 2
//: exit 3
model Pendulum "Set off its circle"
  Real x(start = 1, fixed = true), y(start = 0), f;
equation
  der(der(x)) = -f*x;
  der(der(y)) = -f*y - 9.81;
  x^2 + y^2 = 1;
  when time >= 0.2 then
    reinit(x, 3);
  end when;
end Pendulum;

//: error[X0612]: `x` = 3 contradicts the equations at t = 0.2
//:   --> fail_reinit_off_the_circle.mo:10:5
//:    |
//:  8 |   x^2 + y^2 = 1;
//:    |   ------------- cannot hold with it
//:  9 |   when time >= 0.2 then
//: 10 |     reinit(x, 3);
//:    |     ^^^^^^^^^^^^ fired here
//:    = help: set it to a value for which the equations have a solution, or set another variable
