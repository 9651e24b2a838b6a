//: $ saltus flatten
// Variables that a when clause sets are discrete; edge and change are written out.
model Bounce
  Real h(start = 1), v;
  Boolean below = h < 0;
  Integer count(start = 0);
  Real last(start = 0);
equation
  der(h) = v;
  der(v) = -9.81;
  when edge(below) then
    reinit(v, -0.8*pre(v));
    count = pre(count) + integer(abs(v));
    last = if count > 3 then time else pre(last);
  elsewhen {change(count), sample(0, 0.1)} then
    assert(h > -1, "fell through the \"floor\"", AssertionLevel.warning);
    terminate("done");
  end when;
end Bounce;

//: model Bounce
//:   Real h(start = 1);
//:   Real v;
//:   Boolean below;
//:   Integer count(start = 0);
//:   discrete Real last(start = 0);
//: equation
//:   below = h < 0;
//:   der(h) = v;
//:   der(v) = -9.81;
//:   when below and not pre(below) then
//:     reinit(v, -0.8*pre(v));
//:     count = pre(count) + integer(abs(v));
//:     last = if count > 3 then time else pre(last);
//:   elsewhen {count <> pre(count), sample(0, 0.1)} then
//:     assert(h > -1, "fell through the \"floor\"", AssertionLevel.warning);
//:     terminate("done");
//:   end when;
//: end Bounce;
