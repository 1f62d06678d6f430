#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`attest exact route`, `pcoc` and `mpc` on good and on bad files: exact_machines_test.py ATTEST ATTEST_CHECK REPOSITORY."""
import copy
import json
import sys
import unittest

from command_test_case import ROOT, CommandTest, contents

SUM = json.loads((ROOT / "docs/examples/prefix_sum.json").read_text())
CYCLES = json.loads((ROOT / "docs/examples/cycle_components.json").read_text())
MESSAGES = json.loads((ROOT / "docs/examples/messages.json").read_text())


def changed(document, pointer, value):
    """A copy of the document with another value at a path of keys and indexes; None removes it."""
    document = copy.deepcopy(document)
    place = document
    for key in pointer[:-1]:
        place = place[key]
    if value is None:
        del place[pointer[-1]]
    else:
        place[pointer[-1]] = value
    return document


class Machines(CommandTest):
    def test_examples(self):
        for operation, name in (("pcoc", "prefix_sum"), ("mpc", "cycle_components"), ("route", "messages")):
            with self.subTest(operation=operation):
                file = ROOT / f"docs/examples/{name}.json"
                done = self.succeed("exact", operation, file, "--json")
                self.assertEqual(done.stdout.count("\n"), 1)
                self.assertIsInstance(json.loads(done.stdout), dict)
                self.assertNotEqual(self.succeed("exact", operation, file).stdout, done.stdout)
                picture = self.work / "picture.svg"
                self.succeed("exact", operation, file, "--svg", picture)
                self.assertTrue(picture.read_text().endswith("</svg>\n"))

    def test_results(self):
        done = json.loads(self.succeed("exact", "pcoc", ROOT / "docs/examples/prefix_sum.json", "--json").stdout)
        self.assertEqual([row[0] for row in done["runs"][0]["output"]], [3, 2, "11/2", "31/2"])
        self.assertTrue(done["continuous"])
        done = json.loads(self.succeed("exact", "mpc", ROOT / "docs/examples/cycle_components.json", "--json").stdout)
        self.assertEqual([row[:2] for row in done["runs"][0]["output"]], [[1, 1], [2, 1], [5, 3], [3, 3], [4, 3]])
        self.assertIsNone(done["runs"][0]["output"][0][2])
        done = json.loads(self.succeed("exact", "route", ROOT / "docs/examples/messages.json", "--json").stdout)
        self.assertEqual(done["received"], [{"from": 0, "to": 1, "characters": "010110"}])
        self.assertTrue(done["delivered"] and done["fits_2s_slots"])

    def test_margins_are_reported(self):
        program = changed(SUM, ["rounds", 0, "compute", 0, "lines"], ["out1 = less(in1, in2, 1)"])
        program["inputs"] = [[[0, 0], ["1/2", 0], [0, 0], [0, 0]]]
        done = json.loads(self.succeed("exact", "pcoc", self.write("program.json", json.dumps(program)), "--json").stdout)
        self.assertEqual(done["runs"][0]["outside_margin"], {"round": 1, "machine": 3, "line": "out1"})

    def expect_bad(self, operation, document, place, expected):
        with self.subTest(operation=operation, place=place, expected=expected):
            text = document if isinstance(document, (str, bytes)) else json.dumps(document)
            file = self.write("bad.json", text)
            pictures = ["--svg", self.work / "picture.svg"]
            if operation == "route":
                pictures += ["--memory-svg", self.work / "memory.svg"]
            done = self.attest("exact", operation, file, *pictures)
            self.assert_one_clear_line(done, 3, f"{file}{': ' + place if place else ''}", expected)
            self.assertEqual(contents(self.work), {})

    def test_files_that_are_no_json(self):
        for operation in ("route", "pcoc", "mpc"):
            for text in ("", "{", b"\0" * 64, bytes(range(256)), '{"machines": 1e999}', '{"machines": NaN}', "[]", "null", "[" * 5000):
                self.expect_bad(operation, text, "", "expected")
            self.assert_one_clear_line(self.attest("exact", operation, self.folder / "missing"), 3, "expected a file")

    def test_programs_that_break_a_rule(self):
        for pointer, value, place, expected in (
                (["rounds", 0, "receive", 3, 1], [1, 1], "/rounds/0/receive: round 1, machine 1: total sent",
                 "expected at most 2 variables, the size of the memory, found 3"),
                (["rounds", 0, "receive", 0, 0], [5, 1], "/rounds/0/receive/0/0/0", "expected an integer from 1 to 4, found 5"),
                (["rounds", 0, "receive", 0, 0], [1, 3], "/rounds/0/receive/0/0/1", "expected an integer from 1 to 2, found 3"),
                (["rounds", 0, "receive", 0, 0], [1], "/rounds/0/receive/0/0", "expected [machine, slot] or null"),
                (["rounds", 0, "receive", 0], [[1, 1]], "/rounds/0/receive/0", "expected a list of 2 slots, found 1"),
                (["rounds", 0, "receive"], [], "/rounds/0/receive", "expected a list of 4 machines, found 0"),
                (["inputs", 0, 1], [1], "/inputs/0/1", "expected a list of 2 numbers, found 1"),
                (["inputs", 0], [[1, 0]], "/inputs/0", "expected a list of 4 machines, found 1"),
                (["inputs", 0, 1, 0], "3/0", "/inputs/0/1/0", "3/0"),
                (["inputs"], [], "", "expected at least one memory"),
                (["inputs"], None, "", "expected at least one memory"),
                (["numbers"], "integers", "/inputs/0: round 0, machine 3: data type", "expected integers in the memory, found 7/2"),
                (["numbers"], "reals", "/numbers", 'expected "rationals" or "integers"')):
            self.expect_bad("pcoc", changed(SUM, pointer, value), place, expected)

    def test_malformed_programs(self):
        lines = ["rounds", 0, "compute", 0, "lines"]
        for value, index, expected in (
                (["a = b", "b = in1"], 0, "expected a name that stands further up: a line may not use itself or a later one"),
                (["a = a"], 0, "may not use itself"), (["a = in3"], 0, "the name of an input or of an earlier line"),
                (["a = in1", "a = in1"], 1, "expected a new name"), (["out3 = in1"], 0, "expected a slot from 1 to 2"),
                (["a = in1 +"], 0, "expected a name, found the end"), (["a = sqrt(in1)"], 0, "the name of an input"),
                (["a = min(in1, in2"], 0, 'expected ")"'), (["\u00e9 = 1"], 0, "expected a name")):
            self.expect_bad("pcoc", changed(SUM, lines, value), f"/rounds/0/compute/0/lines/{index}", expected)
        self.expect_bad("pcoc", changed(SUM, lines, [3]), "/rounds/0/compute/0/lines/0", "expected a string")
        group = {"machines": [1, 2], "lines": []}
        self.expect_bad("pcoc", changed(SUM, ["rounds", 0, "compute"], [group, {"machines": [2], "lines": []}]),
                        "/rounds/0/compute/1/machines/0", "stands in no other group")
        self.expect_bad("pcoc", changed(SUM, ["rounds", 0, "compute"], [group, {"machines": "all", "lines": []}]),
                        "/rounds/0/compute/1/machines", "stand in no other group")
        self.expect_bad("pcoc", changed(SUM, ["rounds", 0, "compute"], [dict(group, machines="some")]),
                        "/rounds/0/compute/0/machines", 'expected "all" or a list of machines')
        self.expect_bad("pcoc", changed(SUM, ["format"], "x"), "/format", 'expected "attest.machine-program/1"')
        self.expect_bad("pcoc", CYCLES, "/model", 'expected "pcoc"')
        self.expect_bad("mpc", SUM, "/model", 'expected "mpc"')
        self.expect_bad("pcoc", dict(SUM, extra=1), "", "unknown key")
        for missing in ("format", "model", "machines", "memory", "rounds"):
            self.expect_bad("pcoc", changed(SUM, [missing], None), "", f'expected the key "{missing}"')

    def test_sizes_beyond_the_budget(self):
        for key, value, expected in (("machines", 0, "from 1 to 4096"), ("machines", 5000, "from 1 to 4096"),
                                     ("memory", 5000, "from 1 to 4096"), ("machines", "1/2", "an integer"),
                                     ("rounds", [{}] * 5000, "expected at most 4096 rounds")):
            self.expect_bad("pcoc", dict(SUM, **{key: value}), f"/{key}", expected)
        self.expect_bad("pcoc", dict(SUM, machines=4096, memory=4096), "", "machines x memory x rounds")
        wide = dict(CYCLES, machines=33, inputs=[[[i + 1] for i in range(33)]])
        self.expect_bad("mpc", wide, "", "expected up to 32 machines and 32 rounds for a picture")

    def test_bad_mpc(self):
        message = ["rounds", 0, 0, "messages", 1]
        for pointer, value, place, expected in (
                (["inputs", 0], [[2], [2], [2], [5], [4]], "/inputs/0: round 1, machine 2: total received", "found 5"),
                (["inputs", 0, 0], [6], "/inputs/0: round 1, machine 1: destination", "expected a machine from 1 to 5, found 6"),
                (["inputs", 0, 0], [0], "/inputs/0: round 1, machine 1: destination", "found 0"),
                (["inputs", 0, 0], [1, 2, 3, 4, 5], "/inputs/0/0", "expected at most 4 words, the size of the memory, found 5"),
                (message + ["words"], ["machine"] * 3, "/inputs/0: round 1, machine 1: total sent", "found 5"),
                (message + ["at"], "5", "/inputs/0: round 1, machine 1: slot", "expected a slot from 1 to 4, found 5"),
                (message + ["at"], "1", "/inputs/0: round 1, machine 2: slot", "expected one word for slot 1"),
                (message + ["at"], None, "/inputs/0: round 1, machine 1: messages", "in every message of the round or in none"),
                (message + ["to"], "nobody", "/rounds/0/0/messages/1/to", "the name of an input"),
                (message + ["to"], 3, "/rounds/0/0/messages/1/to", "expected a string"),
                (message + ["extra"], 3, "/rounds/0/0/messages/1", "unknown key"),
                (["rounds", 0, 0, "lines"], ["successor = in1", "least = 1/2*machine"],
                 "/inputs/0: round 1, machine 1: data type", "expected integers in messages, found 1/2")):
            self.expect_bad("mpc", changed(CYCLES, pointer, value), place, expected)

    def test_bad_routes(self):
        for pointer, value, place, expected in (
                (["messages", 0, "to"], 4, "/messages/0/to", "expected an integer from 0 to 3, found 4"),
                (["messages", 0, "from"], -1, "/messages/0/from", "expected an integer from 0 to 3"),
                (["messages", 1, "size"], -2, "/messages/1/size", "expected an integer from 0"),
                (["messages", 1, "size"], "2/4", "/messages/1/size", "canonical"),
                (["messages", 1, "size"], 2**25, "/messages/1/size", "expected an integer from 0 to 16777216"),
                (["messages", 0, "size"], 1, "/messages/0", 'expected one of the keys "size" and "characters"'),
                (["messages", 1, "size"], None, "/messages/1", 'expected one of the keys "size" and "characters"'),
                (["messages", 2, "to"], 2, "/messages/2", "expected one message from machine 1 to machine 2"),
                (["memory"], 5, "/memory", "expected machine 0 to send at most 5 tuples, found 6"),
                (["memory"], 0, "/memory", "expected an integer from 1"),
                (["machines"], 0, "/machines", "expected an integer from 1 to 4096"),
                (["machines"], 5000, "/machines", "expected an integer from 1 to 4096"),
                (["machines"], 3, "/messages/2/to", "expected an integer from 0 to 2, found 3"),
                (["halving"], "thirds", "/halving", "expected one of sorted, by-message, by-destination"),
                (["extra"], 1, "", "unknown key"), (["messages"], {}, "/messages", "expected a list")):
            self.expect_bad("route", changed(MESSAGES, pointer, value), place, expected)
        many = {"machines": 2, "messages": [{"from": 0, "to": 0, "size": 2**24}, {"from": 0, "to": 1, "size": 1}]}
        self.expect_bad("route", many, "/messages/1", "expected at most 16777216 tuples in all")
        self.expect_bad("route", {"machines": 17, "messages": []}, "", "expected 2 to 16 machines for a picture, found 17")
        self.expect_bad("route", {"machines": 1, "messages": []}, "", "expected 2 to 16 machines for a picture, found 1")

    def test_a_picture_that_cannot_be_written(self):
        blocked = self.write("blocked", "")
        for operation, name in (("pcoc", "prefix_sum"), ("mpc", "cycle_components"), ("route", "messages")):
            done = self.attest("exact", operation, ROOT / f"docs/examples/{name}.json", "--svg", blocked / "picture.svg")
            self.assertNotEqual(done.returncode, 0)
            self.assertEqual(done.stderr.count("\n"), 1)
        self.assertEqual(contents(self.work), {})

    def test_small_and_odd_routes(self):
        for document in ({"machines": 1, "messages": []}, {"machines": 1, "messages": [{"from": 0, "to": 0, "characters": "ab"}]},
                         {"machines": 3, "messages": [{"from": 2, "to": 2, "size": 0}]},
                         {"machines": 5, "messages": [{"from": 4, "to": 0, "size": 9}, {"from": 0, "to": 4, "size": 1}]}):
            file = self.write("route.json", json.dumps(document))
            done = json.loads(self.succeed("exact", "route", file, "--json").stdout)
            self.assertTrue(done["delivered"])
            for halving in ("by-message", "by-destination"):
                self.succeed("exact", "route", self.write("route.json", json.dumps(dict(document, halving=halving))))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
