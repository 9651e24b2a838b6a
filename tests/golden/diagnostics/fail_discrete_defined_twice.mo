//: $ saltus simulate --quiet --stop 1
model Lamp
  Boolean on;
equation
  when time > 0.2 then
    on = true;
  end when;
  when time > 0.6 then
    on = false;
  end when;
end Lamp;

//: error[M0409]: the discrete variable `on` is determined twice
//:  --> fail_discrete_defined_twice.mo:9:5
//:   |
//: 6 |     on = true;
//:   |     --------- determined here
//: ...
//: 9 |     on = false;
//:   |     ^^^^^^^^^^ determined again
//:   = both `when` clauses could happen at the same instant
//:   = help: make one of them an `elsewhen` of the other: the first one counts
