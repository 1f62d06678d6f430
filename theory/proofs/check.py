#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the Coq proofs and what they are bound to.

A theorem decides a claim's statement through a comment on the line right above it:

    (* attest: <claim id> <statement name> sha256:<64 hex digits> theorem:<theorem name> *)

For every such theorem: the sources are copied to --work and compiled there, Coq is asked for the axioms under the theorem
(Print Assumptions, in a file of this script's own), and these are held against allowed_axioms.txt. The sources may not switch
off a check of the kernel, leave a proof out, or assume anything in a section that allowed_section_variables.txt does not list:
such an assumption becomes a premise of the theorem and is no axiom to Coq. Compiled evaluation is refused, but for Coq's virtual
machine in bound_machine_*.v, by one tactic of theory/semantics/machine.v; of what rests on it that is said.

A theorem whose type is, for Coq, the meaning of the statement's syntax tree (theory/semantics) is bound to it by this program
(program_binding.py). That any other theorem says what the statement says is what somebody has read. What was read is recorded in
read_theorems.txt: the statement's hash, and the SHA-256 of the theorem's type, premises included, with every
definition of ours that it reaches, as Coq prints them in full. Another theorem under the same comment, or the same one
over other definitions, is none that was read, and does not count.

Exit codes: 0 every bound theorem is proved and read; 1 one is not; 3 bad input; 64 usage; 77 coqc is not installed.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys

sys.dont_write_bytecode = True  # the sources are left as they are
import kept_library  # noqa: E402
import program_binding  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
BINDING = re.compile(r"\(\* attest: (\S+) (\w+) sha256:([0-9a-f]{64}) theorem:(\w+) \*\)")
REQUIRE = re.compile(r"(?:From\s+(\w+)\s+)?Require\s+(?:Import\s+|Export\s+)?([\w.\s]+)$")
SECTION_VARIABLE = re.compile(r"\b(?:Variables?|Hypothes[ie]s|Context)\b")
LIBRARIES = {"Coq", "mathcomp"}

# What no source may contain, by the reason that is given. Print Assumptions would show most of these as well.
FORBIDDEN = [
    (re.compile(r"\b(Admitted|Admit|admit|AdmitAxiom|proof_admitted|give_up|Obligations?|Program|Derive)\b"), "leaves a proof out, or may"),
    (re.compile(r"\bDefined\b"), "makes a proof a part of what its name means"),
    (re.compile(r"\b(Module|Include|Export)\b"), "hides a name behind another of the same spelling"),
    (re.compile(r"\b(Axioms?|Parameters?|Conjectures?|Primitive|Symbols?)\b"), "declares an axiom"),
    (re.compile(r"\bUnset\s+(?:Guard|Positivity|Universe)\s+Checking\b|\bbypass_check\b|\bType\s+In\s+Type\b"),
     "switches off a check of the kernel"),
    (re.compile(r"\b(?:native|vm)_(?:compute|cast_no_check)\b|<<?:(?!=)"), "relies on compiled evaluation"),
    (re.compile(r"\b(?:Declare\s+ML\s+Module|Add\s+(?:Rec\s+)?(?:LoadPath|ML\s+Path)|Load|Redirect|Drop|Cd|(?:Recursive\s+)?Extraction|Print\s+(?:Sorted\s+)?Universes)\b"),
     "reaches outside the checked files"),
]

# Coq's virtual machine evaluates for one tactic, whose line stands in one file of theory/semantics; files of one kind of name may use it.
MACHINE, MACHINE_FILES = "machine", "bound_machine_"
MACHINE_LINE = ('Tactic Notation "by_machine" constr(steps) := '
                "refine (@reflection.accepted _ steps _); vm_cast_no_check (@Logic.eq_refl bool true).")
MACHINE_USED = re.compile(r"\b(?:by_machine|attest\.machine)\b")
MACHINE_NAME = "Coq's virtual machine"


READ = re.compile(r"(\S+) (\w+) sha256:([0-9a-f]{64}) theorem:(\w+)\.(\w+) means:([0-9a-f]{64})")
# What of a module a theorem's type can reach: definitions, types, instances; of a lemma only its type, since no proof is
# transparent here (FORBIDDEN).
GLOBAL = re.compile(r"^(def|ind|rec|coe|inst|class|proj|meth|canonstruc|ex|scheme|subclass|prim|prf|thm|lemma|ax) \d+:\d+ <> ([\w']+)$", re.MULTILINE)
LEMMAS = {"prf", "thm", "lemma", "ax"}


class BadInput(Exception):
    """One line that names the place and what was expected."""


def split_comments(text, name):
    """The text with comments and strings blanked out, and the outermost comments as (offset, comment)."""
    code, comments, depth, start, i = list(text), [], 0, 0, 0

    def blank(begin, end):
        code[begin:end] = [c if c == "\n" else " " for c in text[begin:end]]

    while i < len(text):
        if text[i] == '"':  # strings count inside comments, too: "(*" opens none
            end = text.find('"', i + 1)
            if end < 0:
                raise BadInput(f"{name}:{text.count(chr(10), 0, i) + 1}: a string that is closed was expected")
            blank(i, end + 1)
            i = end + 1
        elif text.startswith("(*", i):
            if depth == 0 and i and not text[i - 1].isspace():  # to Coq it may be the end of a longer token, and open no comment
                raise BadInput(f"{name}:{text.count(chr(10), 0, i) + 1}: white space before a comment was expected")
            start, depth, i = (i if depth == 0 else start), depth + 1, i + 2
        elif depth and text.startswith("*)", i):
            depth, i = depth - 1, i + 2
            if depth == 0:
                blank(start, i)
                comments.append((start, text[start:i]))
        else:
            i += 1
    if depth:
        raise BadInput(f"{name}:{text.count(chr(10), 0, start) + 1}: a comment that is closed was expected")
    return "".join(code), comments


class Source:
    """One .v file: what it needs, what it binds, and what is wrong with it before Coq has read it."""

    def __init__(self, path, allowed_variables, is_library=False):
        self.name, self.module, self.is_library = path.name, path.stem, is_library
        data = path.read_bytes()
        self.sha256 = hashlib.sha256(data).hexdigest()
        try:
            self.text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise BadInput(f"{self.name}: UTF-8 text was expected ({error})") from None
        code, comments = split_comments(self.text, self.name)
        self.needs, self.faults, self.bindings = [], [], []
        its_own = self.machine_line() if path == program_binding.SEMANTICS / f"{MACHINE}.v" else range(0)
        for pattern, reason in FORBIDDEN + ([] if self.may_use_machine() else [(MACHINE_USED, f"is for {MACHINE_FILES}*.v alone")]):
            for found in pattern.finditer(code):
                if found.start() not in its_own:
                    self.fault(found.start(), f"'{' '.join(found.group().split())}' {reason}")
        for sentence in re.finditer(r"\S.*?(?:\.(?=\s|$)|\Z)", code, re.DOTALL):
            self.read_sentence(sentence.start(), " ".join(sentence.group().split()), allowed_variables)
        for offset, comment in comments:
            if "attest:" in comment:
                self.read_binding(offset, comment, code)

    def fault(self, offset, message):
        self.faults.append(f"{self.name}:{self.text.count(chr(10), 0, offset) + 1}: {message}")

    def may_use_machine(self):
        return self.module.startswith(MACHINE_FILES)

    def machine_line(self):
        """Where the one line stands that may use the virtual machine."""
        start = self.text.find(f"\n{MACHINE_LINE}\n")
        return range(start, start + len(MACHINE_LINE) + 1) if start >= 0 else range(0)

    def read_sentence(self, offset, sentence, allowed_variables):
        if SECTION_VARIABLE.search(sentence) and sentence not in allowed_variables:
            self.fault(offset, f"'{sentence}' is not in allowed_section_variables.txt")
        if not re.search(r"\bRequire\b", sentence):
            return
        required = REQUIRE.match(sentence.rstrip("."))
        if not required or required.group(1) not in LIBRARIES | {"attest"}:
            self.fault(offset, "'From attest | mathcomp | Coq Require ...' was expected")
        elif required.group(1) == "attest":
            self.needs += required.group(2).split()
            if MACHINE in required.group(2).split() and not self.may_use_machine():
                self.fault(offset, f"'{MACHINE}' evaluates by {MACHINE_NAME}, and is for {MACHINE_FILES}*.v alone")

    def read_binding(self, offset, comment, code):
        bound = BINDING.fullmatch(comment)
        if not bound:
            self.fault(offset, "'(* attest: <claim> <statement> sha256:<64 hex> theorem:<name> *)' was expected")
            return
        claim, statement, digest, theorem = bound.groups()
        below = code[offset + len(comment):]
        if not re.match(rf" *\n(?:Theorem|Lemma|Corollary) {theorem}(?![\w'])", below):
            self.fault(offset, f"'Theorem {theorem}' was expected on the next line")
        self.bindings.append({"claim": claim, "statement": statement, "hash": digest, "theorem": theorem})


    def is_bound_by_program(self):
        return any(need.startswith(program_binding.TREES) for need in self.needs)


def read_list(path):
    """The lines of a list without comments (from # to the end of the line)."""
    lines = (" ".join(line.split("#")[0].split()) for line in path.read_text(encoding="utf-8").splitlines())
    return {line for line in lines if line}


def dependency_order(sources, wanted):
    """The wanted modules and all that they need, each after what it needs."""
    order, open_modules = [], []

    def visit(module, needed_by):
        if module not in sources:
            raise BadInput(f"{needed_by}: the file {module}.v was expected")
        if module in open_modules:
            raise BadInput(f"{module}.v: it needs itself ({' -> '.join(open_modules + [module])})")
        if module not in order:
            open_modules.append(module)
            for need in sources[module].needs:
                visit(need, sources[module].name)
            open_modules.pop()
            order.append(module)

    for module in wanted:
        visit(module, "--only")
    return order


def resting_on_machine(sources, order):
    """Those of the modules, each after what it needs, that the virtual machine has a part in."""
    resting = {MACHINE}
    for module in order:
        if resting & set(sources[module].needs):
            resting.add(module)
    return resting


def below(sources, modules):
    """The modules and all that they need."""
    return dependency_order(sources, sorted(modules))


# Coq reads some 500 MB of what is installed: with room for it, its garbage collector takes a fifth less of the time.
ENVIRONMENT = {"OCAMLRUNPARAM": "s=1M,o=200", **os.environ}


def coq(program, work, *arguments):
    return subprocess.run([program, "-R", str(work), "attest", *arguments], cwd=work, capture_output=True, text=True, env=ENVIRONMENT)


def compile_module(source, sources, work, kept):
    """None, or why coqc refused it. The text that was read is the text that is compiled; nothing stale is left."""
    for old in [*work.glob(f"{source.module}.vo*"), work / f"{source.module}.glob"]:
        old.unlink(missing_ok=True)
    (work / source.name).write_text(source.text, encoding="utf-8")
    if kept.take(source, sources, work):
        return None
    result = coq("coqc", work, "-q", "-w", "-notation-overridden,-ambiguous-paths", source.name)
    if result.returncode == 0:
        kept.keep(source, sources, work)
        return None
    lines = [line.strip() for line in result.stderr.splitlines() if line.strip()]
    place = next((line for line in reversed(lines) if line.startswith("File ")), source.name)
    return "coqc refuses it: " + " ".join([place] + lines[lines.index(place) + 1:] if place in lines else lines[-5:])


def urgency(sources):
    """{module: how much text has to be compiled from it on, along the longest way to a module that nothing needs}."""
    longest = {}
    for source in reversed(sources):  # each stands after what it needs
        longest[source.module] = len(source.text) + longest.get(source.module, 0)
        for need in source.needs:
            longest[need] = max(longest.get(need, 0), longest[source.module])
    return longest


def compile_modules(sources, work, kept):
    """{module: None, or why it is refused}. The sources stand in an order in which each is after what it needs."""
    by_name, urgent, workers = {source.module: source for source in sources}, urgency(sources), os.cpu_count()
    waits_for = {source.module: set(source.needs) for source in sources}
    needed_by = {source.module: [user.module for user in sources if source.module in waits_for[user.module]] for source in sources}
    refused, running = {}, {}

    def refusal(source):
        # A fault below a theorem is a fault of the theorem: it may rest on what that file defines.
        below = [refused[need] for need in source.needs if refused[need]]
        return below[0] if below else (source.faults or [compile_module(source, by_name, work, kept)])[0]

    ready = [module for module, needs in waits_for.items() if not needs]
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        while ready or running:
            ready.sort(key=lambda module: urgent[module])
            while ready and len(running) < workers:
                module = ready.pop()
                running[pool.submit(refusal, by_name[module])] = module
            for done in concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED).done:
                module = running.pop(done)
                refused[module] = done.result()
                for user in needed_by[module]:
                    waits_for[user].discard(module)
                    if not waits_for[user]:
                        ready.append(user)
    return {source.module: refused[source.module] for source in sources}


