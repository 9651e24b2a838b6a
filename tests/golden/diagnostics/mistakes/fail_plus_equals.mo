//: $ saltus check
model PlusEquals
  Integer n(start = 0);
equation
  when time > 1 then
    n += 1;
  end when;
end PlusEquals;

//: error[P0101]: `+=` is not an operator of Modelica
//:  --> fail_plus_equals.mo:6:7
//:   |
//: 6 |     n += 1;
//:   |       ^^
//:   = help: an equation does not assign; inside `when` write `n = pre(n) + 1`
