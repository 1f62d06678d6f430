# SPDX-License-Identifier: Apache-2.0
"""What the peers in Python have in common: one JSON object a line from standard input, answered with one each.

  {"prepare": {batches, heads, length, width, operation, dtype, threads, method, backward, file}}
                      file: query, key, value, bias, factor and, for a backward pass, the output's gradient, as float32
  {"run": true}       -> {"seconds": by the clock, "processor": of this process}
  {"output": "FILE"}  what the last run computed, as float32: the output, or the gradients of query, key, value, bias, factor

A peer is a function of the setting that returns two: one that runs, and one that gives what the last run computed as arrays."""
import collections
import json
import sys
import time

import numpy

Setting = collections.namedtuple("Setting", "batches heads length width operation dtype threads method backward file")


def inputs_of(setting):
    """query, key, value and the output's gradient as [batches, heads, length, width], families as [heads, 2 length - 1] over i - j."""
    floats = numpy.fromfile(setting.file, numpy.float32)
    rows = (setting.batches, setting.heads, setting.length, setting.width)
    elements, terms = int(numpy.prod(rows)), setting.heads * (2 * setting.length - 1)
    names = {"query": rows, "key": rows, "value": rows, "bias": (setting.heads, -1), "factor": (setting.heads, -1), "grad_output": rows}
    arrays, first = {}, 0
    for name, shape in names.items():
        count = terms if -1 in shape else elements
        if first < len(floats):
            arrays[name] = floats[first:first + count].reshape(shape)
        first += count
    return arrays


def terms_of(setting):
    """Those that the operation has."""
    return {"attention": (), "rpe": ("bias",), "urpe": ("bias", "factor")}[setting.operation]


def offsets_of(setting):
    """Where B_ij and C_ij stand in their families."""
    place = numpy.arange(setting.length)
    return place[:, None] - place[None, :] + setting.length - 1


def serve(make):
    run = result = None
    for line in sys.stdin:
        request = json.loads(line)
        try:
            if "prepare" in request:
                run, result = make(Setting(**request["prepare"]))
                reply = {}
            elif "run" in request:
                clock, processor = time.perf_counter(), time.process_time()
                run()
                reply = {"seconds": time.perf_counter() - clock, "processor": time.process_time() - processor}
            else:
                with open(request["output"], "wb") as file:
                    for array in result():
                        numpy.ascontiguousarray(array, numpy.float32).tofile(file)
                reply = {}
        except Exception as error:  # what the library says is for the person who measures
            reply = {"error": f"{type(error).__name__}: {error}".split("\n")[0]}
        print(json.dumps(reply), flush=True)
