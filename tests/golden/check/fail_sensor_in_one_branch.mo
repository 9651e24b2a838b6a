//: $ saltus check
// The measured value exists only while the sensor is on.
model Sensor
  input Boolean on;
  Real T(start = 20), measured, heat;
equation
  der(T) = heat - 0.1*(T - 15);
  heat = if measured < 19 then 5 else 0;
  if on then
    measured = T;
  end if;
end Sensor;

//: error[S0305]: in the modes `not on` (2 of 4): 1 equation too few: nothing determines `measured`
//:   --> fail_sensor_in_one_branch.mo:5:23
//:    |
//:  5 |   Real T(start = 20), measured, heat;
//:    |                       ^^^^^^^^ in no equation of these modes
//: ...
//: 10 |     measured = T;
//:    |     ------------ not in these modes
//:    = help: write an equation for `measured` that holds in these modes
//:
//: Sensor: 3 unknowns, 2 guards, 4 modes
//:          modes   index   degrees of freedom
//:              2       1                    1
//:              2  singular