def read_assumptions(text):
    """The names below 'Axioms:'; a line of any other kind stands for itself, so that nothing is overlooked."""
    if text.strip() == "Closed under the global context":
        return []
    names = []
    for line in text.splitlines():
        if line and not line[0].isspace() and line != "Axioms:":
            name = re.match(r"([\w.']+)(?: :.*)?$", line)
            names.append(name.group(1) if name else line)
    return names or [f"an answer without names: {text.strip()!r}"]


def have_no_axioms(bound, work):
    """Whether Coq finds no axiom under any of these theorems, asked of one term that has them all: what many of them rest on is looked
    through once, not once for each."""
    lines = [program_binding.CHECKS, *(f"Require attest.{module}.\n" for module in dict.fromkeys(module for module, _ in bound))]
    together = "".join(f"let _ := @attest.{module}.{theorem} in\n" for module, theorem in bound)
    lines.append(f'Definition together : Coq.Init.Logic.True :=\n{together}Coq.Init.Logic.I.\nRedirect "together" Print Assumptions together.\n')
    answer = work / "together.out"
    answer.unlink(missing_ok=True)
    (work / "together_query.v").write_text("".join(lines))
    return coq("coqc", work, "-q", "together_query.v").returncode == 0 and answer.is_file() and read_assumptions(answer.read_text()) == []


