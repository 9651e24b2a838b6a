//: $ saltus explain changes
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
//: Modes
//:     1  contact == 0   (the first one)
//:     2  contact == 1
//: Changes by one crossing
//:     1 to 2   impulsive         f (order 1); jump: der(x), v
//:     2 to 1   continuous
