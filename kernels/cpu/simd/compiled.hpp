// SPDX-License-Identifier: Apache-2.0
#pragma once

// Of the sources that are compiled once for each instruction set (kernels/cpu/CMakeLists.txt): ATTEST_ISA is its name
// and the namespace of its vocabulary, ATTEST_VOCABULARY the vocabulary's header. What such a source defines belongs to
// structs of that namespace or is an engine, whose name begins with it: so the linker can take no function of one
// instruction set for code that runs elsewhere.
#include ATTEST_VOCABULARY

#define ATTEST_JOINED(isa, dtype) isa##_##dtype
#define ATTEST_NAMED(isa, dtype) ATTEST_JOINED(isa, dtype)
/// The engine of this instruction set for a dtype.
#define ATTEST_ENGINE(dtype) ATTEST_NAMED(ATTEST_ISA, dtype)
