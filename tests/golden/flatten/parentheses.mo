//: $ saltus flatten
// As few parentheses as the grammar needs.
model Parentheses
  Real a = 1, b = 2, c = 3;
  Real r1 = (a + b) + c;
  Real r2 = a + (b + c);
  Real r3 = a - (b - c);
  Real r4 = (a*b)/c;
  Real r5 = a/(b*c);
  Real r6 = -(a*b);
  Real r7 = (-a)*b;
  Real r8 = a - (-b);
  Real r9 = (a^b)^c;
  Real r10 = a^(-b);
  Real r11 = -a^2;
  Real r12 = (-a)^2;
  Real r13 = 2*(if a > b then b else c);
  Real r14 = if (a > b or b > c) and not (a > c and b > 1) then 1 else 2;
  Real r15 = -2*a + (-2)*b + a*(-2);
end Parentheses;

//: model Parentheses
//:   Real a;
//:   Real b;
//:   Real c;
//:   Real r1;
//:   Real r2;
//:   Real r3;
//:   Real r4;
//:   Real r5;
//:   Real r6;
//:   Real r7;
//:   Real r8;
//:   Real r9;
//:   Real r10;
//:   Real r11;
//:   Real r12;
//:   Real r13;
//:   Real r14;
//:   Real r15;
//: equation
//:   a = 1;
//:   b = 2;
//:   c = 3;
//:   r1 = a + b + c;
//:   r2 = a + (b + c);
//:   r3 = a - (b - c);
//:   r4 = a*b/c;
//:   r5 = a/(b*c);
//:   r6 = -a*b;
//:   r7 = (-a)*b;
//:   r8 = a - (-b);
//:   r9 = (a^b)^c;
//:   r10 = a^(-b);
//:   r11 = -a^2;
//:   r12 = (-a)^2;
//:   r13 = 2*(if a > b then b else c);
//:   r14 = if (a > b or b > c) and not (a > c and b > 1) then 1 else 2;
//:   r15 = -2*a + (-2)*b + a*(-2);
//: end Parentheses;
