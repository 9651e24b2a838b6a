//: $ saltus check
model Choice
  Real x(start = 1);
  discrete Real d(start = 0);
equation
  der(x) = -x;
  when x < 0.5 then
    if time > 1 then
      d = 1;
    else
      d = 2;
    end if;
  end when;
end Choice;

//: error[N0227]: `if` equations inside `when` are not supported
//:  --> fail_if_inside_when.mo:8:5
//:   |
//: 8 |     if time > 1 then
//:   |     ^^^^^^^^^^^^^^^^
//:   = help: write an if-expression: `v = if … then … else …`
