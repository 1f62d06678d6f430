/* SPDX-License-Identifier: Apache-2.0
 * The header is C: a program in C that uses it compiles, and its constants are what the library says. */
#include "verify/capi/attest_judge.h"

unsigned attest_test_abi_of_header(void);
unsigned attest_test_abi_of_header(void) { return ATTEST_JUDGE_ABI; }
