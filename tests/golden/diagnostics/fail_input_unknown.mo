//: $ saltus simulate --quiet --stop 1 --input forc=2
model Cart
  input Real force;
  Real v(start = 0, fixed = true);
equation
  der(v) = force;
end Cart;

//: error[F0317]: `--input forc`: the model has no input `forc`
//:  --> fail_input_unknown.mo:2:7
//:   |
//: 2 | model Cart
//:   |       ^^^^
//:   = help: did you mean `force`?
