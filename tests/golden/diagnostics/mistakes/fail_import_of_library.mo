//: $ saltus check
model ImportOfLibrary
  import Modelica.Constants.pi;
  import SI = Modelica.Units.SI;
  SI.Length x;
equation
  x = sin(pi*time);
end ImportOfLibrary;

//: error[P0302]: `import` is not supported yet
//:  --> fail_import_of_library.mo:3:3
//:   |
//: 3 |   import Modelica.Constants.pi;
//:   |   ^^^^^^
//:   = help: declare what it would bring: `constant Real pi = 3.141592653589793`
//:
//: error[P0302]: `import` is not supported yet
//:  --> fail_import_of_library.mo:4:3
//:   |
//: 4 |   import SI = Modelica.Units.SI;
//:   |   ^^^^^^
//:   = help: declare what it would bring: `constant Real pi = 3.141592653589793`
//:
//: error: 2 errors
