//: $ saltus check
model Tank
  parameter Real area(min = 0) = -1;
  Real level(start = 1);
equation
  der(level) = -level/area;
end Tank;

//: error[F0306]: the value -1 of `area` is out of its bounds
//:  --> fail_value_out_of_bounds.mo:3:18
//:   |
//: 3 |   parameter Real area(min = 0) = -1;
//:   |                  ^^^^
//:   = min = 0
