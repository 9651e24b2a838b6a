//: $ saltus check
// Without the assertion, both brakes on would be singular.
model Brakes
  input Boolean front, rear;
  Real v(start = 1), force;
equation
  der(v) = -force;
  assert(not (front and rear), "one brake at a time");
  if front then
    v = 0;
  end if;
  if rear then
    v = 1;
  end if;
  if not (front or rear) then
    force = 0;
  end if;
end Brakes;

//: Brakes: 2 unknowns, 3 guards, 3 modes: ok
//:          modes   index   degrees of freedom
//:              1       1                    1
//:              2       2                    0
//:   branches differ in index: 1 when `not front and not rear`, 2 when `front or rear`
