//: $ saltus explain resets
model Contact "a mass falls on a table that moves"
  Real x(start = 0.5, fixed = true), v(start = 0, fixed = true), f, h;
  Integer contact(min = 0, max = 1);
equation
  h = 0.1*sin(12*time);
  der(x) = v;
  der(v) = f - 9.81;
  contact*(x - h) + (1 - contact)*f = 0;
  -(1 - contact)*(x - h) - contact*f <= 0;
end Contact;

//: Contact
//:
//: Mode `contact == 0`: index 1, 2 degrees of freedom
//:   state: x, v
//:   h from
//:     line 6: h = 0.1*sin(12*time)
//:   f from
//:     line 9: f = 0
//:   der(v) from
//:     line 8: der(v) = f - 9.81
//:   der(x) from
//:     line 7: der(x) = v
//:
//: Mode `contact == 1`: index 3, 0 degrees of freedom
//:   state: x, der(x), v, h, der(h)
//:   der(der(h)) from
//:     line 6: h = 0.1*sin(12*time)  (differentiated twice)
//:   der(der(x)) from
//:     line 9: x - h = 0  (differentiated twice)
//:   der(v) from
//:     line 7: der(x) = v  (differentiated once)
//:   f from
//:     line 8: der(v) = f - 9.81
//:
//: From `contact == 0` to `contact == 1`
//:   line 9: x - h = 0  need not hold before
//:   line 6: h = 0.1*sin(12*time)  need not hold before
//:   der(x) := der(h)
//:   v := der(h)
//:   f: impulse of order 1, weight der(h) - pre(v)
//:
//: From `contact == 1` to `contact == 0`
//:   the state is continuous
