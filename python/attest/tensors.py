# SPDX-License-Identifier: Apache-2.0
"""Arrays of any library, read where they lie: numpy's (with ml_dtypes), any DLPack tensor (PyTorch, JAX, CuPy), buffers, lists of numbers. None of these
libraries is imported here."""
import array
import ctypes
import math
import re

from attest.library import Array, InputError

SIZES = {"float64": 8, "float32": 4, "float16": 2, "bfloat16": 2, "float8_e4m3": 1, "float8_e5m2": 1, "int64": 8, "int32": 4, "uint8": 1, "bool": 1}
_DLPACK = {(2, 64): "float64", (2, 32): "float32", (2, 16): "float16", (4, 16): "bfloat16", (0, 64): "int64", (0, 32): "int32", (0, 8): "uint8",
           (1, 8): "uint8", (6, 8): "bool", (10, 8): "float8_e4m3", (12, 8): "float8_e5m2"}
_NUMPY = {"<f8": "float64", "<f4": "float32", "<f2": "float16", "<i8": "int64", "<i4": "int32", "|u1": "uint8", "|b1": "bool"}
_FORMATS = {"d": "float64", "f": "float32", "e": "float16", "q": "int64", "l": "int64", "i": "int32", "B": "uint8", "?": "bool"}
_NAMES = {"float8_e4m3fn": "float8_e4m3"}
CPU_DEVICES = (1, 3)  # kDLCPU, kDLCUDAHost


def dtype_name(dtype):
    """A dtype's name, of a string or of a library's own object."""
    if dtype is None or isinstance(dtype, str):
        return dtype
    name = getattr(dtype, "name", None) or getattr(dtype, "__name__", None) or str(dtype).rsplit(".", 1)[-1]
    return _NAMES.get(name, name)


class Tensor:
    """A pointer with what it points to; `owner` keeps the memory. Strides are in elements."""

    __slots__ = ("dtype", "shape", "strides", "pointer", "owner")

    def __init__(self, dtype, shape, strides, pointer, owner):
        self.dtype, self.shape, self.strides, self.pointer, self.owner = dtype, tuple(shape), tuple(strides), pointer, owner

    @classmethod
    def of_bytes(cls, dtype, shape, data):
        """A dense tensor over bytes, which it keeps."""
        if len(data) != math.prod(shape) * SIZES[dtype]:
            raise InputError(f"expected {math.prod(shape) * SIZES[dtype]} bytes of {dtype} {list(shape)}, found {len(data)}")
        held = ctypes.create_string_buffer(bytes(data), max(1, len(data)))
        return cls(dtype, shape, dense_strides(shape), ctypes.addressof(held), held)

    def permuted(self, axes):
        return Tensor(self.dtype, [self.shape[a] for a in axes], [self.strides[a] for a in axes], self.pointer, self.owner)

    def span(self):
        """The first address that its elements take, and the one behind the last."""
        size = SIZES[self.dtype]
        first, last = _reach(self.shape, [stride * size for stride in self.strides], size)
        return self.pointer + first, self.pointer + last

    def tobytes(self):
        """Its elements row by row."""
        size = SIZES[self.dtype]
        if self.strides == dense_strides(self.shape) or math.prod(self.shape) <= 1:
            return ctypes.string_at(self.pointer, size * math.prod(self.shape)) if 0 not in self.shape else b""

        def rows(axis, pointer):
            if axis == len(self.shape) - 1 and self.strides[axis] == 1:
                return ctypes.string_at(pointer, size * self.shape[axis])
            if axis == len(self.shape):
                return ctypes.string_at(pointer, size)
            return b"".join(rows(axis + 1, pointer + k * self.strides[axis] * size) for k in range(self.shape[axis]))
        return rows(0, self.pointer)

    def as_array(self, name):
        if len(self.shape) > 4:
            raise InputError(f"{name}: expected at most 4 axes, found the shape {list(self.shape)}")
        result = Array(name.encode(), self.dtype.encode(), self.pointer, len(self.shape))
        result.shape[:len(self.shape)] = self.shape
        result.strides[:len(self.shape)] = self.strides
        return result


def dense_strides(shape):
    strides, step = [], 1
    for length in reversed(shape):
        strides.append(step)
        step *= length
    return tuple(reversed(strides))


class _DLDataType(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class _DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32),
                ("dtype", _DLDataType), ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("byte_offset", ctypes.c_uint64)]


def _of_dlpack(value, name):
    capsule = value.__dlpack__()
    pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
    pointer_of.restype, pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    # The capsule is not consumed: it is kept as long as the numbers are read, and its destructor gives them back.
    tensor = ctypes.cast(pointer_of(capsule, b"dltensor"), ctypes.POINTER(_DLTensor)).contents
    if tensor.device_type not in CPU_DEVICES:
        raise InputError(f"{name}: expected a tensor in the host's memory")
    dtype = _DLPACK.get((tensor.dtype.code, tensor.dtype.bits))
    if dtype is None or tensor.dtype.lanes != 1:
        raise InputError(f"{name}: expected a dtype of {', '.join(SIZES)}, found DLPack's {tensor.dtype.code}, {tensor.dtype.bits} bits")
    shape = [tensor.shape[k] for k in range(tensor.ndim)]
    strides = [tensor.strides[k] for k in range(tensor.ndim)] if tensor.strides else dense_strides(shape)
    return Tensor(dtype, shape, strides, (tensor.data or 0) + tensor.byte_offset, (capsule, value))


