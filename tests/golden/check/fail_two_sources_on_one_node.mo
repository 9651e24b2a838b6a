//: $ saltus check
// Two ideal sources can be connected to the same node.
model Node
  input Boolean battery_on, grid_on;
  Real u, i_battery, i_grid, i_load;
equation
  i_load = u/5;
  i_battery + i_grid = i_load;
  if battery_on then
    u = 12;
  else
    i_battery = 0;
  end if;
  if grid_on then
    u = 24;
  else
    i_grid = 0;
  end if;
end Node;

//: error[S0305]: in the mode `battery_on and grid_on` (1 of 4): lines 10 and 15 both determine `u`, and line 8 is all that is left for `i_battery` and `i_grid`
//:   --> fail_two_sources_on_one_node.mo:10:5
//:    |
//:  5 |   Real u, i_battery, i_grid, i_load;
//:    |           ---------  ------ undetermined in this mode
//: ...
//:  8 |   i_battery + i_grid = i_load;
//:    |   --------------------------- contains them
//:  9 |   if battery_on then
//: 10 |     u = 12;
//:    |     ^^^^^^ determines `u`
//: 11 |   else
//: 12 |     i_battery = 0;
//:    |     ------------- not in this mode
//: ...
//: 15 |     u = 24;
//:    |     ------ so does this one
//: 16 |   else
//: 17 |     i_grid = 0;
//:    |     ---------- not in this mode
//:    = help: replace one of lines 10 and 15 in this mode by an equation for `i_battery` or `i_grid`, or exclude this mode by `assert(not (…), "…")`
//:
//: Node: 4 unknowns, 2 guards, 4 modes
//:          modes   index   degrees of freedom
//:              3       1                    0
//:              1  singular
