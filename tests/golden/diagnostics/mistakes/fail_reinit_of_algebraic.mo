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
//:  --> fail_reinit_of_algebraic.mo:9:5
//:   |
//: 9 |     reinit(y, 0);
//:   |     ^^^^^^^^^^^^ fired here
//:   = help: `reinit` sets a state, and only to a finite number: a variable that an equation of the mode determines is none
