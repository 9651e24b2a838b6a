//: $ saltus check
model Counter
  Integer count(start = 0);
  Real rate = der(count);
equation
  when sample(0, 1) then
    count = pre(count) + 1;
  end when;
end Counter;

//: error[N0214]: the argument of `der` changes at events only
//:  --> fail_der_of_discrete.mo:4:19
//:   |
//: 4 |   Real rate = der(count);
//:   |                   ^^^^^ this is an Integer
//:   = help: a continuous variable is declared as `Real`, without `discrete`, and no `when` assigns it