def _of_torch(value):
    """A tensor of PyTorch as one that DLPack takes: without a graph, on the host, formats that old versions do not export as their bits. Its dtype's name
    where that was lost."""
    value = value.detach()
    if value.device.type != "cpu":
        value = value.cpu()
    dtype = str(value.dtype).removeprefix("torch.")
    if dtype == "bool" or dtype.startswith("float8"):
        return value.view(getattr(__import__("torch"), "uint8")), _NAMES.get(dtype, dtype)
    return value, None


def _of_interface(value, name):
    described = value.__array_interface__
    kind = described["typestr"]
    own = getattr(value, "dtype", None)
    dtype = _NUMPY.get(kind) or (_NAMES.get(str(own), str(own)) if str(own) in (*SIZES, *_NAMES) else None)
    if dtype is None:
        raise InputError(f"{name}: expected a dtype of {', '.join(SIZES)}, found {own if own is not None else kind}")
    shape, size = described["shape"], SIZES[dtype]
    strides = described.get("strides")
    if strides is None:
        strides = dense_strides(shape)
    elif any(step % size for step in strides):
        raise InputError(f"{name}: expected strides of whole elements")
    else:
        strides = [step // size for step in strides]
    return Tensor(dtype, shape, strides, described["data"][0], value)


def _of_buffer(value, name):
    view = memoryview(value)
    dtype = _FORMATS.get(view.format)
    if dtype is None or not view.c_contiguous:
        raise InputError(f"{name}: expected a contiguous buffer of {', '.join(sorted(set(_FORMATS.values())))}, found the format {view.format!r}")
    return Tensor.of_bytes(dtype, view.shape, view.tobytes())


def _of_numbers(value, name):
    shape, rest = [], value
    while isinstance(rest, (list, tuple)):
        shape.append(len(rest))
        rest = rest[0] if rest else None

    def flat(part, axes):
        if not axes:
            try:
                yield float(part)
            except (TypeError, ValueError):
                raise InputError(f"{name}: expected an array, found {type(value).__name__} of {type(part).__name__}") from None
            return
        if not isinstance(part, (list, tuple)) or len(part) != axes[0]:
            raise InputError(f"{name}: expected lists of equal lengths")
        for one in part:
            yield from flat(one, axes[1:])
    return Tensor.of_bytes("float64", shape, array.array("d", flat(value, shape)).tobytes())


def _device_to_host(value, name):
    """A tensor of a library other than PyTorch that is on a device."""
    for copy in ("get", "cpu", "copy_to_host"):
        if callable(getattr(value, copy, None)):
            return getattr(value, copy)()
    if type(value).__module__.split(".")[0] in ("jax", "jaxlib"):
        return __import__("jax").device_get(value)
    raise InputError(f"{name}: expected an array in the host's memory, or one with a method cpu(), get() or copy_to_host(), found "
                     f"{type(value).__module__}.{type(value).__name__}")


def tensor(value, name="array"):
    """The Tensor of anything that holds numbers. InputError, which begins with the name."""
    if isinstance(value, Tensor):
        return value
    if isinstance(value, (list, tuple)):
        return _of_numbers(value, name)
    if hasattr(value, "__array_interface__") and not re.match(r"torch\b", type(value).__module__):
        return _of_interface(value, name)
    if hasattr(value, "__dlpack__"):
        dtype = None
        if hasattr(value, "data_ptr") and hasattr(value, "detach"):
            value, dtype = _of_torch(value)
        elif value.__dlpack_device__()[0] not in CPU_DEVICES:
            return tensor(_device_to_host(value, name), name)
        result = _of_dlpack(value, name)
        result.dtype = dtype or result.dtype
        return result
    if hasattr(value, "__cuda_array_interface__"):
        return tensor(_device_to_host(value, name), name)
    try:
        return _of_buffer(value, name)
    except TypeError:
        raise InputError(f"{name}: expected an array (numpy's, a DLPack tensor, a buffer, lists of numbers), found {type(value).__name__}") from None


def on_device(value):
    """Whether an array lies in a device's memory and says where."""
    if callable(getattr(value, "data_ptr", None)):
        return getattr(getattr(value, "device", None), "type", "cpu") != "cpu"
    return not hasattr(value, "__array_interface__") and hasattr(value, "__cuda_array_interface__")


def extent(value, name="array"):
    """(where, first address, the one behind the last) of an array's memory: on a device its own, not that of a copy."""
    if not on_device(value):
        return ("host", *tensor(value, name).span())
    if callable(getattr(value, "data_ptr", None)):
        steps, size = value.stride(), value.element_size()
        lowest, highest = _reach(value.shape, [step * size for step in steps], size)
        return str(value.device), value.data_ptr() + lowest, value.data_ptr() + highest
    described = value.__cuda_array_interface__
    size = int(re.sub(r"\D", "", described["typestr"]))
    steps = described.get("strides") or [step * size for step in dense_strides(described["shape"])]
    lowest, highest = _reach(described["shape"], steps, size)
    return "cuda", described["data"][0] + lowest, described["data"][0] + highest


def _reach(shape, steps, size):
    """Where an array begins and ends, from its pointer, in bytes, as the steps are."""
    if 0 in shape:
        return 0, 0
    reach = [(length - 1) * step for length, step in zip(shape, steps)]
    return sum(r for r in reach if r < 0), sum(r for r in reach if r > 0) + size
