#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "saltus/runtime/results/atomic_file.h"
#include "saltus/runtime/results/trajectory.h"

namespace saltus {

// The trajectory as comma-separated values (RFC 4180, but lines end with \n): a header `time,x,…`,
// then one line per row. Numbers are the shortest that read back as the same double; a value that
// does not exist is `NaN`, an infinite one `Infinity` or `-Infinity`.
//
// The file appears complete or not at all.
WriteResult write_csv(const Trajectory& trajectory, const std::string& path);

// The same text piece by piece, for other destinations than files.
void write_csv(const Trajectory& trajectory, const std::function<void(std::string_view)>& write);

}  // namespace saltus
