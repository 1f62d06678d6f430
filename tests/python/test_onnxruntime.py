# SPDX-License-Identifier: Apache-2.0
"""ONNX Runtime's MultiHeadAttention and GroupQueryAttention, fused kernels on its CPU provider, and ONNX's own operator Attention."""
import unittest

import attest

try:
    import numpy as np
    import onnx
    import onnxruntime
except ImportError as error:
    raise unittest.SkipTest(str(error)) from None

TYPES = {"float32": onnx.TensorProto.FLOAT, "float16": onnx.TensorProto.FLOAT16, "int32": onnx.TensorProto.INT32, "bool": onnx.TensorProto.BOOL}
CONTRIB = "com.microsoft"


def run(operator, feeds, outputs=("output",), domain="", opset=17, **attributes):
    """The first output of a model that is this operator alone; `feeds` are its inputs in their order."""
    node = onnx.helper.make_node(operator, list(feeds), list(outputs), domain=domain, **attributes)
    inputs = [onnx.helper.make_tensor_value_info(name, TYPES[one.dtype.name], None) for name, one in feeds.items()]
    output = onnx.helper.make_tensor_value_info("output", TYPES[feeds["query"].dtype.name], None)
    graph = onnx.helper.make_graph([node], "attention", inputs, [output])
    made = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", opset), onnx.helper.make_opsetid(CONTRIB, 1)], ir_version=10)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(made.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(["output"], feeds)[0]


def packed(one):
    """[batch, sequence, heads x width], which the first two operators take."""
    return np.ascontiguousarray(np.swapaxes(one, 1, 2)).reshape(one.shape[0], one.shape[2], -1)


def unpacked(out, heads):
    return np.ascontiguousarray(np.swapaxes(out.reshape(*out.shape[:2], heads, -1), 1, 2))


def multi_head(query, key, value, scale, causal=False):
    feeds = {"query": packed(query), "key": packed(key), "value": packed(value)}
    return unpacked(run("MultiHeadAttention", feeds, domain=CONTRIB, num_heads=query.shape[1], scale=float(scale), unidirectional=int(causal)), query.shape[1])


def group_query(query, key, value, scale, causal=True, diagonal=0, window=(-1, -1), softcap=0, kv_heads=None):
    """Always causal, the last query at the last key: what comes before the first query is handed in as the cache."""
    keys, past = key.shape[2], key.shape[2] - query.shape[2]
    feeds = {"query": packed(query), "key": packed(key[:, :, past:]), "value": packed(value[:, :, past:]), "past_key": np.ascontiguousarray(key[:, :, :past]),
             "past_value": np.ascontiguousarray(value[:, :, :past]), "seqlens_k": np.full(query.shape[0], keys - 1, np.int32),
             "total_sequence_length": np.array([keys], np.int32)}
    window = {"local_window_size": window[0] + 1} if window[0] >= 0 else {}
    out = run("GroupQueryAttention", feeds, ("output", "present_key", "present_value"), CONTRIB, num_heads=query.shape[1], kv_num_heads=key.shape[1],
              scale=float(scale), softcap=float(softcap), **window)
    return unpacked(out, query.shape[1])


def onnx_attention(query, key, value, scale, causal=False, mask=None, softcap=0, kv_heads=None):
    feeds = {"query": query, "key": key, "value": value, **({} if mask is None else {"mask": mask})}
    return run("Attention", feeds, opset=23, is_causal=int(causal), scale=float(scale), softcap=float(softcap))


def case(generator, queries, keys, width=32, **more):
    sizes = {"batches": 2, "heads": 4, "queries": queries, "keys": keys, "width": width, "value_width": width, **more}
    return {"generator": generator, "settings": {name: str(size) for name, size in sizes.items()}}


def shapes(dtype, last_at_last=False):
    """Queries and keys; with `last_at_last` causal from there."""
    made = []
    for queries, keys, more in ((16, 16, {}), (33, 33, {"kv_heads": "2"}), (1, 70, {"kv_heads": "1"}), (9, 40, {}), (65, 130, {"kv_heads": "2"}),
                                (40, 40, {"softcap": "2"}), (129, 129, {"width": 64})):
        one = {} if queries == keys or queries == 1 else {"batches": 1}  # GroupQueryAttention's rule beside a cache
        more = {"dtype": dtype, **one, **more, **({"mask": "causal", "diagonal": str(keys - queries)} if last_at_last else {})}
        made.append(case("random", queries, keys, **more))
    for kind in ("ties", "rising_scores", "low_scores", "huge_scores", "edge_keys"):
        made.append(case(kind, 67, 67, dtype=dtype, **({"mask": "causal"} if last_at_last else {})))
    return made


class Kernel(unittest.TestCase):
    def told(self, words, report, least):
        print(f"\n  {words}: {str(report).splitlines()[-1]}", end=" ")
        self.assertEqual([str(one) for one in report.of("outside", "failed", "unsupported")], [])
        self.assertGreaterEqual(len(report.of("inside")), least)

    def test_multi_head_attention(self):
        report = attest.check_kernel(multi_head, raises=False)
        print("\n" + "\n".join(str(report).splitlines()[-2:]))
        empty = [case for case in report.of("failed") if case.name.startswith("empty")]  # the operator wants a key and a query
        self.assertEqual([str(case) for case in report.of("outside", "failed") if case not in empty], [])
        self.assertGreater(len(report.of("inside")), 20)

    def test_group_query_attention(self):
        for dtype in ("float32", "float16"):
            self.told(f"GroupQueryAttention, {dtype}", attest.check_kernel(group_query, dtype=dtype, menu=shapes(dtype, True), raises=False), 11)
        draw = np.random.default_rng(0)
        for left in (0, 7, 30):
            q, k, v = (draw.standard_normal((2, heads, 50, 32)).astype(np.float32) for heads in (4, 2, 2))
            attest.assert_attention(group_query(q, k, v, 32**-0.5, window=(left, 0)), q, k, v, window=(left, 0))
            with self.assertRaises(AssertionError):
                attest.assert_attention(group_query(q, k, v, 32**-0.5, window=(left, 0)), q, k, v, window=(left + 1, 0))

    def test_attention_of_opset_23(self):
        """Operator by operator: in float16 scores are rounded to it."""
        menu = [*shapes("float32"), case("random", 20, 30, mask="bytes"), case("random", 33, 33, mask="causal")]
        try:
            report = attest.check_kernel(onnx_attention, menu=menu, raises=False)
        except onnxruntime.capi.onnxruntime_pybind11_state.NotImplemented as error:
            self.skipTest(str(error))
        self.told("Attention-23, float32", report, 13)
        said = {"exp_argument": "4102", "key_block": "0", "reference_lag": "0"}
        self.told(f"Attention-23, float16, {said}", attest.check_kernel(onnx_attention, dtype="float16", menu=shapes("float16"), error=said, raises=False), 8)


if __name__ == "__main__":
    unittest.main()
