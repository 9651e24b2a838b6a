//: $ saltus check
// Opening interrupts the current: index 2, and an impulse; not an error of structure.
model Interrupt
  input Boolean closed;
  Real i(start = 1), u_switch;
equation
  0.1*der(i) = 12 - 2*i - u_switch;
  if closed then
    u_switch = 0;
  else
    i = 0;
  end if;
end Interrupt;

//: Interrupt: 2 unknowns, 1 guard, 2 modes: ok
//:          modes   index   degrees of freedom
//:              1       1                    1
//:              1       2                    0
//:   branches differ in index: 1 when `closed`, 2 when `not closed`