def print_assumptions(bound, work):
    """{(module, theorem): (axioms, None), or ([], why there is no answer)}. Coq is asked once for all; where there is an axiom, or no
    answer, once for each half of them."""
    bound = list(dict.fromkeys(bound))
    if have_no_axioms(bound, work):
        return {key: ([], None) for key in bound}
    if len(bound) > 1:
        middle = len(bound) // 2
        return print_assumptions(bound[:middle], work) | print_assumptions(bound[middle:], work)
    module, theorem = bound[0]
    answer, query = work / "query.out", work / "query.v"
    answer.unlink(missing_ok=True)
    query.write_text(f'{program_binding.CHECKS}Require attest.{module}.\nRedirect "query" Print Assumptions attest.{module}.{theorem}.\n')
    result = coq("coqc", work, "-q", query.name)
    if result.returncode == 0 and answer.is_file():
        return {bound[0]: (read_assumptions(answer.read_text()), None)}
    return {bound[0]: ([], f"Coq knows no theorem {theorem} in {module}.v: " + " ".join(result.stderr.split()))}


def print_meanings(bindings, modules, work):
    """{(module, theorem): SHA-256 of what it says}: its type with all that it reaches, printed without notations, implicit
    arguments or limits; '' where Coq does not print it."""
    names = {}  # {name: whether its type is all that is asked for}
    for module in modules:
        for kind, name in GLOBAL.findall((work / f"{module}.glob").read_text(encoding="utf-8")):
            names.setdefault(f"{module}.{name}", kind in LEMMAS)
    for old in work.glob("meaning*.out"):
        old.unlink()
    lines = [f"Require attest.{module}." for module in modules]
    lines += ["Set Printing All.", "Set Printing Depth 1000000000.", "Set Printing Width 1000000."]
    for number, (name, is_lemma) in enumerate(names.items()):
        asked = "Check" if is_lemma else "Print"
        lines.append(f'Redirect "meaning{number}" {asked} attest.{name}.')
    query = work / "meanings.v"
    query.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = coq("coqc", work, "-q", query.name)
    if result.returncode != 0:
        return {key: "" for key in bindings}
    texts = {name: (work / f"meaning{number}.out").read_text(encoding="utf-8") for number, name in enumerate(names)}
    mentioned = re.compile(r"\b(?:attest\.)?((?:" + "|".join(modules) + r")\.[\w']+)")
    mentions = {name: set(mentioned.findall(text)) for name, text in texts.items()}

    def meaning(root):
        reached, waiting = {root}, [root]
        while waiting:
            for name in sorted(mentions.get(waiting.pop(), ())):
                if name not in reached:
                    reached.add(name)
                    waiting.append(name)
        listed = "".join(f"{name}\n{texts.get(name, '')}\n" for name in sorted(reached - {root}))
        return hashlib.sha256(f"{root}\n{texts[root]}\n{listed}".encode()).hexdigest() if texts.get(root) else ""

    return {(module, theorem): meaning(f"{module}.{theorem}") for module, theorem in bindings}


