# SPDX-License-Identifier: Apache-2.0
"""The claims of record: papers are folders of theory/papers; those whose name a folder of constructions/ has bring constructions, and their
claims are the registered ones."""
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[1]


def papers():
    """The folders of the papers that bring constructions."""
    return [path for path in sorted((ROOT / "theory/papers").iterdir()) if path.is_dir() and (ROOT / "constructions" / path.name).is_dir()]


def claim_files():
    """Their claims, by their names."""
    return sorted((claim for paper in papers() for claim in (paper / "claims").glob("*.claim")), key=lambda path: path.name)


def claim_name(stem):
    """A claim's file, below the root; its paper is what stands before the stem's first '_'."""
    return f"theory/papers/{stem.partition('_')[0]}/claims/{stem}.claim"


def claim_file(stem):
    return ROOT / claim_name(stem)
