# SPDX-License-Identifier: Apache-2.0
"""Block-sparse masks: which blocks of keys a block of queries sees, in the forms that libraries have, as a mask of bytes."""
import math
import random

from attest.library import InputError
from attest.tensors import Tensor, tensor

FORMS = "(block_rows, block_columns, table), (block_rows, block_columns, indptr, indices) or FlexAttention's BlockMask"


def _sizes(size, length, name):
    """The lengths of the blocks along an axis: all alike but the last, or as a list says."""
    if isinstance(size, int) and not isinstance(size, bool):
        if size < 1:
            raise InputError(f"block_mask: expected {name} of at least 1, found {size}")
        return [min(size, length - first) for first in range(0, length, size)]
    sizes = [int(one) for one in (size if isinstance(size, (list, tuple)) else integers(size, name))]
    if any(one < 0 for one in sizes) or sum(sizes) != length:
        raise InputError(f"block_mask: expected {name} that add up to {length}, found {sum(sizes)}")
    return sizes


def integers(value, name):
    """A flat list of an array's integers."""
    if isinstance(value, (list, tuple)):
        return [int(one) for one in value]
    one = tensor(value, name)
    width = {"int32": 4, "int64": 8}.get(one.dtype)
    if width is None:
        raise InputError(f"block_mask: expected {name} of int32 or int64, found {one.dtype}")
    data = one.tobytes()
    return [int.from_bytes(data[k:k + width], "little", signed=True) for k in range(0, len(data), width)]


def _table(value):
    """(leading shape, rows, columns, one byte a block) of an array of truth values."""
    if isinstance(value, (list, tuple)):
        flat, shape = value, []
        while isinstance(flat, (list, tuple)):
            shape.append(len(flat))
            flat = flat[0] if flat else None
        one = tensor(value, "block_mask")
        data = bytes(1 if any(one.tobytes()[8 * k:8 * k + 8]) else 0 for k in range(math.prod(shape)))
    else:
        one = tensor(value, "block_mask")
        if one.dtype not in ("bool", "uint8"):
            raise InputError(f"block_mask: expected a table of bool or uint8, found {one.dtype}")
        data = one.tobytes().translate(b"\0" + b"\1" * 255)
    if not 2 <= len(one.shape) <= 4:
        raise InputError(f"block_mask: expected a table [batches, heads, blocks of queries, blocks of keys], found {list(one.shape)}")
    return one.shape[:-2], one.shape[-2], one.shape[-1], data


