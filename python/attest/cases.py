# SPDX-License-Identifier: Apache-2.0
"""A case: a problem for an attention kernel with its inputs, and what a kernel computed for it."""
import ctypes
import json

from attest.library import Array, call, load, settings_of
from attest.tensors import Tensor, dtype_name, tensor
from attest.verdicts import Verdict

MOST_ARRAYS = 20


def _arrays_of(values):
    tensors = {name: tensor(value, name) for name, value in values.items() if value is not None}
    return (Array * len(tensors))(*(one.as_array(name) for name, one in tensors.items())), len(tensors), tensors


class Case:
    """Made from arrays, from a file's bytes, or by the name of a generator. Names of arrays and settings are those of docs/kernels.md."""

    def __init__(self, handle):
        self._handle, self._free = handle, load().attest_judge_free

    def __del__(self):
        self._free(self._handle)

    @classmethod
    def _made(cls, function, *arguments):
        handle = ctypes.c_void_p()
        call(function, *arguments, ctypes.byref(handle))
        return cls(handle)

    @classmethod
    def of_arrays(cls, arrays, settings=()):
        given, count, kept = _arrays_of(arrays)
        made = cls._made("make", given, count, *settings_of(settings))
        del kept
        return made

    @classmethod
    def of_bytes(cls, data, settings=()):
        return cls._made("read", data, len(data), *settings_of(settings))

    @classmethod
    def generated(cls, generator, seed, settings=()):
        if "block_mask" in dict(settings):
            from attest.blocks import generated
            return generated(generator, seed, settings)
        return cls._made("generate", generator.encode(), seed, *settings_of(settings))

    @staticmethod
    def menu(operation, dtype):
        """The cases for a kernel of this operation and dtype: dictionaries with generator and settings."""
        from attest import blocks
        listed = json.loads(call("menu", operation.encode(), dtype_name(dtype).encode()))
        sizes = ("operation", "dtype", "bias", "factor")
        return listed + blocks.menu({name: word for name, word in listed[0]["settings"].items() if name in sizes})

    def settings(self):
        return json.loads(call("settings", self._handle))

    def arrays(self):
        """Its arrays by name, Tensors with bytes of their own."""
        list_ = (Array * MOST_ARRAYS)()
        count = load().attest_judge_arrays(self._handle, list_, MOST_ARRAYS)
        held = [(one.name.decode(), Tensor(one.dtype.decode(), one.shape[:one.rank], one.strides[:one.rank], one.data or 0, self)) for one in list_[:count]]
        return {name: Tensor.of_bytes(one.dtype, one.shape, one.tobytes()) for name, one in held}

    def tobytes(self):
        """The .safetensors file of it."""
        data, size = ctypes.c_void_p(), ctypes.c_size_t()
        call("write", self._handle, ctypes.byref(data), ctypes.byref(size))
        try:
            return ctypes.string_at(data.value, size.value)
        finally:
            load().attest_judge_free_text(data.value)

    def take(self, **outputs):
        """What a kernel computed: output, and where it did row_sum and log_sum_exp."""
        given, count, kept = _arrays_of(outputs)
        call("take", self._handle, given, count)
        del kept

    def take_gradients(self, **gradients):
        """What a backward kernel was given, grad_output, and what it computed: grad_query, grad_key, ..."""
        given, count, kept = _arrays_of(gradients)
        call("take_gradients", self._handle, given, count)
        del kept

    def gradient_verdict(self, error=(), threads=0, listed=8):
        return self.verdict(error, threads, listed, "gradient_verdict")

    def verdict(self, error=(), threads=0, listed=8, function="verdict"):
        """Judges what was taken. `error`: constants of the kernel's error class, a dictionary as {"accumulate": "2^-11"}."""
        options = [("error", f"{name}={value}") for name, value in dict(error).items()]
        options += [("threads", threads), ("listed", listed)]
        return Verdict(json.loads(call(function, self._handle, *settings_of(options))))
