//: $ saltus check
model KeywordUpperCase
  REAL x;
  Parameter Real k = 2;
EQUATION
  IF time > 1 THEN
    x = k;
  ELSE
    x = 0;
  END IF;
END KeywordUpperCase;

//: error[P0201]: `Parameter` is not a keyword
//:  --> fail_keyword_upper_case.mo:4:3
//:   |
//: 4 |   Parameter Real k = 2;
//:   |   ^^^^^^^^^
//:   = help: write `parameter`: all keywords are written in lower case
