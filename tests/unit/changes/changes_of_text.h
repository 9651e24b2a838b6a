#pragma once

#include <gtest/gtest.h>

#include <string>

#include "saltus/analysis/changes/change_table.h"
#include "saltus/compiler/hybrid/build_hybrid.h"
#include "saltus/compiler/modes/first_mode.h"
#include "tests/unit/flat/flatten_text.h"

namespace saltus {

// A model, ready to be asked for its changes.
struct ModelUnderTest {
  ModelUnderTest(const std::string& declarations, const std::string& equations)
      : system(flatten_model(declarations, equations)),
        hybrid(*build_hybrid(system, diagnostics)),
        first(*find_first_mode(system, diagnostics)) {}

  ChangeTable table(const ChangeChoice& choice = {}) {
    return make_change_table(system, hybrid, first, choice);
  }

  Diagnostics diagnostics;
  FlatSystem system;
  HybridSystem hybrid;
  Mode first;
};

}  // namespace saltus
