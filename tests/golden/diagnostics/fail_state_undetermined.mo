//: $ saltus simulate --stop 2 --quiet --strict
//: exit 3
model Starts
  Real b;
equation
  if time < 1 then
    b = 2*time;
  else
    der(b) = -1;
  end if;
end Starts;

//: error[X0611]: nothing determines `b` when the mode `time >= 1` is entered at t = 1
//:  --> fail_state_undetermined.mo:4:8
//:   |
//: 4 |   Real b;
//:   |        ^ becomes a state there
//:   = without --strict it takes its left limit
//:   = help: set it in a `when` clause: `reinit(b, …)`
