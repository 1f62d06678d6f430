# SPDX-License-Identifier: Apache-2.0
"""Inputs as arrays of the library that a kernel takes, and what it returns as Tensors. The library is imported when it is asked for."""
import ctypes

from attest.library import InputError
from attest.tensors import tensor


class _Numpy:
    def __init__(self, device):
        import numpy
        self.numpy = numpy
        if device is not None:
            raise InputError(f"device: expected none for numpy, found {device!r}")

    def _dtype(self, name):
        if name in ("bfloat16", "float8_e4m3", "float8_e5m2"):
            import ml_dtypes
            return self.numpy.dtype(getattr(ml_dtypes, "float8_e4m3fn" if name == "float8_e4m3" else name))
        return self.numpy.dtype(name)

    def make(self, one):
        return self.numpy.frombuffer(one.tobytes(), dtype=self._dtype(one.dtype)).reshape(one.shape).copy()

    def refill(self, array, one):
        array[...] = self.make(one)
        return array


class _Torch:
    def __init__(self, device):
        import torch
        self.torch, self.device = torch, device

    def make(self, one):
        name = {"float8_e4m3": "float8_e4m3fn"}.get(one.dtype, one.dtype)
        data = bytearray(one.tobytes())
        if not data:
            return self.torch.empty(one.shape, dtype=getattr(self.torch, name), device=self.device)
        flat = self.torch.frombuffer(data, dtype=self.torch.uint8).clone().view(getattr(self.torch, name))
        made = flat.reshape(one.shape)
        return made.to(self.device) if self.device is not None else made

    def refill(self, array, one):
        with self.torch.no_grad():
            return array.copy_(self.make(one))


class _Jax:
    def __init__(self, device):
        import jax
        self.jax, self.numpy, self.device = jax, _Numpy(None), device

    def make(self, one):
        return self.jax.device_put(self.numpy.make(one), self.device)

    def refill(self, array, one):
        """Its arrays cannot be written: new ones."""
        return self.make(one)


class _Memory:
    """Memoryviews, for kernels without any library."""

    FORMATS = {"float64": "d", "float32": "f", "float16": "e", "int32": "i", "uint8": "B", "bool": "?"}

    def __init__(self, device):
        if device is not None:
            raise InputError(f"device: expected none for memoryviews, found {device!r}")

    def make(self, one):
        if one.dtype not in self.FORMATS:
            raise InputError(f"like: expected a library that has {one.dtype}")
        return memoryview(bytearray(one.tobytes())).cast(self.FORMATS[one.dtype], one.shape) if one.tobytes() else memoryview(b"")

    def refill(self, array, one):
        data = one.tobytes()
        ctypes.memmove((ctypes.c_char * len(data)).from_buffer(array.obj), data, len(data))
        return array


_LIBRARIES = {"numpy": _Numpy, "torch": _Torch, "jax": _Jax, "memoryview": _Memory}


def library(name, device=None):
    if name not in _LIBRARIES:
        raise InputError(f"like: expected one of {', '.join(_LIBRARIES)}, found {name!r}")
    try:
        return _LIBRARIES[name](device)
    except ImportError as error:
        raise InputError(f"like: expected the library {name}: {error}") from None


def snapshot(value, name):
    """A Tensor with bytes of its own of what a kernel returned, as it is now: of a device's tensor, what the current stream sees of it. The other streams are
    not waited for: what a kernel leaves on them is not there when its caller goes on, either."""
    seen = tensor(value, name)
    return type(seen).of_bytes(seen.dtype, seen.shape, seen.tobytes())
