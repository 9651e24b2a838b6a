//: $ saltus check
model ReinitWithEquals
  Real x(start = 1, fixed = true);
equation
  der(x) = -1;
  when x < 0 then
    reinit(x) = 1;
  end when;
end ReinitWithEquals;

//: error[N0221]: `reinit` has no value
//:  --> fail_reinit_with_equals.mo:7:5
//:   |
//: 7 |     reinit(x) = 1;
//:   |     ^^^^^^^^^
//:   = help: write `reinit(x, 1);`
