//: $ saltus check
model NameDiffersInCase
  Real Speed;
equation
  der(speed) = -1;
end NameDiffersInCase;

//: error[N0201]: unknown name `speed`
//:  --> fail_name_differs_in_case.mo:5:7
//:   |
//: 5 |   der(speed) = -1;
//:   |       ^^^^^ not declared in this model
//:   = help: did you mean `Speed`?
