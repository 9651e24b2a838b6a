//: $ saltus explain changes --from 'not closed1 and not closed2' --to 'closed1 and closed2'
// Both clutches at once: no single crossing does that.
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

//: TwoClutches
//:
//: Modes
//:     1  not closed1, not closed2   (the first one)
//:     2  not closed1, closed2
//:     3  closed1, not closed2
//:     4  closed1, closed2
//: Changes that were asked for
//:     1 to 4   impulsive         tc1 (order 1), tc2 (order 1); jump: we, ws, ww