def _of_table(rows, columns, table):
    """The mask's bytes: each block of the table as large as it is."""
    leading, high, wide, data = _table(table)
    if (high, wide) != (len(rows), len(columns)):
        raise InputError(f"block_mask: expected a table of {len(rows)} x {len(columns)} blocks for {sum(rows)} queries and {sum(columns)} keys, "
                         f"found {high} x {wide}")
    lines = []
    for first in range(0, len(data), wide or 1):
        row = b"".join(data[first + k:first + k + 1] * columns[k] for k in range(wide))
        lines.append(row * rows[(first // wide) % high])
    return Tensor.of_bytes("bool", [*leading, sum(rows), sum(columns)], b"".join(lines))


def _of_lists(rows, columns, indptr, indices, masks):
    """Compressed rows of blocks, as SciPy's BSR and FlashInfer's block-sparse attention have them."""
    starts, places = integers(indptr, "indptr"), integers(indices, "indices")
    if len(starts) != len(rows) + 1 or starts[0] != 0 or starts[-1] != len(places) or any(a > b for a, b in zip(starts, starts[1:])):
        raise InputError(f"block_mask: expected indptr of {len(rows) + 1} entries that rise from 0 to the number of indices, {len(places)}, found {starts[:8]}")
    wrong = [place for place in places if not 0 <= place < len(columns)]
    if wrong:
        raise InputError(f"block_mask: expected indices from 0 to {len(columns) - 1}, found {wrong[0]}")
    first_column = [sum(columns[:k]) for k in range(len(columns))]
    parts, height, width = None, max(rows, default=0), max(columns, default=0)
    if masks is not None:
        one = tensor(masks, "block_mask")
        if one.dtype not in ("bool", "uint8") or list(one.shape) != [len(places), height, width]:
            raise InputError(f"block_mask: expected masks of bool [{len(places)}, {height}, {width}], found {one.dtype} {list(one.shape)}")
        parts = one.tobytes().translate(b"\0" + b"\1" * 255)
    lines = []
    for block, count in enumerate(rows):
        for row in range(count):
            line = bytearray(sum(columns))
            for k in range(starts[block], starts[block + 1]):
                at, length = first_column[places[k]], columns[places[k]]
                inside = (k * height + row) * width
                line[at:at + length] = b"\1" * length if parts is None else parts[inside:inside + length]
            lines.append(bytes(line))
    return Tensor.of_bytes("bool", [sum(rows), sum(columns)], b"".join(lines))


def _of_flex(mask, queries, keys):
    """FlexAttention's BlockMask: whole blocks, and blocks in which its mask_mod says which keys are seen."""
    from torch.nn.attention.flex_attention import create_mask
    batches, heads = mask.kv_num_blocks.shape[:2]
    device = mask.kv_num_blocks.device
    dense = create_mask(mask.mask_mod, batches, heads, queries, keys, device=device).expand(batches, heads, queries, keys).clone()
    block_rows, block_columns = mask.BLOCK_SIZE

    def seen(counts, places):
        """Of the blocks that a list has."""
        blocks = dense.new_zeros(batches, heads, -(-queries // block_rows), -(-keys // block_columns))
        if counts is not None:
            for b in range(batches):
                for h in range(heads):
                    for row in range(min(blocks.shape[2], counts.shape[2])):
                        chosen = places[b, h, row, :int(counts[b, h, row])]
                        blocks[b, h, row, chosen[chosen < blocks.shape[3]].long()] = True
        wide = blocks.repeat_interleave(block_rows, 2)[:, :, :queries]
        return wide.repeat_interleave(block_columns, 3)[..., :keys]
    return tensor(seen(mask.full_kv_num_blocks, mask.full_kv_indices) | seen(mask.kv_num_blocks, mask.kv_indices) & dense, "block_mask")


def mask_of(block_mask, queries, keys):
    """The mask, a Tensor of bool [..., queries, keys], of any of the forms."""
    if hasattr(block_mask, "kv_num_blocks") and hasattr(block_mask, "mask_mod"):
        return _of_flex(block_mask, queries, keys)
    if not isinstance(block_mask, (tuple, list)) or not 3 <= len(block_mask) <= 5:
        raise InputError(f"block_mask: expected {FORMS}, found {type(block_mask).__name__}")
    rows, columns = _sizes(block_mask[0], queries, "block_rows"), _sizes(block_mask[1], keys, "block_columns")
    if len(block_mask) == 3:
        return _of_table(rows, columns, block_mask[2])
    return _of_lists(rows, columns, *block_mask[2:4], block_mask[4] if len(block_mask) == 5 else None)


# Generated cases: blocks and lengths of which the last block is a part, as many tables as heads, rows of blocks that see nothing, or the last block alone.
_SHAPES = (("64,64", (2, 2, 130, 200, 64, 64)), ("16,16", (1, 3, 33, 70, 40, 24)), ("1,16", (1, 2, 5, 100, 64, 64)), ("128,64", (1, 1, 200, 300, 64, 64)))
_LENGTHS = ("batches", "heads", "queries", "keys", "width", "value_width")


def menu(like):
    """Cases for the menu whose first settings are `like`."""
    return [{"generator": "random", "settings": {**like, **{name: str(size) for name, size in zip(_LENGTHS, sizes)}, "block_mask": blocks}}
            for blocks, sizes in _SHAPES]


def generated(generator, seed, settings):
    """A generated case with a block-sparse mask; its setting block_mask is "block_rows,block_columns"."""
    from attest.cases import Case
    settings = dict(settings)
    rows, columns = map(int, settings.pop("block_mask").split(","))
    plain = Case.generated(generator, seed, settings)
    own, arrays = plain.settings(), plain.arrays()
    heads, queries, keys = int(own["heads"]), int(own["queries"]), arrays["value"].shape[-2]
    high, wide, draw = -(-queries // rows), -(-keys // columns), random.Random(seed)
    table = [[[draw.random() < 0.5 for _ in range(wide)] for _ in range(high)] for _ in range(heads)]
    table[-1][-1] = [False] * (wide - 1) + [True]
    if high > 1:
        table[0][0] = [False] * wide
    bits = Tensor.of_bytes("bool", [1, heads, high, wide], bytes(one for head in table for row in head for one in row))
    own.pop("schema", None)
    own["mask"] = "bytes"
    return Case.of_arrays({**arrays, "mask": mask_of((rows, columns, bits), queries, keys)}, own)


def table_of(mask, block_mask):
    """(block_rows, block_columns, the table as a Tensor) of a generated case's mask."""
    rows, columns = map(int, block_mask.split(","))
    *leading, queries, keys = mask.shape
    data, high, wide = mask.tobytes(), range(0, queries, rows), range(0, keys, columns)
    first = range(0, len(data), queries * keys)
    return rows, columns, Tensor.of_bytes("bool", [*leading, len(high), len(wide)], bytes(data[at + i * keys + j] for at in first for i in high for j in wide))
