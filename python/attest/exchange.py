# SPDX-License-Identifier: Apache-2.0
"""Inputs written to a folder here, a kernel run on them elsewhere, its outputs judged here or on a third machine."""
from pathlib import Path

from attest import safetensors
from attest.cases import Case
from attest.library import InputError
from attest.verdicts import details, headline

OUTPUTS = "outputs"


def export_inputs(folder, *, operation="attention", dtype="float32", seed=1, menu=None):
    """Writes the menu's cases as FOLDER/0001-GENERATOR.safetensors (docs/kernels.md has the format: arrays query, key, value, mask, ..., the settings as
    metadata). Whoever runs the kernel writes FOLDER/outputs/<the same name> with an array output, and may add log_sum_exp and row_sum. Returns the files."""
    files = []
    for k, entry in enumerate(menu if menu is not None else Case.menu(operation, dtype), 1):
        case = Case.generated(entry["generator"], seed, entry["settings"])
        files.append(Path(folder) / f"{k:04}-{entry['generator']}.safetensors")
        safetensors.write(files[-1], case.tobytes())
    return files


class FolderReport(dict):
    """Verdicts by file name; `missing` are cases without outputs, `broken` outputs that are none."""

    def __init__(self):
        super().__init__()
        self.missing, self.broken = [], {}
        self.decided = 0.9

    @property
    def accepted(self):
        verdicts = self.values()
        return not self.missing and not self.broken and not any(v.outside for v in verdicts) and any(v.accepts(self.decided) for v in verdicts)

    def __str__(self):
        lines = [f"failed      {name}: {why}" for name, why in self.broken.items()]
        for name, verdict in self.items():
            if verdict.outside:
                lines += [f"outside     {name}: {headline(verdict)}", *details(verdict)]
        lines += [f"undecided   {name}: {headline(v)}" for name, v in self.items() if not v.outside and v.decided < self.decided]
        lines += [f"missing     {OUTPUTS}/{name}" for name in self.missing]
        inside = sum(v.accepts(self.decided) for v in self.values())
        return "\n".join([*lines, f"{inside} of {len(self) + len(self.missing) + len(self.broken)} inside"])


def judge_outputs(folder, *, outputs=None, error=(), threads=0, decided=0.9):
    """Judges what was written for the cases of export_inputs. Nothing of the judged code is loaded. InputError if there are no cases."""
    folder = Path(folder)
    outputs = Path(outputs) if outputs else folder / OUTPUTS
    files = sorted(folder.glob("*.safetensors"))
    if not files:
        raise InputError(f"{folder}: expected files of export_inputs")
    report = FolderReport()
    report.decided = decided
    for file in files:
        answer = outputs / file.name
        if not answer.exists():
            report.missing.append(file.name)
            continue
        case = Case.of_bytes(file.read_bytes())
        try:
            tensors, _ = safetensors.read(answer)
            wanted = case.arrays()["value"].dtype
            if "output" in tensors and tensors["output"].dtype != wanted:
                raise InputError(f"{answer}: expected an output of {wanted}, found {tensors['output'].dtype}")
            case.take(**{name: one for name, one in tensors.items() if name in ("output", "log_sum_exp", "row_sum")})
            report[file.name] = case.verdict(error, threads)
        except InputError as wrong:
            report.broken[file.name] = str(wrong)
    return report
