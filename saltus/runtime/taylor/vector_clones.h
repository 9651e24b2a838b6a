#pragma once

// For functions with external linkage, compiled for processors with wider vectors as well; chosen
// when the program starts. By what the processor can do: `arch=haswell` would mean that one and
// none of its successors. Without fused multiply-add, so that results are the same everywhere.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SALTUS_VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define SALTUS_VECTOR_CLONES
#endif
