//: $ saltus check
model M
  Real x(start = 1, fixed = true);
  Integer z(min = 0, max = 1);
equation
  der(x) = -z;
  when time > 1 then
    x*(1 - 2*z) <= 0;
  end when;
end M;

//: error[N0231]: an inequality inside `when`
//:  --> fail_misplaced_inequality.mo:8:5
//:   |
//: 8 |     x*(1 - 2*z) <= 0;
//:   |     ^^^^^^^^^^^^^^^^
//:   = help: an inequality holds all the time: move it to the equation section
//:   = help: `assert(…, "…")` watches a condition
