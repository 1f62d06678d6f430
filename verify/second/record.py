# SPDX-License-Identifier: Apache-2.0
"""Classes that hold named fields and nothing else: what dataclasses of the standard library are, whose import and whose
making of classes took longer than most checks."""


def record(cls):
    """The class with slots and __init__ for its base's fields and its annotated ones. One that has a value in the class
    may be left out. TypeError for a field that is missing, twice there or unknown."""
    own = list(cls.__annotations__)
    fields = (*getattr(cls, "FIELDS", ()), *own)
    defaults = {**getattr(cls, "DEFAULTS", {}), **{name: cls.__dict__[name] for name in own if name in cls.__dict__}}
    setters = []

    def complete(values, named):
        given = {**defaults, **dict(zip(fields, values)), **named}
        wrong = set(given) ^ set(fields) or set(fields[: len(values)]) & set(named)
        if wrong or len(values) > len(fields):
            raise TypeError(f"{cls.__name__}: expected {', '.join(fields)}, found {len(values)} of them and {sorted(named)}")
        return [given[name] for name in fields]

    def __init__(self, *values, **named):
        if named or len(values) != len(setters):
            values = complete(values, named)
        for put, value in zip(setters, values):
            put(self, value)

    body = {name: value for name, value in cls.__dict__.items() if name not in (*own, "__dict__", "__weakref__")}
    body.update(__slots__=tuple(own), __init__=__init__, FIELDS=fields, DEFAULTS=defaults)
    made = type(cls.__name__, cls.__bases__, body)
    setters.extend(getattr(made, name).__set__ for name in fields)
    return made
