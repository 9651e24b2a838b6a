//: $ saltus check
model WindowsLineEnds
  Real x;
equation
  x = 1;
end WindowsLineEnds;

//: WindowsLineEnds: 1 equation, 1 unknown, index 1, 0 degrees of freedom: ok
