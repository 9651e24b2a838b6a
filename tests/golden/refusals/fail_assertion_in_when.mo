//: $ saltus simulate --quiet --stop 2
//: exit 3
model Hot2
  Real T(start = 300, fixed = true);
equation
  der(T) = 10;
  when T > 305 then
    assert(false, "the bearing is too hot");
  end when;
end Hot2;

//: error[X0606]: assertion failed at t = 0.5: the bearing is too hot
//:  --> fail_assertion_in_when.mo:8:5
//:   |
//: 8 |     assert(false, "the bearing is too hot");
//:   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//:   = the results end here
