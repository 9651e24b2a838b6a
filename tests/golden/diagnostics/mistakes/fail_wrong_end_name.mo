//: $ saltus check
model WrongEndName
  Real x;
equation
  x = time;
end WrongName;

//: error[P0205]: `end WrongName` closes the model `WrongEndName`
//:  --> fail_wrong_end_name.mo:6:5
//:   |
//: 2 | model WrongEndName
//:   |       ------------ this model
//: ...
//: 6 | end WrongName;
//:   |     ^^^^^^^^^
//:   = help: write `end WrongEndName;`
