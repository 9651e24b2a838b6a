//: $ saltus simulate --quiet --stop 1 --input 'force=sin(tim)'
model Cart
  input Real force(min = -1) "what pulls";
  Real v(start = 0, fixed = true);
equation
  der(v) = force;
end Cart;

//: error[N0201]: unknown name `tim`
//:  --> fail_input_expression.mo:3:36
//:   |
//: 3 |   input Real force(min = -1) = sin(tim) "what pulls";
//:   |                                    ^^^ not declared in this model
//:   = help: did you mean `time`?
