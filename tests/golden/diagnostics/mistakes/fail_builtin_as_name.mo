//: $ saltus check
model BuiltinAsName
  Real time;
equation
  der(time) = 1;
end BuiltinAsName;

//: error[N0203]: `time` is already the name of time
//:  --> fail_builtin_as_name.mo:3:8
//:   |
//: 3 |   Real time;
//:   |        ^^^^ declared here
//:   = help: choose another name; `time` can be used without a declaration
