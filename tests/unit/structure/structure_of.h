#pragma once

#include <gtest/gtest.h>

#include "saltus/compiler/structure/analyze_structure.h"
#include "tests/unit/structure/model_builder.h"

namespace saltus::testing {

inline ModeStructure structure_of(const ModelBuilder& model) {
  Diagnostics diagnostics;
  auto structure = analyze_structure(model.system, model.mode, diagnostics);
  EXPECT_TRUE(structure.has_value());
  EXPECT_FALSE(diagnostics.has_errors());
  return structure.value_or(ModeStructure{});
}

}  // namespace saltus::testing
