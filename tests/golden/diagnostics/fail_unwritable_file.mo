//: $ saltus simulate --output no_such_folder/result.csv
//: exit 4
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;

//: error[U0105]: cannot write `no_such_folder/result.csv`: the folder `no_such_folder` does not exist
