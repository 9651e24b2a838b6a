//: $ saltus check
model ImaginaryT
  Real x;
equation
  x = sin(t);
end ImaginaryT;

//: error[N0201]: unknown name `t`
//:  --> fail_imaginary_t.mo:5:11
//:   |
//: 5 |   x = sin(t);
//:   |           ^ not declared in this model
//:   = help: the time is called `time`
