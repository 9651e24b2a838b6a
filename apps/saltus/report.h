#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "apps/saltus/exit_code.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// For messages that belong to no text.
const SourceText& no_source();

// To standard error, for people. Prints nothing when there is nothing.
void report(const Diagnostics& diagnostics, const SourceText& source);

// For programs: an array.
nlohmann::ordered_json diagnostics_to_json(const Diagnostics& diagnostics,
                                           const SourceText& source);

// Reports a failure to people, or to programs as {"ok": false, "exit_code", "diagnostics"} on
// standard output, and passes the exit code on.
ExitCode fail(ExitCode code, const Diagnostics& diagnostics, const SourceText& source, bool json);

// To standard output. A failure there is found by finish_output().
void print(std::string_view text);
void print_json(const nlohmann::ordered_json& json);
// Something that was printed has not arrived.
bool is_output_lost();

// Whether all that was printed has arrived; otherwise says so, and `code` gives way to `files`.
ExitCode finish_output(ExitCode code);

}  // namespace saltus
