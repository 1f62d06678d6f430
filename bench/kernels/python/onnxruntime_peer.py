# SPDX-License-Identifier: Apache-2.0
"""ONNX Runtime: attention of the operators that its users compose it of, the bias and the factor as n x n matrices a head."""
import math

import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper

import peer


def model(setting):
    rows = [setting.batches, setting.heads, setting.length, setting.width]
    term = [1, setting.heads, setting.length, setting.length]
    inputs = {"query": rows, "key": rows, "value": rows, **{name: term for name in peer.terms_of(setting)}}
    steps = [helper.make_node("Transpose", ["key"], ["key_transposed"], perm=[0, 1, 3, 2]),
             helper.make_node("MatMul", ["query", "key_transposed"], ["products"]),
             helper.make_node("Mul", ["products", "scale"], ["scores"])]
    scores, weights = "scores", "weights"
    if "bias" in inputs:
        steps.append(helper.make_node("Add", [scores, "bias"], ["biased"]))
        scores = "biased"
    steps.append(helper.make_node("Softmax", [scores], [weights], axis=3))
    if "factor" in inputs:
        steps.append(helper.make_node("Mul", [weights, "factor"], ["modified"]))
        weights = "modified"
    steps.append(helper.make_node("MatMul", [weights, "value"], ["output"]))
    graph = helper.make_graph(
        steps, "attention", [helper.make_tensor_value_info(name, TensorProto.FLOAT, dims) for name, dims in inputs.items()],
        [helper.make_tensor_value_info("output", TensorProto.FLOAT, rows)],
        [helper.make_tensor("scale", TensorProto.FLOAT, [], [1 / math.sqrt(setting.width)])])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(made)
    return made.SerializeToString()


def make(setting):
    if setting.dtype != "float32" or setting.backward:
        raise ValueError("the forward pass in float32 only")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = setting.threads, 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    session = onnxruntime.InferenceSession(model(setting), options, providers=["CPUExecutionProvider"])
    arrays, offsets, last = peer.inputs_of(setting), peer.offsets_of(setting), []
    feeds = {name: arrays[name] for name in ("query", "key", "value")}
    feeds.update({name: numpy.ascontiguousarray(arrays[name][:, offsets])[None] for name in peer.terms_of(setting)})

    def run():
        last[:] = session.run(None, feeds)

    return run, lambda: last


if __name__ == "__main__":
    peer.serve(make)
