//: $ saltus check
model ForLoop
  Real x;
equation
  for i in 1:3 loop
    x = i;
  end for;
end ForLoop;

//: error[P0304]: `for` loops are not supported yet
//:  --> fail_for_loop.mo:5:3
//:   |
//: 5 |   for i in 1:3 loop
//:   |   ^^^
//:   = help: write one equation for each pass of the loop
