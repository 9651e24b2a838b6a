//: $ saltus check
model Counter
  Real x(start = 1);
  discrete Real d(start = 0);
equation
  der(x) = -x;
  when x < 0.5 then
    2*d = 1;
  end when;
end Counter;

//: error[N0222]: an equation inside `when` sets the variable on its left
//:  --> fail_when_target.mo:8:5
//:   |
//: 8 |     2*d = 1;
//:   |     ^^^ this is not a name
//:   = help: write `v = …` with a variable `v`, or `reinit(x, …)` for a continuous one
