//: $ saltus check
model PlusPlus
  Integer n(start = 0);
equation
  when time > 1 then
    n++;
  end when;
end PlusPlus;

//: error[P0101]: `++` is not an operator of Modelica
//:  --> fail_plus_plus.mo:6:6
//:   |
//: 6 |     n++;
//:   |      ^^
//:   = help: an equation does not assign; inside `when` write `n = pre(n) + 1`
