//: $ saltus check
model Run
  Real x(start = 1);
equation
  der(x) = -x;
  annotation(experiment(StopTime = 10, Tolerance = -1));
end Run;

//: error[F0307]: `Tolerance` is -1, it must be positive
//:  --> fail_experiment_setting.mo:6:40
//:   |
//: 6 |   annotation(experiment(StopTime = 10, Tolerance = -1));
//:   |                                        ^^^^^^^^^^^^^^
