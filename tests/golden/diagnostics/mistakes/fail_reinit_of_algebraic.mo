//: $ saltus simulate --quiet --stop 3
//: exit 3
model ReinitOfAlgebraic
  Real x, y;
equation
  x = time;
  y = 2*x;
  when x > 1 then
    reinit(y, 0);
  end when;
end ReinitOfAlgebraic;

//: error[X0612]: `reinit` of `y` is not possible at t = 1
//:  --> fail_reinit_of_algebraic.mo:8:5
//:   |
//: 8 |     reinit(y, 0);
//:   |     ^^^^^^^^^^^^ fired here
//:   = help: a value can be set where it is state: not if an equation of the mode determines it, and only to a finite number
