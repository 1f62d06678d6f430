#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which sources may be compiled as one: together.py SOURCE... prints a group's number and a source a line.

Sources that are compiled together share their unnamed namespaces, their using-directives and their macros. So two of them
stand in one group only if no name that is local to one is local to the other, or used there without a qualifier, and if
both open the same namespaces. What is taken for a name is a little more than what is one: that costs a group, no build."""
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


def is_name(token):
    return (token[0].isalpha() or token[0] == "_") and token not in KEYWORDS


class Source:
    """The names of one source: `local` (declared in unnamed namespaces, static, or macros), `imported` (by
    using-declarations and aliases: the whole text of each), `opened` (by using-directives), `used` (without a qualifier)."""

    def __init__(self, text):
        text = LITERAL.sub(lambda match: '""' if match[0][0] in "\"R'" else " ", text)
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
            self.local |= {name for before, name, after in around
                           if is_name(name) and before != "::" and after in ("(", "=", "[", ";", ":", "<", "final")}

    def clashes(self, other):
        if self.alone or other.alone or self.opened != other.opened or self.local & (other.local | other.used) or other.local & self.used:
            return True
        both = self.imported.keys() & other.imported.keys()
        if any(self.imported[name] != other.imported[name] for name in both):
            return True
        # An imported name hides what the other would find by it.
        return bool((self.imported.keys() - both) & other.used or (other.imported.keys() - both) & self.used)


def groups(texts):
    """[[index, ...], ...] of the texts, in their order: each joins the first group in which it clashes with nobody."""
    result = []
    sources = [Source(text) for text in texts]
    for i, source in enumerate(sources):
        for group in result:
            if len(group) < LARGEST and not any(source.clashes(sources[j]) for j in group):
                group.append(i)
                break
        else:
            result.append([i])
    return result


def main():
    paths = sys.argv[1:]
    texts = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            texts.append(file.read())
    for number, group in enumerate(groups(texts)):
        for i in group:
            print(f"{number} {paths[i]}")


if __name__ == "__main__":
    main()
