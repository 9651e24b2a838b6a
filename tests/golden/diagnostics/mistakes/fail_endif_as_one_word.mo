//: $ saltus check
model EndifAsOneWord
  Real x;
equation
  if time > 1 then
    x = 1;
  else
    x = 2;
  endif;
end EndifAsOneWord;

//: error[P0201]: `endif` is not a keyword
//:  --> fail_endif_as_one_word.mo:9:3
//:   |
//: 9 |   endif;
//:   |   ^^^^^
//:   = help: write `end if`
