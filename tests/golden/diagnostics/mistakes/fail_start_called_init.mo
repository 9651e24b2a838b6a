//: $ saltus check
model StartCalledInit
  Real x(init = 1);
equation
  der(x) = -x;
end StartCalledInit;

//: error[N0209]: `init` is not an attribute of Real
//:  --> fail_start_called_init.mo:3:10
//:   |
//: 3 |   Real x(init = 1);
//:   |          ^^^^
//:   = help: write `start`
