# SPDX-License-Identifier: Apache-2.0
"""The file format .safetensors, read and written without converting a number."""
import json
import math
import os
import struct
from pathlib import Path

from attest.library import InputError
from attest.tensors import SIZES, Tensor

_WORDS = {"float64": "F64", "float32": "F32", "float16": "F16", "bfloat16": "BF16", "float8_e4m3": "F8_E4M3", "float8_e5m2": "F8_E5M2", "int64": "I64",
          "int32": "I32", "uint8": "U8", "bool": "BOOL"}
_DTYPES = {word: dtype for dtype, word in _WORDS.items()}
MOST_HEADER = 100_000_000  # the format's own limit


def to_bytes(tensors, metadata=None):
    header, data, offset = {}, [], 0
    if metadata:
        header["__metadata__"] = {str(name): str(value) for name, value in metadata.items()}
    for name, one in tensors.items():
        part = one.tobytes()
        header[name] = {"dtype": _WORDS[one.dtype], "shape": list(one.shape), "data_offsets": [offset, offset + len(part)]}
        data.append(part)
        offset += len(part)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + b"".join(data)


def parse(data, place="the file"):
    """(tensors by name, metadata). InputError, which begins with the place."""
    def fail(expected):
        raise InputError(f"{place}: expected {expected}")
    if len(data) < 8:
        fail("a .safetensors file, found fewer than 8 bytes")
    length = struct.unpack("<Q", data[:8])[0]
    if length > min(MOST_HEADER, len(data) - 8):
        fail(f"a header within the file, found the length {length}")
    try:
        header = json.loads(data[8:8 + length])
    except (ValueError, RecursionError) as error:
        fail(f"a JSON header: {error}")
    if not isinstance(header, dict):
        fail("a JSON object as header")
    metadata = header.pop("__metadata__", {})
    if not isinstance(metadata, dict):
        fail("/__metadata__ to be an object")
    body, tensors = memoryview(data)[8 + length:], {}
    for name, entry in header.items():
        try:
            dtype, shape, (first, last) = _DTYPES[entry["dtype"]], [int(n) for n in entry["shape"]], entry["data_offsets"]
            inside = 0 <= first <= last <= len(body)
        except (KeyError, TypeError, ValueError, OverflowError):
            fail(f"dtype ({', '.join(_DTYPES)}), shape and data_offsets of {name!r}")
        if any(n < 0 for n in shape) or not inside or last - first != math.prod(shape) * SIZES[dtype]:
            fail(f"data of {name!r} within the file, as long as its shape says")
        tensors[name] = Tensor.of_bytes(dtype, shape, body[first:last])
    return tensors, metadata


def read(path):
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path}: expected a file that can be read: {error.strerror}") from None
    return parse(data, str(path))


def write(path, data):
    """The whole file or nothing."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    begun = path.with_name(f".{path.name}.{os.getpid()}")
    begun.write_bytes(data)
    begun.replace(path)
