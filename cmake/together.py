#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which sources may be compiled as one: together.py ROOT reads a target and its sources a line, TARGET;SOURCE;..., and prints
a target, a group's number and a source a line.

Sources that are compiled together share their unnamed namespaces, their using-directives and their macros. So two of them
stand in one group only if no name that is local to one is local to the other, or used without a qualifier there or in a
header (found from ROOT) that only the other includes, and if both open the same namespaces. What is taken for a name is a
little more than what is one: that costs a group, no build."""
import functools
import pathlib
import re
import sys

LARGEST = 12  # sources to a group
KEYWORDS = set("""alignas auto bool break case catch char class const constexpr consteval continue decltype default delete do double
    else enum explicit extern false float for friend if inline int long mutable namespace new noexcept nullptr operator
    private protected public requires return short signed sizeof static static_assert struct switch template this throw
    true try typedef typename union unsigned using virtual void volatile while final override defined""".split())
TOKEN = re.compile(r"[A-Za-z_]\w*|::|->|\d[\w.']*|\S")
LITERAL = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![\w\'])\'(?:\\.|[^\'\\\n])+\'', re.S)
DIRECTIVE = re.compile(r"^[ \t]*#[^\n]*(?:\\\n[^\n]*)*", re.M)


NAMESPACE = re.compile(r"\bnamespace[ \t]+([\w:]+)[ \t]*\{")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.M)


def without_literals(text):
    return LITERAL.sub(lambda match: '""' if match[0][0] in "\"R'" else " ", text)


@functools.cache
def header(path):
    """(the project's headers that a file includes, what it may look up without a qualifier: its types and calls, the
    namespaces that it opens)."""
    if not path.is_file():
        return (), frozenset(), frozenset()
    text = path.read_text(encoding="utf-8")
    tokens = TOKEN.findall(DIRECTIVE.sub(" ", without_literals(text)))
    around = zip([""] + tokens, tokens, tokens[1:] + [""])
    return tuple(INCLUDE.findall(text)), frozenset(name for before, name, after in around if is_name(name) and before not in (".", "->", "::")
                                                   and (name[0].isupper() or after == "(")), frozenset(NAMESPACE.findall(text))


def headers_below(root, includes):
    """All headers of the project that are read for these include lines."""
    found, waiting = set(), list(includes)
    while waiting:
        path = root / waiting.pop()
        if path not in found:
            found.add(path)
            waiting.extend(header(path)[0])
    return found


def is_name(token):
    return (token[0].isalpha() or token[0] == "_") and token not in KEYWORDS


class Source:
    """The names of one source: `local` (declared in unnamed namespaces, static, or macros), `imported` (by
    using-declarations and aliases: the whole text of each), `opened` (by using-directives), `used` (without a qualifier)."""

    def __init__(self, text, root=pathlib.Path()):
        self.headers = headers_below(root, INCLUDE.findall(text))
        self.namespaces = set(NAMESPACE.findall(text))
        text = without_literals(text)
        self.local = set(re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", text, re.M))
        tokens = TOKEN.findall(DIRECTIVE.sub(" ", text))
        self.used = {t for before, t in zip([""] + tokens, tokens) if is_name(t) and before not in (".", "->", "::")}
        self.imported, self.opened = {}, set()
        self.alone = False  # a using-directive inside a namespace reaches the headers that are read after it
        self.walk(tokens)

    def walk(self, tokens):
        scopes = []  # of every open brace: "unnamed", "named" (namespaces), "inner" (anything else)
        start = 0  # of the declaration
        for i, token in enumerate(tokens):
            at_namespace_scope = "inner" not in scopes
            if token == "{":
                if at_namespace_scope:
                    head = tokens[start:i]
                    if "namespace" in head:
                        scopes.append("unnamed" if head[-1] == "namespace" else "named")
                    else:
                        self.declare(head, scopes)
                        scopes.append("inner")
                    start = i + 1
                else:
                    scopes.append("inner")
            elif token == "}":
                scopes.pop()
                start = i + 1 if "inner" not in scopes else start
            elif token == ";" and at_namespace_scope:
                self.declare(tokens[start:i], scopes)
                start = i + 1

    def declare(self, tokens, scopes):
        if tokens[:2] == ["using", "namespace"]:
            self.opened.add(" ".join(tokens))
            self.alone = self.alone or "named" in scopes
        elif tokens[:1] == ["using"] or tokens[:1] == ["namespace"]:
            name = tokens[1] if "=" in tokens else tokens[-1]
            self.imported[name] = " ".join(tokens)
        elif "unnamed" in scopes or "static" in tokens:
            around = zip([""] + tokens, tokens, tokens[1:] + [";"])
            self.local |= {name for before, name, after in around if is_name(name) and before != "::" and
                           (after in ("(", "=", "[", ";", ":", "final") or after == "<" and before in ("class", "struct", "union"))}

    def clashes(self, other):
        if self.alone or other.alone or self.opened != other.opened or self.local & (other.local | other.used) or other.local & self.used:
            return True
        if self.reaches_into_headers_of(other) or other.reaches_into_headers_of(self):
            return True
        both = self.imported.keys() & other.imported.keys()
        if any(self.imported[name] != other.imported[name] for name in both):
            return True
        # An imported name hides what the other would find by it.
        return bool((self.imported.keys() - both) & other.used or (other.imported.keys() - both) & self.used)


    def reaches_into_headers_of(self, other):
        """Whether a name of this source is looked up in a header that is read after it."""
        own = self.local | self.imported.keys()
        inside = tuple(name + "::" for name in self.namespaces)
        return any(own & names and any((space + "::").startswith(inside) for space in spaces)
                   for _, names, spaces in map(header, other.headers - self.headers))


def groups(texts, root=pathlib.Path()):
    """[[index, ...], ...] of the texts: each joins the first group in which it clashes with nobody, those first that clash with
    the most (Welsh and Powell's colouring)."""
    sources = [Source(text, root) for text in texts]
    clashes = [{j for j, other in enumerate(sources) if i != j and source.clashes(other)} for i, source in enumerate(sources)]
    result = []
    for i in sorted(range(len(sources)), key=lambda i: -len(clashes[i])):
        for group in result:
            if len(group) < LARGEST and not clashes[i] & set(group):
                group.append(i)
                break
        else:
            result.append([i])
    return sorted(sorted(group) for group in result)


def main():
    root = pathlib.Path(sys.argv[1])
    for line in sys.stdin.read().splitlines():
        target, *paths = line.split(";")
        texts = [pathlib.Path(path).read_text(encoding="utf-8") for path in paths]
        for number, group in enumerate(groups(texts, root)):
            for i in group:
                print(target, number, paths[i])


if __name__ == "__main__":
    main()
