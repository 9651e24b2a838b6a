//: $ saltus check
model Counter
  Integer n;
equation
  when sample(0, 1) then
    if pre(n) < 5 then
      n = pre(n) + 1;
    end if;
  end when;
end Counter;

//: error[N0227]: this `if` inside `when` does not set the same variables in all its branches
//:  --> fail_if_inside_when.mo:6:5
//:   |
//: 6 |     if pre(n) < 5 then
//:   |     ^^^^^^^^^^^^^^^^^^
//:   = help: `v = pre(v)` in a branch, also in an `else`, leaves `v` as it is
//:   = help: nothing but `v = …` may stand in it
