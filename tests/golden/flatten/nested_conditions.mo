//: $ saltus flatten
// elseif, nesting and branches with different numbers of equations.
model Nested
  Real x(start = 1), y, z;
equation
  der(x) = -1;
  if x > 2 then
    y = 1;
    z = 1;
  elseif x > 1 then
    if y > 0 then
      der(y) = 1;
    else
      y = z;
    end if;
    z = 2;
  elseif x > 0 then
  else
    if x > 2 then
      z = 17;
    end if;
    y + z = 0;
  end if;
  assert(x < 10, "too far");
initial equation
  if x > 2 then
    y = 0;
  end if;
end Nested;

//: model Nested
//:   Real x(start = 1);
//:   Real y;
//:   Real z;
//: initial equation
//:   if x > 2 then
//:     y = 0;
//:   end if;
//: equation
//:   der(x) = -1;
//:   if x > 2 then
//:     y = 1;
//:     z = 1;
//:   elseif x > 1 then
//:     if y > 0 then
//:       der(y) = 1;
//:     else
//:       y = z;
//:     end if;
//:     z = 2;
//:   elseif x > 0 then
//:   else
//:     y + z = 0;
//:   end if;
//:   assert(x < 10, "too far");
//: end Nested;
