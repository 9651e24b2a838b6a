//: $ saltus check
model Chain "Each of 151 derivatives of u"
  Real u, x;
equation
  u = sin(time);
  x = der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(u)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))));
end Chain;
