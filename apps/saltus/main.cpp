#include "apps/saltus/run.h"

int main(int argc, char** argv) { return static_cast<int>(saltus::run({argv + 1, argv + argc})); }
