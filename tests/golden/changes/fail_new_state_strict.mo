//: $ saltus explain changes --strict
// Nothing says where b begins as a state: it keeps its left limit.
model BecomesState
  Real a = time^2, b;
equation
  if time <= 3 then
    b = a;
  else
    der(b) = -1;
  end if;
end BecomesState;

//: BecomesState
//:
//: Modes
//:     1  time > 3
//:     2  time <= 3   (the first one)
//: Changes by one crossing
//:     1 to 2   continuous        follow: b
//:     2 to 1   continuous        left limit kept: b
//: error[S0314]: the change from `time <= 3` to `time > 3` is under-determined: nothing says where `b` begins
//:  --> fail_new_state_strict.mo:4:20
//:   |
//: 4 |   Real a = time^2, b;
//:   |                    ^ a new state without a value
//:   = without `--strict` it keeps its left limit
//:   = help: write `when time > 3 then reinit(b, …); end when;`
