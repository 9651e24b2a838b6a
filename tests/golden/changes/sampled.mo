//: $ saltus explain changes
// A number that steps: one equation follows, a constraint hands it on as an impulse.
model Sampled
  Real T(start = 0, fixed = true), w(start = 0, fixed = true), tau;
  discrete Real u(start = 0);
equation
  3*der(T) = u - T;
  der(w) = tau;
  w = u;
  when sample(0.5, 0.5) then
    u = 2*(1 - T);
  end when;
end Sampled;

//: Sampled
//:
//: Part of `T`
//: Modes
//:     1  every mode   (the first one)
//: Changes by one crossing
//:   none
//: Events within a mode
//:     1        continuous        when sample(0.5, 0.5): u steps
//:
//: Part of `w`, `tau`
//: Modes
//:     1  every mode   (the first one)
//: Changes by one crossing
//:   none
//: Events within a mode
//:     1        impulsive         when sample(0.5, 0.5): u steps
//:                                  tau (order 1); jump: w