def read_ledger(path):
    """{(claim, statement, statement's hash, module, theorem): what the theorem said when it was read}."""
    ledger = {}
    for line in sorted(read_list(path)) if path.is_file() else []:
        entry = READ.fullmatch(line)
        if not entry:
            raise BadInput(f"{path.name}: '<claim> <statement> sha256:<64 hex> theorem:<file>.<name> means:<64 hex>' was expected, found '{line}'")
        ledger[entry.groups()[:5]] = entry.group(6)
    return ledger


def ledger_key(source, binding):
    return (binding["claim"], binding["statement"], binding["hash"], source.module, binding["theorem"])


def expected_hash(claim, statement, claims, checker):
    """(the statement's hash, None), or (None, why there is none)."""
    claim_file = program_binding.claim_file(claims, program_binding.stem(claim))
    result = subprocess.run([*checker, "--hash", str(claim_file), statement], capture_output=True, text=True)
    digest = result.stdout.strip()
    if result.returncode != 0 or not re.fullmatch("[0-9a-f]{64}", digest):
        return None, f"{checker[-1]} gives no hash of {claim_file.name} {statement}: {result.stderr.strip() or digest}"
    return digest, None


def expected_hashes(bound, arguments):
    """{(claim, statement): expected_hash of it}, of all that is bound, if claims are given."""
    asked = list(dict.fromkeys((binding["claim"], binding["statement"]) for _, binding in bound)) if arguments.claims else []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(asked, pool.map(lambda pair: expected_hash(*pair, arguments.claims, arguments.checker), asked)))


