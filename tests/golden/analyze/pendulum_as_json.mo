//: $ saltus analyze --json
model Pendulum "in Cartesian coordinates, index 3"
  parameter Real g = 9.81, L = 1;
  Real x(start = 1, fixed = true), y, T;
equation
  der(der(x)) = -T*x;
  der(der(y)) = -T*y - g;
  x^2 + y^2 = L^2;
end Pendulum;

//: {
//:   "model": "Pendulum",
//:   "equation_count": 3,
//:   "unknown_count": 3,
//:   "index": 3,
//:   "degrees_of_freedom": 2,
//:   "quasilinear": true,
//:   "substituted_variables": [],
//:   "unknowns": [
//:     {
//:       "name": "x",
//:       "offset": 2
//:     },
//:     {
//:       "name": "y",
//:       "offset": 2
//:     },
//:     {
//:       "name": "T",
//:       "offset": 0
//:     }
//:   ],
//:   "equations": [
//:     {
//:       "text": "der(der(x)) = -T*x",
//:       "line": 6,
//:       "offset": 0,
//:       "matched": "x",
//:       "signature": {
//:         "x": 2,
//:         "T": 0
//:       }
//:     },
//:     {
//:       "text": "der(der(y)) = -T*y - g",
//:       "line": 7,
//:       "offset": 0,
//:       "matched": "T",
//:       "signature": {
//:         "y": 2,
//:         "T": 0
//:       }
//:     },
//:     {
//:       "text": "x^2 + y^2 = L^2",
//:       "line": 8,
//:       "offset": 2,
//:       "matched": "y",
//:       "signature": {
//:         "x": 0,
//:         "y": 0
//:       }
//:     }
//:   ],
//:   "blocks": [
//:     [
//:       {
//:         "equations": [
//:           0,
//:           1,
//:           2
//:         ],
//:         "solves": [
//:           "der(der(x))",
//:           "T",
//:           "der(der(y))"
//:         ],
//:         "lead": 0,
//:         "quasilinear": true
//:       }
//:     ]
//:   ],
//:   "state": [
//:     "x",
//:     "der(x)",
//:     "y",
//:     "der(y)"
//:   ],
//:   "leading_values": [
//:     "der(der(x))",
//:     "der(der(y))",
//:     "T"
//:   ],
//:   "latent_equations": [
//:     {
//:       "equation": 2,
//:       "differentiated": 2
//:     }
//:   ],
//:   "start_values": [
//:     "x",
//:     "der(x)",
//:     "y",
//:     "der(y)"
//:   ],
//:   "guesses": [],
//:   "diagnostics": []
//: }
