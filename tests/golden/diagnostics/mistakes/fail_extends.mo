//: $ saltus check
model Base
  Real x;
end Base;
model Extends
  extends Base;
equation
  x = time;
end Extends;

//: error[P0302]: `extends` is not supported yet
//:  --> fail_extends.mo:6:3
//:   |
//: 6 |   extends Base;
//:   |   ^^^^^^^
//:   = help: write the declarations and equations of that model into this one
