//: $ saltus check
model DerOfDiscrete
  Integer n;
  Real x;
equation
  n = integer(time);
  x = der(n);
end DerOfDiscrete;

//: error[N0214]: the argument of `der` changes at events only
//:  --> fail_der_of_discrete.mo:7:11
//:   |
//: 7 |   x = der(n);
//:   |           ^ this is an Integer
//:   = help: a continuous variable is declared as `Real`, without `discrete`, and no `when` assigns it
