//: $ saltus analyze
model Empty
  parameter Real p = 1;
end Empty;
