//: $ saltus check
model WhileLoop
  Real x;
equation
  while time < 1 loop
    x = 1;
  end while;
end WhileLoop;

//: error[P0304]: `while` loops are not supported yet
//:  --> fail_while_loop.mo:5:3
//:   |
//: 5 |   while time < 1 loop
//:   |   ^^^^^
//:   = help: write one equation for each pass of the loop
