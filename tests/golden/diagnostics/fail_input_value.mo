//: $ saltus simulate --quiet --stop 1 --input on=2
model Heater
  input Boolean on;
  Real T(start = 20, fixed = true);
equation
  der(T) = if on then 1 else 0;
end Heater;

//: error[F0318]: `--input on`: 2 is no value of this input
//:  --> fail_input_value.mo:3:17
//:   |
//: 3 |   input Boolean on;
//:   |                 ^^
//:   = help: write true or false, in tables 1 or 0
