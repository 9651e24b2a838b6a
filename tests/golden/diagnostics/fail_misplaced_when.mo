//: $ saltus check
model Nested
  Real x(start = 1);
  discrete Real d(start = 0);
equation
  der(x) = -x;
  if x > 0.5 then
    when x < 0.7 then
      d = 1;
    end when;
  end if;
end Nested;

//: error[N0218]: `when` inside `if`
//:  --> fail_misplaced_when.mo:8:5
//:   |
//: 8 |     when x < 0.7 then
//:   |     ^^^^^^^^^^^^^^^^^
//:   = help: join the conditions: `when a and b then`
