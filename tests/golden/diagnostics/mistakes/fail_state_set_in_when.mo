//: $ saltus check
model StateSetInWhen
  Real x(start = 1, fixed = true);
equation
  der(x) = -1;
  when x < 0 then
    x = 3;
  end when;
end StateSetInWhen;

//: error[N0214]: this sets `x`, which has a derivative
//:  --> fail_state_set_in_when.mo:7:5
//:   |
//: 5 |   der(x) = -1;
//:   |       - `x` changes continuously here
//: 6 |   when x < 0 then
//: 7 |     x = 3;
//:   |     ^^^^^ a variable that is set like this is constant between events
//:   = help: write `reinit(x, 3);`
