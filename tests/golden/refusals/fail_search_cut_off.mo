//: $ saltus simulate --quiet --stop 1
//: exit 3
model Tangle "Thirteen conditions, each of which contradicts itself"
  Real y1, y2, y3, y4, y5, y6, y7, y8, y9, y10, y11, y12, y13;
equation
  y1 = (if y1 > 0.5 then 0 else 1) + y2/100;  y2 = (if y2 > 0.5 then 0 else 1) + y3/100;
  y3 = (if y3 > 0.5 then 0 else 1) + y4/100;  y4 = (if y4 > 0.5 then 0 else 1) + y5/100;
  y5 = (if y5 > 0.5 then 0 else 1) + y6/100;  y6 = (if y6 > 0.5 then 0 else 1) + y7/100;
  y7 = (if y7 > 0.5 then 0 else 1) + y8/100;  y8 = (if y8 > 0.5 then 0 else 1) + y9/100;
  y9 = (if y9 > 0.5 then 0 else 1) + y10/100;  y10 = (if y10 > 0.5 then 0 else 1) + y11/100;
  y11 = (if y11 > 0.5 then 0 else 1) + y12/100;  y12 = (if y12 > 0.5 then 0 else 1) + y13/100;
  y13 = (if y13 > 0.5 then 0 else 1) + y1/100;
end Tangle;

//: error[X0628]: no mode was found at t = 0 among the nearest 4096 that were tried
//:  --> fail_search_cut_off.mo:6:12
//:   |
//: 6 |   y1 = (if y1 > 0.5 then 0 else 1) + y2/100;  y2 = (if y2 > 0.5 then 0 else 1) + y3/100;
//:   |            ^^^^^^^^                                    -------- whatever is assumed of this, the opposite follows
//:   |            |
//:   |            whatever is assumed of this, the opposite follows
//: 7 |   y3 = (if y3 > 0.5 then 0 else 1) + y4/100;  y4 = (if y4 > 0.5 then 0 else 1) + y5/100;
//:   |            --------                                    -------- whatever is assumed of this, the opposite follows
//:   |            |
//:   |            whatever is assumed of this, the opposite follows
//: 8 |   y5 = (if y5 > 0.5 then 0 else 1) + y6/100;  y6 = (if y6 > 0.5 then 0 else 1) + y7/100;
//:   |            --------                                    -------- whatever is assumed of this, the opposite follows
//:   |            |
//:   |            whatever is assumed of this, the opposite follows
//:   = in the mode `y1 <= 0.5, y2 <= 0.5, y3 <= 0.5, y4 <= 0.5, y5 <= 0.5, y6 <= 0.5, y7 <= 0.5, y8 <= 0.5, y9 <= 0.5, y10 <= 0.5, y11 <= 0.5, y12 <= 0.5, y13 <= 0.5`: `y1 - 0.5` is 0.5101, not negative; `y2 - 0.5` is 0.5101, not negative; `y3 - 0.5` is 0.5101, not negative; and 10 more
//:   = in the mode `y1 > 0.5, y2 > 0.5, y3 > 0.5, y4 > 0.5, y5 > 0.5, y6 > 0.5, y7 > 0.5, y8 > 0.5, y9 > 0.5, y10 > 0.5, y11 > 0.5, y12 > 0.5, y13 > 0.5`: `y1 - 0.5` is -0.5, not positive; `y2 - 0.5` is -0.5, not positive; `y3 - 0.5` is -0.5, not positive; and 10 more
//:   = in the mode `y1 > 0.5, y2 <= 0.5, y3 <= 0.5, y4 <= 0.5, y5 <= 0.5, y6 <= 0.5, y7 <= 0.5, y8 <= 0.5, y9 <= 0.5, y10 <= 0.5, y11 <= 0.5, y12 <= 0.5, y13 <= 0.5`: `y1 - 0.5` is -0.4899, not positive; `y2 - 0.5` is 0.5101, not negative; `y3 - 0.5` is 0.5101, not negative; and 10 more
//:   = in the mode `y1 <= 0.5, y2 > 0.5, y3 > 0.5, y4 > 0.5, y5 > 0.5, y6 > 0.5, y7 > 0.5, y8 > 0.5, y9 > 0.5, y10 > 0.5, y11 > 0.5, y12 > 0.5, y13 > 0.5`: `y1 - 0.5` is 0.5, not negative; `y2 - 0.5` is -0.5, not positive; `y3 - 0.5` is -0.5, not positive; and 10 more
//:   = help: fewer conditions that depend on what they decide, or start values nearer to the mode that is meant, make the search shorter
