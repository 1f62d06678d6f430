/* SPDX-License-Identifier: Apache-2.0
 *
 * The naive kernel of docs/examples with one fault of the interface, chosen by -DFAULT=... (or -DWITHOUT_SYMBOL): what
 * a validator has to survive and to name.
 */
#define _DEFAULT_SOURCE
#define attest_kernels naive_kernels
#include "docs/examples/naive_attention.c"
#undef attest_kernels

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
  NONE,
  CRASH,
  ABORT,
  EXIT,
  HANG,
  HANG_WITH_CHILD,
  LOAD_CRASH,
  OTHER_ABI,
  NO_ABI,
  STRUCT_SIZE,
  ERROR_STRUCT_SIZE,
  NO_FUNCTION,
  BAD_NAME,
  WRITE_PAST_OUTPUT,
  WRITE_FAR_PAST_OUTPUT,
  WRITE_BEFORE_OUTPUT,
  WRITE_INPUT,
  READ_PAST_VALUE,
  WRITE_PAST_SCRATCH,
  UNWRITTEN,
  USES_THREADS,
  USES_SCRATCH,
  RETURNS_FAILURE,
  REFUSES_WELL_FORMED,
  NOT_HERE,
  MEMORY,
  NOISE,
  SCALE_TWICE,
  STACK,
  TAKES_FOR_DENSE,
  WRITES_GAPS,
  DENSE_ONLY,
  FORGETS_BIAS
};

__attribute__((constructor)) static void on_load(void) {
  if (FAULT == LOAD_CRASH) abort();
}

static volatile float sink;
static volatile int* volatile nowhere = (volatile int*)16;

static int deep(volatile int* depth) {
  volatile char frame[4096];
  frame[0] = (char)*depth;
  ++*depth;
  return deep(depth) + frame[0];
}

static int faulty_available(void) { return FAULT != NOT_HERE; }

/* The strides of a dense tensor. */
static attest_tensor dense(void* data, int64_t heads, int64_t rows, int64_t columns) {
  const attest_tensor tensor = {data, heads * rows * columns, rows * columns, columns};
  return tensor;
}

static int faulty_supports(const attest_problem* p, attest_message why) {
  if (FAULT == DENSE_ONLY && p->output.row != p->value_width) return refuse(why, ATTEST_UNSUPPORTED, "dense alone");
  if (FAULT == FORGETS_BIAS) return ATTEST_OK;
  return FAULT == REFUSES_WELL_FORMED ? refuse(why, ATTEST_INVALID, "I do not like it") : supports(p, why);
}

static size_t faulty_scratch(const attest_problem* p, int threads) { return scratch(p, threads); }

static int faulty_run(const attest_problem* asked, void* scratch, int threads, attest_message why) {
  attest_problem problem = *asked;
  attest_problem* p = &problem;
  float* const out = (float*)p->output.data;
  float *const second_row = out + p->output.row, *const last = out + (p->batches - 1) * p->output.batch +
                                                               (p->heads - 1) * p->output.head +
                                                               (p->queries - 1) * p->output.row + p->value_width - 2;
  const int64_t numbers = p->batches * p->heads * p->queries * p->value_width;
  const float before = p->keys > 0 ? *(const float*)scratch : 0;
  volatile int depth = 0;
  switch ((int)FAULT) {
    case CRASH:
      *nowhere = 1;
      break;
    case ABORT:
      abort();
    case EXIT:
      exit(7);
    case HANG_WITH_CHILD:
      if (fork() == 0) sleep(1000);
      while (1) pause();
    case HANG:
      while (1) pause();
    case RETURNS_FAILURE:
      return refuse(why, ATTEST_FAILED, "no luck today\nreally");
    case MEMORY:
      while (1) memset(malloc((size_t)1 << 28), 1, (size_t)1 << 28);
    case STACK:
      return deep(&depth);
    case SCALE_TWICE:
      problem.scale *= problem.scale;
      break;
    case TAKES_FOR_DENSE:
      p->output = dense(p->output.data, p->heads, p->queries, p->value_width);
      break;
    case NOISE:
      for (int i = 0; i < 100000; ++i) puts("a line of a library that talks too much");
      break;
  }
  run(p, scratch, threads, why);
  switch ((int)FAULT) {
    case WRITE_PAST_OUTPUT:
      out[numbers] = 1;
      break;
    case WRITE_FAR_PAST_OUTPUT:
      memset(out + numbers, 0, 8192);
      break;
    case WRITE_BEFORE_OUTPUT:
      out[-1] = 1;
      break;
    case WRITE_INPUT:
      ((float*)p->value.data)[3] = 1;
      break;
    case READ_PAST_VALUE:
      sink = row(&p->value, p->batches - 1, p->heads - 1, p->keys)[0];
      break;
    case WRITE_PAST_SCRATCH:
      ((float*)scratch)[p->keys] = 1;
      break;
    case UNWRITTEN:
      /* What stood there before the run. */
      memset(last, threads == 1 ? 0xff : 0x7f, 2 * sizeof *last);
      break;
    case USES_THREADS:
      second_row[2] *= 1 + 1e-7f * (float)threads;
      break;
    case USES_SCRATCH:
      second_row[2] = before == 0 ? second_row[2] : -second_row[2];
      break;
    case WRITES_GAPS:
      if (p->output.row != p->value_width) out[p->value_width] = 0;
      break;
  }
  return ATTEST_OK;
}

#ifndef WITHOUT_SYMBOL
const attest_kernel_library* attest_kernels(uint32_t abi) {
  static attest_kernel kernel;
  static attest_kernel_library library = {ATTEST_KERNEL_ABI, "faulty", "1.0", 1, &kernel};
  const attest_kernel_library* const naive = naive_kernels(abi);
  if (!naive || FAULT == NO_ABI) return NULL;
  kernel = naive->kernels[0];
  kernel.name = FAULT == BAD_NAME ? "a name\nof two lines" : "attention_float32_faulty";
  if (FAULT == FORGETS_BIAS) kernel.operation = ATTEST_RPE;
  kernel.available = faulty_available;
  kernel.supports = faulty_supports;
  kernel.scratch = faulty_scratch;
  kernel.run = FAULT == NO_FUNCTION ? NULL : faulty_run;
  if (FAULT == STRUCT_SIZE) kernel.struct_size -= 8;
  if (FAULT == ERROR_STRUCT_SIZE) kernel.error.struct_size = 12;
  if (FAULT == OTHER_ABI) library.abi = 77;
  return &library;
}
#endif
