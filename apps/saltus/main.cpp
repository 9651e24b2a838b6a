#include "apps/saltus/process.h"
#include "apps/saltus/run.h"

int main(int argc, char** argv) {
  saltus::prepare_process();
  return static_cast<int>(saltus::run({argv + 1, argv + argc}));
}