def not_read(source, binding, meaning, ledger, arguments):
    """Why a theorem that no program binds to its statement is none that somebody has read."""
    if not meaning:
        return ["Coq does not print what it says"]
    read = ledger.get(ledger_key(source, binding))
    if arguments.record or read == meaning:
        return []
    return ["it is not recorded in read_theorems.txt that this theorem was read beside this statement" if read is None else
            "the theorem, or a definition that it reaches, is not the one that was read (read_theorems.txt)"]


def decide(source, binding, refused, assumptions, unbound, allowed_axioms, hashes):
    """(axioms, the reasons why this theorem does not count)."""
    if source.faults or refused:
        return [], source.faults + ([refused] if refused else [])
    axioms, failure = assumptions[(source.module, binding["theorem"])]
    reasons = [failure] if failure else []
    reasons += [f"assumes {axiom}, which is not in allowed_axioms.txt" for axiom in axioms if axiom not in allowed_axioms]
    reasons += unbound
    if hashes:
        digest, failure = hashes[binding["claim"], binding["statement"]]
        if failure:
            reasons.append(failure)
        elif digest != binding["hash"]:
            reasons.append(f"bound to sha256:{binding['hash']}, but the statement's hash is sha256:{digest}")
    return axioms, reasons


def run_coqchk(modules, work):
    """None, or what the stand-alone checker objects to. mathcomp and Coq's own library are taken as they are installed."""
    result = coq("coqchk", work, "-silent", *[word for module in modules for word in ("-norec", f"attest.{module}")])
    return None if result.returncode == 0 else "coqchk refuses it: " + " ".join((result.stdout + result.stderr).split())[-400:]


def all_sources(arguments):
    """{module: source} of the folder, of theory/semantics, of what a folder that is not ours requires of ours, and of the trees that
    they need."""
    allowed_variables = read_list(HERE / "allowed_section_variables.txt")
    sources, own = {}, arguments.source != HERE
    for path in [*sorted(program_binding.SEMANTICS.glob("*.v")), *sorted(arguments.source.glob("*.v"))]:
        if path.stem in sources or path.stem.startswith(program_binding.TREES):
            raise BadInput(f"{path.name}: another name was expected, theory/semantics has this one")
        sources[path.stem] = Source(path, allowed_variables, is_library=own and path.parent != arguments.source)
    if own:
        take_library(sources, allowed_variables)
    for need, is_library in trees_needed(sources).items():
        claims = program_binding.PAPERS if is_library else arguments.claims or program_binding.PAPERS
        sources[need] = program_binding.Trees(need, claims, own and is_library)
    return sources


