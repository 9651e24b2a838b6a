//: $ saltus flatten --set wet=true
// What parameters decide is gone: branches of equations and of expressions.
model Friction
  parameter Boolean wet = false;
  parameter Integer kind = if wet then 2 else 1;
  parameter Real mu = if kind == 2 then 0.1 else 0.7;
  Real v(start = 1), force;
equation
  der(v) = -force;
  if kind == 1 then
    force = mu*sign(v);
  elseif kind == 2 then
    force = mu*v + (if mu > 0.5 then abs(v) else 0);
  else
    force = 0;
  end if;
end Friction;

//: model Friction
//:   parameter Boolean wet = true;
//:   parameter Integer kind = if wet then 2 else 1;
//:   parameter Real mu = if kind == 2 then 0.1 else 0.7;
//:   Real v(start = 1);
//:   Real force;
//: equation
//:   der(v) = -force;
//:   force = mu*v;
//: end Friction;
