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

//: error[X0612]: `y` is no state at t = 1: an equation determines it
//:  --> fail_reinit_of_algebraic.mo:9:5
//:   |
//: 9 |     reinit(y, 0);
//:   |     ^^^^^^^^^^^^ fired here
//:   = help: let the `when` fire only where it is integrated, or leave the `reinit` out: at a change of mode the equations of the new mode make it jump