def take_library(sources, allowed_variables):
    """Adds the files of ours that the sources require, and what these require."""
    waiting = list(sources.values())
    while waiting:
        source = waiting.pop()
        for need in source.needs:
            if need not in sources and (HERE / f"{need}.v").is_file():
                sources[need] = Source(HERE / f"{need}.v", allowed_variables, is_library=True)
                waiting.append(sources[need])
            elif need in sources and source.is_library and not sources[need].is_library:
                raise BadInput(f"{need}.v: another name was expected, our {source.name} requires ours")


def trees_needed(sources):
    """{module: whether only files of ours need it}."""
    needed = {}
    for source in sources.values():
        for need in source.needs:
            if need.startswith(program_binding.TREES):
                needed[need] = needed.get(need, True) and source.is_library
    return dict(sorted(needed.items()))


def bind_by_program(bound, sources, arguments):
    """{(module, claim, statement, theorem): the reasons why no program binds it}."""
    asked = [(module, binding["claim"], binding["statement"], binding["theorem"]) for module, binding in bound]
    reasons = {key: [reason] if reason else [] for key, reason in program_binding.ask(asked, arguments.work, coq).items()}
    for module, binding in bound:
        trees = sources.get(program_binding.TREES + program_binding.stem(binding["claim"]))
        digest = trees.statement_hash(binding["statement"]) if trees else None
        if digest != binding["hash"]:
            reasons[module, binding["claim"], binding["statement"], binding["theorem"]].append(
                f"bound to sha256:{binding['hash']}, but the tree is printed from sha256:{digest}" if digest else "there is no tree of the statement")
    return reasons


def check(arguments, version):
    sources = all_sources(arguments)
    own = [path.stem for path in sorted(arguments.source.glob("*.v"))]
    everything = [module for module in sources if arguments.source == HERE or module in own]
    wanted = [pathlib.Path(name).stem for name in arguments.only] if arguments.only else everything
    order = dependency_order(sources, wanted)
    arguments.work.mkdir(parents=True, exist_ok=True)
    by_machine = resting_on_machine(sources, order)
    refused = compile_modules([sources[module] for module in order], arguments.work, kept_library.Kept(arguments.library, version, arguments.source == HERE))
    if arguments.coqchk:
        sound = [module for module in order if not (refused[module] or module in by_machine)]  # coqchk has no virtual machine
        objection = run_coqchk(sound, arguments.work) if sound else None
        refused.update({module: objection for module in sound})
    allowed_axioms = read_list(HERE / "allowed_axioms.txt")
    ledger = read_ledger(arguments.ledger)
    sound = [module for module in order if not (refused[module] or sources[module].faults)]
    bound = [(module, binding) for module in sound if module in wanted for binding in sources[module].bindings]
    by_program = bind_by_program([entry for entry in bound if sources[entry[0]].is_bound_by_program()], sources, arguments)
    theorems = [(module, binding["theorem"]) for module, binding in bound]
    by_reader = [theorem for theorem in theorems if not sources[theorem[0]].is_bound_by_program()]
    meanings = print_meanings(by_reader, below(sources, {module for module, _ in by_reader}), arguments.work) if by_reader else {}
    assumptions = print_assumptions(theorems, arguments.work) if theorems else {}
    hashes = expected_hashes(bound, arguments)
    entries, seen = [], set()
    for module in order:
        if module not in wanted:
            continue
        source = sources[module]
        unbound = [] if source.bindings or not (source.faults or refused[module]) else [dict.fromkeys(("claim", "statement", "hash", "theorem"), "")]
        for binding in source.bindings + unbound:
            meaning = meanings.get((module, binding["theorem"]), "")
            program = by_program.get((module, binding["claim"], binding["statement"], binding["theorem"]))
            reasons = not_read(source, binding, meaning, ledger, arguments) if program is None else program
            axioms, reasons = decide(source, binding, refused[module], assumptions, reasons, allowed_axioms, hashes)
            key = tuple(binding.values())
            if key in seen:
                reasons.append("bound twice")
            seen.add(key)
            entries.append({**binding, "file": source.name, "file_sha256": getattr(source, "sha256", ""), "means": meaning, "ok": not reasons,
                            "bound_by": "reader" if program is None else "program", "axioms": axioms,
                            "evaluated_by": MACHINE_NAME if module in by_machine else "",
                            "reason": "; ".join(dict.fromkeys(reasons)), "coqc": version})
    return entries


