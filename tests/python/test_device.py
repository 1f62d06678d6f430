# SPDX-License-Identifier: Apache-2.0
"""Tensors on a device, where there is none: objects with the interfaces of PyTorch's, CuPy's and Numba's arrays, whose memory the host reads by their copies
alone, and whose work waits on streams until something waits for it."""
import unittest

import attest

try:
    import numpy as np
except ImportError as error:
    raise unittest.SkipTest(f"numpy: {error}") from None

from attest import likes
from attest.tensors import extent, tensor
from kernels_numpy import attention


class Streams:
    """Work by stream. A copy to the host waits for the current stream, 0, and for no other."""

    waiting, fault, copies = {}, None, 0

    @classmethod
    def launch(cls, work, stream=0):
        cls.waiting.setdefault(stream, []).append(work)

    @classmethod
    def wait(cls, stream=0):
        for work in cls.waiting.pop(stream, []):
            work()
        if cls.fault:
            raise RuntimeError(cls.fault)


class Torch:
    """As a tensor of PyTorch."""

    def __init__(self, memory, kind="cuda"):
        self.memory, self.shape, self.dtype = memory, memory.shape, f"torch.{memory.dtype.name}"
        self.device = type("device", (), {"type": kind, "__str__": lambda self: f"{kind}:0"})()

    def detach(self):
        return self

    def data_ptr(self):
        return self.memory.ctypes.data

    def element_size(self):
        return self.memory.itemsize

    def stride(self):
        return tuple(step // self.memory.itemsize for step in self.memory.strides)

    def cpu(self):
        Streams.wait()
        Streams.copies += 1
        return Torch(self.memory.copy(), "cpu")

    def __dlpack_device__(self):
        return (1, 0) if self.device.type == "cpu" else (2, 0)

    def __dlpack__(self, stream=None):
        if self.device.type != "cpu":
            raise BufferError("the host cannot read a device's memory")
        return self.memory.__dlpack__()


class Cupy:
    """As an array of CuPy."""

    def __init__(self, memory):
        self.memory, self.shape = memory, memory.shape

    @property
    def __cuda_array_interface__(self):
        return {**self.memory.__array_interface__, "version": 3, "stream": 1}

    def __dlpack_device__(self):
        return (2, 0)

    def __dlpack__(self, stream=None):
        raise BufferError("the host cannot read a device's memory")

    def get(self):
        Streams.wait()
        Streams.copies += 1
        return self.memory.copy()


class Numba:
    """As a device array of Numba: no DLPack."""

    __cuda_array_interface__ = Cupy.__cuda_array_interface__
    __init__ = Cupy.__init__
    copy_to_host = Cupy.get


class Emulated:
    """What check_kernel asks of a library."""

    def __init__(self, device):
        self.numpy = likes._Numpy(None)

    def make(self, one):
        return Torch(self.numpy.make(one))

    def refill(self, array, one):
        Streams.launch(lambda: np.copyto(array.memory, self.numpy.make(one)))
        return array


def on_stream(stream, compute=attention):
    """A kernel that returns before it has run, as all do on a device."""
    def kernel(query, key, value, scale, causal=False, diagonal=0):
        out = Torch(np.zeros((*query.shape[:-1], value.shape[-1]), value.memory.dtype))
        Streams.launch(lambda: np.copyto(out.memory, compute(query.memory, key.memory, value.memory, scale, causal, diagonal)), stream)
        return out
    return kernel


def inputs(kind, **more):
    draw = np.random.default_rng(0)
    return [kind(draw.standard_normal((1, 2, 9, 8)).astype(np.float32), **more) for _ in range(3)]


class Device(unittest.TestCase):
    MENU = [{"generator": name, "settings": {"queries": str(n), "keys": "33", "width": "8", "value_width": "8"}} for name, n in (("random", 33), ("ties", 7))]

    def setUp(self):
        Streams.waiting, Streams.fault, Streams.copies = {}, None, 0
        likes._LIBRARIES["emulated"] = Emulated
        self.addCleanup(likes._LIBRARIES.pop, "emulated")

    def check(self, kernel):
        with np.errstate(all="ignore"):
            return attest.check_kernel(kernel, like="emulated", menu=self.MENU, raises=False)

    def test_arrays_are_copied(self):
        for kind in (Torch, Cupy, Numba):
            q, k, v = inputs(kind)
            out = kind(attention(q.memory, k.memory, v.memory, 8**-0.5))
            Streams.copies = 0
            attest.assert_attention(out, q, k, v)
            self.assertEqual(Streams.copies, 4)
            with self.assertRaisesRegex(AssertionError, "outside"):
                attest.assert_attention(v, q, k, v)
            turned = kind(np.asfortranarray(q.memory)[:, ::-1])
            self.assertEqual(tensor(turned).tobytes(), np.ascontiguousarray(turned.memory).tobytes())

    def test_what_a_copy_sees(self):
        """Work on the current stream is waited for; on another it is missing."""
        self.assertEqual([one.outcome for one in self.check(on_stream(0)).cases], ["inside"] * 2)
        self.assertEqual([one.outcome for one in self.check(on_stream(7)).cases], ["outside"] * 2)

    def test_memory_is_the_devices(self):
        q = np.zeros((4, 6), np.float32)
        for kind, place in ((Torch, "cuda:0"), (Cupy, "cuda"), (Numba, "cuda")):
            self.assertEqual(extent(kind(q[1:, ::-1])), (place, q.ctypes.data + 24, q.ctypes.data + 96))
        out_is_input = lambda query, key, value, scale: value
        self.assertIn("the result output lies in the memory of the input value", str(self.check(out_is_input)))

    def test_inputs_that_are_changed(self):
        def kernel(query, key, value, scale):
            out = on_stream(0)(query, key, value, scale)
            Streams.launch(lambda: query.memory.__imul__(2))
            return out
        self.assertIn("the input query was changed", str(self.check(kernel)))

    def test_faults_of_a_device(self):
        """An error that the copy tells is the judged kernel's; an assertion hands it on as it is."""
        def kernel(query, key, value, scale):
            Streams.fault = "CUDA error: an illegal memory access was encountered"
            return on_stream(0)(query, key, value, scale)
        report = self.check(kernel)
        self.assertEqual([one.outcome for one in report.cases], ["failed"] * 2)
        self.assertIn("RuntimeError: CUDA error: an illegal memory access", str(report))
        q, k, v = inputs(Torch)
        with self.assertRaisesRegex(RuntimeError, "illegal memory access"):
            attest.assert_attention(v, q, k, v)

    def test_no_way_to_copy(self):
        q, k, v = inputs(Numba)
        k.copy_to_host = None
        with self.assertRaisesRegex(attest.InputError, r"key: expected an array in the host's memory, or one with a method cpu\(\), get\(\) or copy_to_host\(\)"):
            attest.assert_attention(v, q, k, v)


if __name__ == "__main__":
    unittest.main()
