# SPDX-License-Identifier: Apache-2.0
"""ONNX Runtime's MultiHeadAttention, a fused kernel on its CPU provider."""
import unittest

import attest

try:
    import numpy as np
    import onnx
    import onnxruntime
except ImportError as error:
    raise unittest.SkipTest(str(error)) from None


def model(heads, scale, causal):
    node = onnx.helper.make_node("MultiHeadAttention", ["query", "key", "value"], ["output"], domain="com.microsoft", num_heads=heads, scale=scale,
                                 unidirectional=int(causal))
    floats = lambda name: onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [None, None, None])
    graph = onnx.helper.make_graph([node], "attention", [floats(name) for name in node.input], [floats("output")])
    made = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17), onnx.helper.make_opsetid("com.microsoft", 1)], ir_version=8)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(made.SerializeToString(), options, providers=["CPUExecutionProvider"])


def kernel(query, key, value, scale, causal=False):
    """The operator takes [batch, sequence, heads x width]."""
    heads = query.shape[1]
    flat = lambda one: np.ascontiguousarray(np.swapaxes(one, 1, 2)).reshape(one.shape[0], one.shape[2], -1)
    given = {"query": flat(query), "key": flat(key), "value": flat(value)}
    out = model(heads, float(scale), causal).run(None, given)[0]
    return np.ascontiguousarray(np.swapaxes(out.reshape(*query.shape[:1], query.shape[2], heads, -1), 1, 2))


class Kernel(unittest.TestCase):
    def test_multi_head_attention(self):
        report = attest.check_kernel(kernel, raises=False)
        print("\n" + "\n".join(str(report).splitlines()[-2:]))
        empty = [case for case in report.of("failed") if case.name.startswith("empty")]  # the operator wants a key and a query
        self.assertEqual([str(case) for case in report.of("outside", "failed") if case not in empty], [])
        self.assertGreater(len(report.of("inside")), 20)


if __name__ == "__main__":
    unittest.main()
