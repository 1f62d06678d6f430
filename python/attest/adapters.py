# SPDX-License-Identifier: Apache-2.0
"""attest as the check of a benchmark of kernels, in three lines each.

The truth is computed in the judge's process (judge_process.py), which is started when a checker is made: make it before the judged code is loaded. Inputs are
copied to it by `hold` before the judged code runs, so that inputs changed in place do not change the truth."""
import itertools

from attest import safetensors
from attest.judge_process import JudgeProcess
from attest.library import InputError
from attest.likes import snapshot
from attest.verdicts import Verdict, details, headline


def attention_of(data):
    """GPU MODE's data for attention: (q, k, v), or with a dictionary of assert_attention's arguments behind them; or a dictionary with q, k, v."""
    if isinstance(data, dict):
        problem = dict(data)
        return [problem.pop(name) for name in ("q", "k", "v")], problem
    parts = list(data)
    problem = dict(parts.pop()) if parts and isinstance(parts[-1], dict) else {}
    if len(parts) != 3:
        raise InputError(f"data: expected q, k, v, and perhaps a dictionary, found {len(parts)} parts")
    return parts, problem


class Checker:
    """Holds results to the exact attention of inputs in another process."""

    def __init__(self, *, error=(), threads=0, decided=0.9):
        self._judge, self._error, self._threads, self._decided = JudgeProcess(), error, threads, decided
        self._numbers = itertools.count()

    def close(self):
        self._judge.close()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def hold(self, q, k, v, **problem):
        """Copies the inputs to the judge; what it returns is handed to `check`."""
        from attest.assertion import Question
        question = Question(q, k, v, **problem)
        number = next(self._numbers)
        self._judge.hold(number, question.case().tobytes())
        return number, question

    def check(self, held, output):
        """(whether it is right, the words). The inputs that were held are dropped."""
        number, question = held
        try:
            wanted = question.arrays["value"].dtype
            taken = {name: snapshot(one, name) for name, one in question.outputs(output).items() if one is not None}
            if taken["output"].dtype != wanted:
                return False, f"expected an output of {wanted}, found {taken['output'].dtype}"
            verdict = Verdict(self._judge.judge(number, safetensors.to_bytes(taken), self._error, self._threads)[0]["verdict"])
        except InputError as wrong:
            return False, str(wrong)
        finally:
            self._judge.drop(number)
        return verdict.accepts(self._decided), "\n".join([headline(verdict), *details(verdict)])

    # GPU MODE: reference.py's check_implementation(data, output) -> (bool, str).
    def check_implementation(self, data, output):
        parts, problem = attention_of(data)
        return self.check(self.hold(*parts, **problem), output)

    # KernelBench: what eval.py asks of a pair of models, for its attention tasks.
    def kernelbench(self, model_new, get_inputs, trials=5, **problem):
        """(whether it is right, the words): ModelNew's instance on `trials` inputs of the task's get_inputs; the reference model is not needed."""
        words = "no trial"
        for trial in range(trials):
            inputs = get_inputs()
            held = self.hold(*inputs, **problem)
            try:
                output = model_new(*inputs)
            except Exception as error:
                return False, f"trial {trial}: {type(error).__name__}: {error}"
            right, words = self.check(held, output)
            if not right:
                return False, f"trial {trial}: {words}"
        return trials > 0, words


def check_implementation(**options):
    """A function check_implementation(data, output) -> (bool, str) for GPU MODE's reference.py."""
    return Checker(**options).check_implementation
