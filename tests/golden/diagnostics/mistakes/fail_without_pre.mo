//: $ saltus check
model WithoutPre
  Integer n(start = 0);
equation
  when time > 1 then
    n = n + 1;
  end when;
end WithoutPre;

//: error[M0407]: discrete values need each other
//:  --> fail_without_pre.mo:6:5
//:   |
//: 6 |     n = n + 1;
//:   |     ^^^^^^^^^
//:   = `n` needs `n`
//:   = help: `pre(…)` breaks the loop: the value before the event
