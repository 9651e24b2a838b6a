//: $ saltus check
model Connect
  Real x, y;
equation
  x = time;
  connect(x, y);
end Connect;

//: error[P0304]: `connect` is not supported yet
//:  --> fail_connect.mo:6:3
//:   |
//: 6 |   connect(x, y);
//:   |   ^^^^^^^
//:   = help: write the equations that it stands for: potentials are equal, flows add up to zero
