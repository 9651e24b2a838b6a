//: $ saltus simulate --stop 2 --quiet
//: exit 3
model Held
  Real x(start = 0, fixed = true);
equation
  if time < 1 then
    der(x) = 1;
  else
    x = 1;
  end if;
  when time >= 1.5 then
    reinit(x, 0);
  end when;
end Held;

//: error[X0612]: `x` is no state at t = 1.5: an equation determines it
//:   --> fail_reinit_not_possible.mo:12:5
//:    |
//: 12 |     reinit(x, 0);
//:    |     ^^^^^^^^^^^^ fired here
//:    = in the mode `time >= 1`
//:    = help: let the `when` fire only where it is integrated, or leave the `reinit` out: at a change of mode the equations of the new mode make it jump
