#pragma once

namespace saltus {

// To be called first: makes the surroundings of the program such that what fails is reported where
// it fails, as the result of a call.
//
// - Standard streams that are closed become streams that fail, so that no file that is opened later
//   gets their number and with it what is printed.
// - A reader that has gone (`| head`) and a limit of file size (`ulimit -f`) are errors of writing.
// - Some memory is kept back for the messages when there is no more, and where nobody can catch the
//   exception, the program keeps what its files have so far.
void prepare_process();

}  // namespace saltus
