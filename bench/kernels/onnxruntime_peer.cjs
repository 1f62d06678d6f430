// SPDX-License-Identifier: Apache-2.0
// ONNX Runtime as a peer of bench_kernels_attention: reads one JSON object a line from standard input, answers with one each.
//   {"prepare": {batches, heads, length, width, operation, threads, file}}  file: query, key, value, bias, factor as float32
//   {"run": true}       -> {"seconds": s}
//   {"output": "FILE"}  the output of the last run
"use strict";
const fs = require("fs");
const readline = require("readline");
const ort = require("onnxruntime-node");

// --- The few messages of onnx.proto that a model of one graph needs, in protocol buffers' wire format -----------------------
const varint = (n) => {
  const bytes = [];
  let rest = BigInt(n);
  do {
    bytes.push(Number(rest & 127n) | (rest > 127n ? 128 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Buffer.from(bytes);
};
const integer = (field, n) => Buffer.concat([varint(field << 3), varint(n)]);
const bytes = (field, b) => Buffer.concat([varint((field << 3) | 2), varint(b.length), b]);
const text = (field, s) => bytes(field, Buffer.from(s));
const message = (field, ...parts) => bytes(field, Buffer.concat(parts));
const FLOAT = 1;
const attribute = (name, type, ...value) => message(5, text(1, name), ...value, integer(20, type));
const node = (op, inputs, output, ...attributes) =>
  message(1, ...inputs.map((i) => text(1, i)), text(2, output), text(4, op), ...attributes);
const valueInfo = (field, name, dims) =>
  message(field, text(1, name), message(2, message(1, integer(1, FLOAT), message(2, ...dims.map((d) => message(1, integer(1, d)))))));
const scalar = (name, x) => {
  const raw = Buffer.alloc(4);
  raw.writeFloatLE(x);
  return message(5, integer(2, FLOAT), text(8, name), bytes(9, raw));
};

function model({ batches, heads, length, width, operation }) {
  const rows = [batches, heads, length, width], term = [1, heads, length, length];
  const permutation = [0, 1, 3, 2].map((axis) => integer(8, axis));
  const steps = [
    node("Transpose", ["key"], "key_transposed", attribute("perm", 7, ...permutation)),
    node("MatMul", ["query", "key_transposed"], "products"),
    node("Mul", ["products", "scale"], "scores"),
  ];
  let scores = "scores";
  if (operation !== "attention") steps.push(node("Add", [scores, "bias"], (scores = "biased")));
  let weights = "weights";
  steps.push(node("Softmax", [scores], weights, attribute("axis", 2, integer(3, 3))));
  if (operation === "urpe") steps.push(node("Mul", [weights, "factor"], (weights = "modified")));
  steps.push(node("MatMul", [weights, "value"], "output"));
  const inputs = ["query", "key", "value"].map((name) => valueInfo(11, name, rows));
  if (operation !== "attention") inputs.push(valueInfo(11, "bias", term));
  if (operation === "urpe") inputs.push(valueInfo(11, "factor", term));
  const graph = message(7, ...steps, text(2, "attention"), scalar("scale", 1 / Math.sqrt(width)), ...inputs, valueInfo(12, "output", rows));
  return Buffer.concat([integer(1, 8), graph, message(8, text(1, ""), integer(2, 13))]);
}

let session, feeds, result;

async function prepare(p) {
  session = await ort.InferenceSession.create(model(p), { intraOpNumThreads: p.threads, interOpNumThreads: 1, executionMode: "sequential" });
  const data = fs.readFileSync(p.file);
  const floats = new Float32Array(data.buffer, data.byteOffset, data.length / 4);
  const elements = p.batches * p.heads * p.length * p.width, family = 2 * p.length - 1;
  const rows = [p.batches, p.heads, p.length, p.width];
  feeds = {};
  ["query", "key", "value"].forEach((name, k) => {
    feeds[name] = new ort.Tensor("float32", floats.slice(k * elements, (k + 1) * elements), rows);
  });
  ["bias", "factor"].forEach((name, k) => {
    if (p.operation === "attention" || (name === "factor" && p.operation !== "urpe")) return;
    const spread = new Float32Array(p.heads * p.length * p.length);
    for (let h = 0, at = 0; h < p.heads; ++h)
      for (let i = 0; i < p.length; ++i)
        for (let j = 0; j < p.length; ++j) spread[at++] = floats[3 * elements + (k * p.heads + h) * family + i - j + p.length - 1];
    feeds[name] = new ort.Tensor("float32", spread, [1, p.heads, p.length, p.length]);
  });
  return { ready: ort.env.versions.node };
}

async function answer(line) {
  const request = JSON.parse(line);
  if (request.prepare) return prepare(request.prepare);
  if (request.run) {
    const start = process.hrtime.bigint();
    result = await session.run(feeds);
    return { seconds: Number(process.hrtime.bigint() - start) * 1e-9 };
  }
  const output = result.output.data;
  fs.writeFileSync(request.output, Buffer.from(output.buffer, output.byteOffset, output.byteLength));
  return {};
}

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    let reply;
    try {
      reply = await answer(line);
    } catch (error) {
      reply = { error: String(error.message).split("\n")[0] };
    }
    process.stdout.write(JSON.stringify(reply) + "\n");
  }
})();
