//: $ saltus check
package Library
  model PackageAround
    Real x;
  equation
    x = time;
  end PackageAround;
end Library;

//: error[P0301]: `package` is not supported yet
//:  --> fail_package_around.mo:2:1
//:   |
//: 2 | package Library
//:   | ^^^^^^^
//:   = help: take the models out of the package: a file may hold several
