//: $ saltus check /proc/self/mem --model
//: exit 4
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;

//: error[U0103]: cannot read `/proc/self/mem`: the device reported an error
