#pragma once

#include <string>
#include <string_view>

namespace saltus {

// Names in matrix files are free text; in Modelica they are identifiers, quoted where need be:
//   x1 <-> x1,  tank 1 <-> 'tank 1',  end <-> 'end',  'x1' <-> 'x1'.
// Each function is the inverse of the other.
std::string modelica_name(std::string_view name);
std::string name_of_modelica(std::string_view identifier);

// Printable ASCII, at least one character: what quotes can hold.
bool can_be_modelica_name(std::string_view name);

}  // namespace saltus
