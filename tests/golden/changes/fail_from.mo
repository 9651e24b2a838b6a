//: $ saltus explain changes --from closed3
//: exit 2
// A guard that does not exist.
model TwoClutches
  Real we(start = 100), ws(start = 0), ww(start = 10), tc1, tc2;
  Boolean closed1 = we < 50, closed2 = ww < 5;
equation
  der(we) = 20 - tc1;
  der(ws) = tc1 - tc2/4;
  4*der(ww) = tc2;
  if closed1 then we = ws; else tc1 = 0; end if;
  if closed2 then ws = 4*ww; else tc2 = 0; end if;
end TwoClutches;

//: error[U0204]: `closed3` is no guard of the model
//:  --> --from:1:1
//:   |
//: 1 | closed3
//:   | ^^^^^^^ nothing depends on it
//:   = help: did you mean `closed1`?
