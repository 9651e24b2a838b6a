//: $ saltus check
model WhenInsideIf
  parameter Boolean counts = true;
  Integer n(start = 0);
equation
  if counts then
    when time > 1 then
      n = 1;
    end when;
  else
    n = 0;
  end if;
end WhenInsideIf;

//: error[N0218]: `when` inside `if`
//:  --> fail_when_inside_if.mo:7:5
//:   |
//: 7 |     when time > 1 then
//:   |     ^^^^^^^^^^^^^^^^^^
//:   = help: join the conditions: `when a and b then`
