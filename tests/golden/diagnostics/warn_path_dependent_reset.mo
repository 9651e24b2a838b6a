//: $ saltus simulate --stop 2 --quiet
model Governor "An inertia that depends on the speed"
  Real w1(start = 10, fixed = true), w2(start = 2, fixed = true), tau;
equation
  (1 + 0.1*w1^2)*der(w1) = -tau;
  der(w2) = tau;
  if time >= 1 then
    w1 = w2;
  else
    tau = 0;
  end if;
end Governor;

//: warning[X0615]: the jump at t = 1 is path-dependent
//:  --> warn_path_dependent_reset.mo:5:3
//:   |
//: 5 |   (1 + 0.1*w1^2)*der(w1) = -tau;
//:   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the factor of an impulse jumps here
//:   = taken: the factor before the jump (explicit difference)
//:   = help: write the equation with factors that are continuous at the change
