//: $ saltus check
// `running` is asked, but nobody sets it.
model Pump
  Boolean running;
  Real level(start = 1), q;
equation
  der(level) = -q;
  if running then
    q = 1;
  else
    q = 0;
  end if;
end Pump;

//: error[M0408]: nothing determines the discrete variable `running`
//:  --> fail_boolean_not_set.mo:4:11
//:   |
//: 4 |   Boolean running;
//:   |           ^^^^^^^
//:   = help: write an equation `running = …`, or set it in a `when`
