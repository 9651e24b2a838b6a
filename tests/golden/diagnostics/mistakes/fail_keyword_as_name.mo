//: $ saltus check
model KeywordAsName
  Real output;
equation
  output = time;
end KeywordAsName;

//: error[P0201]: expected the name of a variable, found `output`
//:  --> fail_keyword_as_name.mo:3:8
//:   |
//: 3 |   Real output;
//:   |        ^^^^^^
//:   = `output` is a keyword of Modelica and cannot be a name
