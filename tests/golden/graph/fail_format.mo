//: $ saltus graph --format png
//: exit 2
model M
  Real x;
equation
  x = 1;
end M;

//: error[U0204]: `--format png` is not known
//:   = help: formats are `text`, `dot`, `json` and `svg`
