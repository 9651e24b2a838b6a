//: $ saltus check
model M
  Real x, y;
equation
  for i in 1:3 loop
    for j in 1:i loop
      x = i*j;
    end for;
  end for;
  connect(x, y);
  x = 1;
end M;

//: error[P0304]: `for` loops are not supported yet
//:  --> fail_unsupported_equation.mo:5:3
//:   |
//: 5 |   for i in 1:3 loop
//:   |   ^^^
//:   = help: write one equation for each pass of the loop
//:
//: error[P0304]: `connect` is not supported yet
//:   --> fail_unsupported_equation.mo:10:3
//:    |
//: 10 |   connect(x, y);
//:    |   ^^^^^^^
//:    = help: write the equations that it stands for: potentials are equal, flows add up to zero
//:
//: error: 2 errors
