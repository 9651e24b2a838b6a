//: $ saltus check . --model
//: exit 4
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;

//: error[U0102]: `.` is a folder, not the file of a model
//:   = help: it has the model `./fail_file_is_folder.mo`