HEADING = """# SPDX-License-Identifier: Apache-2.0
# The theorems that somebody has read beside their statements, word for word. `means` is the SHA-256 of the theorem's type, its premises
# included, and of every definition of ours that it reaches. Written by `check.py --record`, which is for who has read them again.
"""


def record(entries, path):
    """Adds the entries that nothing else speaks against, in place of what was recorded for their statements and theorems."""
    ledger = read_ledger(path)
    for entry in entries:
        if not entry["ok"] or entry["bound_by"] != "reader":
            continue
        module = entry["file"].removesuffix(".v")
        ledger = {key: means for key, means in ledger.items() if (key[0], key[1], key[3], key[4]) != (entry["claim"], entry["statement"], module, entry["theorem"])}
        ledger[entry["claim"], entry["statement"], entry["hash"], module, entry["theorem"]] = entry["means"]
    lines = [f"{claim} {statement} sha256:{digest} theorem:{module}.{theorem} means:{means}\n"
             for (claim, statement, digest, module, theorem), means in sorted(ledger.items())]
    path.write_text(HEADING + "".join(lines), encoding="utf-8")


def parse_arguments():
    parser = argparse.ArgumentParser(description="Checks the Coq proofs and what they are bound to.")
    parser.add_argument("--work", type=pathlib.Path, required=True, metavar="DIR", help="compile here (not in the source folder)")
    parser.add_argument("--source", type=pathlib.Path, default=HERE, metavar="DIR", help="the .v files (default: this script's folder)")
    parser.add_argument("--only", nargs="+", metavar="FILE", help="these files and what they need")
    parser.add_argument("--library", type=pathlib.Path, metavar="DIR", help="keep what is compiled of our own files here, and take it from here where nothing below it has changed")
    parser.add_argument("--json", action="store_true", help="print a JSON list instead of one line a theorem")
    parser.add_argument("--ledger", type=pathlib.Path, default=HERE / "read_theorems.txt", metavar="FILE", help="the theorems that were read")
    parser.add_argument("--record", action="store_true", help="you have read each of these theorems beside its statement: write that down")
    parser.add_argument("--coqchk", action="store_true", help="check the compiled files with coqchk as well")
    parser.add_argument("--claims", type=pathlib.Path, metavar="DIR", help="a folder of claims, or of papers with a folder `claims` each: compare each hash with the files there; needs --checker")
    parser.add_argument("--checker", type=shlex.split, metavar="CMD", help="prints a statement's hash: CMD --hash CLAIM STATEMENT")
    parser.error = lambda message: usage(parser, message)
    arguments = parser.parse_args()
    if bool(arguments.claims) != bool(arguments.checker):
        usage(parser, "--claims and --checker were expected together")
    arguments.work, arguments.source = arguments.work.resolve(), arguments.source.resolve()
    if arguments.work == arguments.source or arguments.source in arguments.work.parents:
        usage(parser, "--work: a folder outside the source folder was expected")
    return arguments


def usage(parser, message):
    print(f"{parser.format_usage()}check.py: {message}", file=sys.stderr)
    sys.exit(64)


def main():
    arguments = parse_arguments()
    if not shutil.which("coqc"):
        print("check.py: coqc is not installed", file=sys.stderr)
        return 77
    version = subprocess.run(["coqc", "--print-version"], capture_output=True, text=True).stdout.split()[0]
    try:
        entries = check(arguments, version)
        if not entries:
            raise BadInput(f"{arguments.source}: a .v file with a binding comment was expected")
    except (BadInput, OSError) as error:
        print(f"check.py: {error}", file=sys.stderr)
        return 3
    if arguments.record:
        record(entries, arguments.ledger)
    if arguments.json:
        print(json.dumps(entries, indent=1))
    else:
        for entry in entries:
            what = " ".join(filter(None, (entry["claim"], entry["statement"], entry["theorem"])))
            axioms = "axioms: " + ", ".join(entry["axioms"]) if entry["axioms"] else "no axioms"
            evaluated = f", by {entry['evaluated_by']}" if entry["evaluated_by"] else ""
            words = axioms + evaluated + (", bound by a program" if entry["bound_by"] == "program" else "") if entry["ok"] else entry["reason"]
            print(f"{'ok' if entry['ok'] else 'FAILED'}: {entry['file']}: {what + ': ' if what else ''}{words}")
    return 0 if all(entry["ok"] for entry in entries) else 1


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that goes away ends it without a traceback
    sys.exit(main())
