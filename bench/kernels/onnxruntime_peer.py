# SPDX-License-Identifier: Apache-2.0
"""ONNX Runtime as a peer of bench_kernels_attention: reads one JSON object a line from standard input, answers with one each.

  {"prepare": {batches, heads, length, width, operation, threads, file}}  file: query, key, value, bias, factor as float32
  {"run": true}       -> {"seconds": s}
  {"output": "FILE"}  the output of the last run
"""
import json
import math
import sys
import time

import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper


def model(batches, heads, length, width, operation):
    """Attention of the operators that its users compose it of; the bias and the factor as n x n matrices a head."""
    rows, term = [batches, heads, length, width], [1, heads, length, length]
    inputs = {"query": rows, "key": rows, "value": rows}
    steps = [helper.make_node("Transpose", ["key"], ["key_transposed"], perm=[0, 1, 3, 2]),
             helper.make_node("MatMul", ["query", "key_transposed"], ["products"]),
             helper.make_node("Mul", ["products", "scale"], ["scores"])]
    scores, weights = "scores", "weights"
    if operation != "attention":
        inputs["bias"] = term
        steps.append(helper.make_node("Add", [scores, "bias"], ["biased"]))
        scores = "biased"
    steps.append(helper.make_node("Softmax", [scores], [weights], axis=3))
    if operation == "urpe":
        inputs["factor"] = term
        steps.append(helper.make_node("Mul", [weights, "factor"], ["modified"]))
        weights = "modified"
    steps.append(helper.make_node("MatMul", [weights, "value"], ["output"]))
    graph = helper.make_graph(
        steps, "attention", [helper.make_tensor_value_info(name, TensorProto.FLOAT, dims) for name, dims in inputs.items()],
        [helper.make_tensor_value_info("output", TensorProto.FLOAT, rows)],
        [helper.make_tensor("scale", TensorProto.FLOAT, [], [1 / math.sqrt(width)])])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(made)
    return made.SerializeToString()


def inputs_of(file, batches, heads, length, width, operation):
    floats = numpy.fromfile(file, numpy.float32)
    rows, elements, family = (batches, heads, length, width), batches * heads * length * width, 2 * length - 1
    feeds = {name: floats[k * elements:(k + 1) * elements].reshape(rows) for k, name in enumerate(("query", "key", "value"))}
    terms = floats[3 * elements:].reshape(-1, heads, family)
    place = numpy.arange(length)
    offsets = place[:, None] - place[None, :] + length - 1
    for name, values in zip(("bias", "factor"), terms):
        if operation == "urpe" or (operation == "rpe" and name == "bias"):
            feeds[name] = numpy.ascontiguousarray(values[:, offsets])[None]
    return feeds


class Peer:
    def answer(self, request):
        if "prepare" in request:
            shape = request["prepare"]
            threads, file = shape.pop("threads"), shape.pop("file")
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
            options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
            self.session = onnxruntime.InferenceSession(model(**shape), options, providers=["CPUExecutionProvider"])
            self.feeds = inputs_of(file, **shape)
            return {"ready": onnxruntime.__version__}
        if "run" in request:
            start = time.perf_counter()
            self.output, = self.session.run(None, self.feeds)
            return {"seconds": time.perf_counter() - start}
        self.output.tofile(request["output"])
        return {}


def main():
    peer = Peer()
    for line in sys.stdin:
        try:
            reply = peer.answer(json.loads(line))
        except Exception as error:  # what the library says is for the person who measures
            reply = {"error": str(error).split("\n")[0]}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
