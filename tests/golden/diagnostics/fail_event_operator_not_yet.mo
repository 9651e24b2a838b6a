//: $ saltus simulate --quiet --stop 1
model Start
  Real x = noEvent(if initial() then 1 else 2);
end Start;

//: error[M0404]: `initial` is understood, but not executed yet
//:  --> fail_event_operator_not_yet.mo:3:12
//:   |
//: 3 |   Real x = noEvent(if initial() then 1 else 2);
//:   |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
