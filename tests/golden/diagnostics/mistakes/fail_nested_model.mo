//: $ saltus check
model NestedModel
  model Inner
    Real y;
  equation
    y = time;
  end Inner;
  Inner i;
  Real x;
equation
  x = i.y;
end NestedModel;

//: error[P0301]: a model inside a model is not supported yet
//:  --> fail_nested_model.mo:3:3
//:   |
//: 3 |   model Inner
//:   |   ^^^^^
//:   = help: write its declarations and equations into the model that uses it
