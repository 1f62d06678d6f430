# SPDX-License-Identifier: Apache-2.0
"""The hashes that bind a certificate to a statement and to a claim's header (docs/statement_language.md)."""

import hashlib


def header_hash(header):
    """header: its keys and values in the order of the file."""
    lines = "".join(f'"{key}": "{value}"\n' for key, value in header.items())
    return hashlib.sha256(f"attest.header/1\n{lines}".encode()).hexdigest()


def statement_hash(items, statement):
    """items: all definitions, used files first, in the order of the walk of `use`; statement: the statement's item."""
    definitions = {item.name: item for item in items if item.kind == "def"}
    reached, waiting = set(), [statement]
    while waiting:
        for name in waiting.pop().names:
            if name in definitions and name not in reached:
                reached.add(name)
                waiting.append(definitions[name])
    texts = [item.text for item in items if item.kind == "def" and item.name in reached]
    hashed = "".join(f"{text}\n" for text in ["attest.statement/1", *texts, statement.text])
    return hashlib.sha256(hashed.encode()).hexdigest()
