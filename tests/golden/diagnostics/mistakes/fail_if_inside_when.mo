//: $ saltus check
model IfInsideWhen
  Integer n(start = 0);
  Real x;
equation
  x = sin(time);
  when sample(0, 1) then
    if x > 0 then
      n = 1;
    end if;
  end when;
end IfInsideWhen;

//: error[N0227]: this `if` inside `when` does not set the same variables in all its branches
//:  --> fail_if_inside_when.mo:8:5
//:   |
//: 8 |     if x > 0 then
//:   |     ^^^^^^^^^^^^^
//:   = help: `v = pre(v)` in a branch, also in an `else`, leaves `v` as it is
//:   = help: nothing but `v = …` may stand in it
