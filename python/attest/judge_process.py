# SPDX-License-Identifier: Apache-2.0
"""The judge in a process of its own. It has loaded nothing of the judged code, makes the inputs itself, keeps its own copy of them, and computes no truth
before an answer was handed in: what shares a process with the judged code can be read and changed by it.

Messages are a length, a JSON object, and the bytes of a file behind it; the child answers each with one."""
import json
import struct
import subprocess
import sys
from pathlib import Path

_HEADER = struct.Struct("<QQ")


def _send(stream, words, data=b""):
    text = json.dumps(words).encode()
    stream.write(_HEADER.pack(len(text), len(data)) + text + data)
    stream.flush()


def _exactly(stream, size):
    data = b""
    while len(data) < size:
        part = stream.read(size - len(data))
        if not part:
            raise EOFError
        data = data + part if data else part
    return data


def _receive(stream):
    text, data = _HEADER.unpack(_exactly(stream, _HEADER.size))
    return json.loads(_exactly(stream, text)), _exactly(stream, data)


class JudgeProcess:
    """The parent's end. `close` ends the child; so does the parent's end."""

    def __init__(self):
        root = str(Path(__file__).resolve().parent.parent)
        # Isolated: neither the environment's paths nor a site's start-up files have a say in what the child loads.
        program = f"import sys; sys.path.insert(0, {root!r}); from attest.judge_process import serve; serve()"
        self._child = subprocess.Popen([sys.executable, "-I", "-S", "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, words, data=b""):
        from attest.library import InputError, JudgeError
        try:
            _send(self._child.stdin, words, data)
            answer, more = _receive(self._child.stdout)
        except (EOFError, BrokenPipeError):
            raise JudgeError("the judge's process ended") from None
        if "bad_input" in answer:
            raise InputError(answer["bad_input"])
        if "failed" in answer:
            raise JudgeError(answer["failed"])
        return answer, more

    def generate(self, number, generator, seed, settings):
        """The inputs of a case, which the child keeps under this number."""
        return self.ask({"do": "generate", "number": number, "generator": generator, "seed": seed, "settings": settings})

    def hold(self, number, data, settings=None):
        """A case from a file's bytes."""
        return self.ask({"do": "hold", "number": number, "settings": settings or {}}, data)

    def judge(self, number, outputs, error=(), threads=0):
        """The verdict on outputs (the bytes of a .safetensors file), and the case with them as bytes if it is not accepted."""
        return self.ask({"do": "judge", "number": number, "error": dict(error), "threads": threads}, outputs)

    def judge_gradients(self, number, of, gradients, error=(), threads=0):
        """The verdict on gradients (the bytes of a .safetensors file) for the gradient of the output that the values of case `of` are, and the case as judge."""
        return self.ask({"do": "judge_gradients", "number": number, "of": of, "error": dict(error), "threads": threads}, gradients)

    def drop(self, number):
        self.ask({"do": "drop", "number": number})

    def close(self):
        if self._child.poll() is None:
            self._child.stdin.close()
            self._child.wait()
        self._child.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()


def _answer(held, asked, data):
    from attest import safetensors
    from attest.cases import Case
    from attest.replay import gradient_file
    number = asked["number"]
    if asked["do"] == "generate":
        case = held[number] = Case.generated(asked["generator"], asked["seed"], asked["settings"])
        more = {name: word for name, word in asked["settings"].items() if name == "block_mask"}
        return {"settings": {**case.settings(), **more}}, case.tobytes()
    if asked["do"] == "hold":
        case = held[number] = Case.of_bytes(data, asked["settings"])
        return {"settings": case.settings()}, b""
    if asked["do"] == "judge":
        outputs, _ = safetensors.parse(data, "the outputs")
        held[number].take(**outputs)
        verdict = held[number].verdict(asked["error"], asked["threads"])
        return {"verdict": verdict}, held[number].tobytes() if verdict.outside else b""
    if asked["do"] == "judge_gradients":
        given = {"grad_output": held[asked["of"]].arrays()["value"], **safetensors.parse(data, "the gradients")[0]}
        held[number].take_gradients(**given)
        verdict = held[number].gradient_verdict(asked["error"], asked["threads"])
        return {"verdict": verdict}, gradient_file(held[number], given) if verdict.outside else b""
    held.pop(number, None)
    return {}, b""


def serve():
    """The child: answers until its input ends."""
    from attest.library import InputError
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    held = {}
    while True:
        try:
            asked, data = _receive(source)
        except EOFError:
            return
        try:
            words, more = _answer(held, asked, data)
        except InputError as error:
            words, more = {"bad_input": str(error)}, b""
        except Exception as error:  # told, and judged by who asked
            words, more = {"failed": f"{type(error).__name__}: {error}"}, b""
        _send(sink, words, more)
