# SPDX-License-Identifier: Apache-2.0
"""kernels/attest_kernel.h for Python: the C structs field by field, and the shared library behind them. Standard library alone."""
import ctypes
from ctypes import POINTER, Structure, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_uint32, c_void_p

ABI = 2
DTYPES = {"float64": 1, "float32": 2, "float16": 3, "bfloat16": 4}
OPERATIONS = {"attention": 1, "rpe": 2, "urpe": 3, "positional": 4, "hardmax": 5}
TERM_NONE, TERM_TOEPLITZ = 0, 1
STATUS = {0: "ok", 1: "unsupported", 2: "invalid", 3: "no memory", 4: "no device", 5: "failed"}


class Tensor(Structure):
    _fields_ = [("data", c_void_p), ("batch", c_int64), ("head", c_int64), ("row", c_int64)]


class Term(Structure):
    _fields_ = [("kind", c_uint32), ("buckets", c_int32), ("bucket", POINTER(c_int32)), ("values", Tensor)]


class Problem(Structure):
    _fields_ = [("struct_size", c_uint32), ("operation", c_uint32), ("dtype", c_uint32), ("ties", c_uint32),
                ("batches", c_int64), ("heads", c_int64), ("queries", c_int64), ("keys", c_int64), ("width", c_int64),
                ("value_width", c_int64), ("scale", c_double), ("query", Tensor), ("key", Tensor), ("value", Tensor),
                ("bias", Term), ("factor", Term), ("mask_kind", c_uint32), ("reserved", c_uint32), ("diagonal", c_int64),
                ("mask", Tensor), ("output", Tensor), ("row_sum", Tensor), ("log_sum_exp", Tensor), ("kv_heads", c_int64),
                ("window_left", c_int64), ("window_right", c_int64), ("softcap", c_double), ("sinks", Tensor),
                ("keep", Tensor), ("keep_scale", c_double), ("query_scale", Tensor), ("key_scale", Tensor),
                ("value_scale", Tensor)]


class ErrorClass(Structure):
    _fields_ = [("struct_size", c_uint32), ("method", c_uint32), ("input_round", c_double), ("accumulate", c_double),
                ("exp_argument", c_double), ("exp_relative", c_double), ("weight_round", c_double),
                ("output_round", c_double), ("underflow", c_double), ("weight_underflow", c_double),
                ("key_block", c_int64), ("reference_lag", c_double), ("norm_relative", c_double),
                ("tanh_relative", c_double), ("tanh_absolute", c_double), ("unnormalized_weights", c_double)]


class Message(Structure):
    _fields_ = [("text", c_char_p), ("size", c_size_t)]


class Kernel(Structure):
    _fields_ = [("struct_size", c_uint32), ("name", c_char_p), ("isa", c_char_p), ("operation", c_uint32),
                ("dtype", c_uint32), ("error", ErrorClass),
                ("available", ctypes.CFUNCTYPE(c_int)),
                ("supports", ctypes.CFUNCTYPE(c_int, POINTER(Problem), Message)),
                ("scratch", ctypes.CFUNCTYPE(c_size_t, POINTER(Problem), c_int)),
                ("run", ctypes.CFUNCTYPE(c_int, POINTER(Problem), c_void_p, c_int, Message))]


class KernelLibrary(Structure):
    _fields_ = [("abi", c_uint32), ("name", c_char_p), ("version", c_char_p), ("count", c_size_t),
                ("kernels", POINTER(Kernel))]


# By the names that they have in C.
STRUCTS = {"attest_tensor": Tensor, "attest_term": Term, "attest_problem": Problem, "attest_error_class": ErrorClass,
           "attest_message": Message, "attest_kernel": Kernel, "attest_kernel_library": KernelLibrary}


class InterfaceError(Exception):
    """One line: what was expected of the library, or what a kernel said."""


class Library:
    """A shared library that exports attest_kernels and attest_cuda_enqueue."""

    def __init__(self, path):
        try:
            self._library = ctypes.CDLL(path)
        except OSError as error:
            raise InterfaceError(f"{path}: expected a shared library: {error}") from None
        try:
            kernels, self._enqueue = self._library.attest_kernels, self._library.attest_cuda_enqueue
        except AttributeError as error:
            raise InterfaceError(f"{path}: expected the symbols attest_kernels and attest_cuda_enqueue: {error}") from None
        kernels.restype, kernels.argtypes = POINTER(KernelLibrary), [c_uint32]
        self._enqueue.restype = c_int
        self._enqueue.argtypes = [POINTER(Kernel), POINTER(Problem), c_void_p, Message]
        found = kernels(ABI)
        if not found:
            raise InterfaceError(f"{path}: expected the interface of version {ABI}")
        if found.contents.count and found.contents.kernels[0].struct_size != ctypes.sizeof(Kernel):
            raise InterfaceError(f"{path}: expected the attest_kernel.h of this program, with an attest_kernel of {ctypes.sizeof(Kernel)} bytes")
        self.kernels = {}
        for index in range(found.contents.count):
            kernel = ctypes.pointer(found.contents.kernels[index])
            self.kernels[kernel.contents.name.decode()] = kernel

    def enqueue(self, name, problem, stream):
        """Puts a kernel on a CUDA stream and does not wait. InterfaceError with the kernel's own words."""
        text = ctypes.create_string_buffer(300)
        status = self._enqueue(self.kernels[name], ctypes.byref(problem), stream,
                               Message(ctypes.cast(text, c_char_p), len(text)))
        if status != 0:
            raise InterfaceError(f"{name}: {STATUS.get(status, status)}: {text.value.decode()}")
