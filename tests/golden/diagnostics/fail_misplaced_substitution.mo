//: $ saltus check
model M
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -y;
  when x > 2 then
    y <- x;
  end when;
end M;

//: error[N0233]: a substitution inside `when`
//:  --> fail_misplaced_substitution.mo:7:5
//:   |
//: 7 |     y <- x;
//:   |     ^^^^^^
//:   = help: a substitution holds all the time: move it to the equation section
//:   = help: at an instant a variable is set by `v = …`
