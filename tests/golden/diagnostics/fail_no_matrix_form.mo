//: $ saltus convert --to imti
model Heater
  Real T(start = 18, fixed = true);
  discrete Integer switches(start = 0, fixed = true);
  input Real outside = 10 + time;
equation
  der(T) = if T < 20 then 1 else outside;
  when T < 20 then
    switches = pre(switches) + 1;
  end when;
  assert(T < 90, "too hot");
end Heater;

//: error[L0722]: the input `outside` is neither constant nor a table over time
//:  --> fail_no_matrix_form.mo:5:24
//:   |
//: 5 |   input Real outside = 10 + time;
//:   |                        ^^^^^^^^^
//:   = a table is `if time < T then … elseif … else …` with increasing times, its branches constant, or linear in time, without a jump, and constant at both ends
//:
//: error[L0722]: a condition has no place in the matrices of a multilinear model
//:  --> fail_no_matrix_form.mo:7:15
//:   |
//: 7 |   der(T) = if T < 20 then 1 else outside;
//:   |               ^^^^^^
//:   = help: write it with a binary unknown and an inequality
//:
//: error[L0722]: a `when` clause has no place in the matrices of a multilinear model
//:  --> fail_no_matrix_form.mo:8:3
//:   |
//: 8 |   when T < 20 then
//:   |   ^^^^^^^^^^^^^^^^
//:
//: error[L0722]: an assertion has no place in the matrices
//:   --> fail_no_matrix_form.mo:11:3
//:    |
//: 11 |   assert(T < 90, "too hot");
//:    |   ^^^^^^^^^^^^^^^^^^^^^^^^^
//:
//: error[L0722]: `switches` is discrete; signals are Real or binary unknowns
//:  --> fail_no_matrix_form.mo:4:20
//:   |
//: 4 |   discrete Integer switches(start = 0, fixed = true);
//:   |                    ^^^^^^^^
//:
//: error: 5 errors
