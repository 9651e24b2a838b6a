//: $ saltus check
model TypeBoolean
  boolean b;
equation
  b = time > 1;
end TypeBoolean;

//: error[N0204]: unknown type `boolean`
//:  --> fail_type_boolean.mo:3:3
//:   |
//: 3 |   boolean b;
//:   |   ^^^^^^^
//:   = help: write `Boolean`
