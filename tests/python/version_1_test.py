"""Files of version 1 of the JSON, which an earlier pram wrote, as pram.py and the tool read them."""

import json
import re
import unittest
from pathlib import Path

import pram
from support import Test, tool_says

FOLDER = Path(__file__).resolve().parent.parent / "report" / "version_1"
KINDS = {pram.Run: ["bsp", "collectives", "profile", "rich", "run"], pram.Scale: ["scale"],
         pram.Runs: ["compare", "compare_bsp", "compare_sweep", "sweep"],
         pram.Result: ["collective", "crossover", "host_probe", "patterns", "patterns_search", "probe", "route"]}
SWEEPS = ["compare_sweep", "sweep"]  # of which the tool makes no report once more

# What was where: of the path of a field, a number for each row of a list.
RENAMED = [
    (r"(.*\.)?requests\.(reads|writes|updates|fetches)", r"\1\2"),
    (r"(.*\.)?stderr", r"\1error"),
    (r"input\.size", "input.n"),
    (r"charge\.distinct", "charge.distinct_charge"),
    (r"charge\.supersteps", "charge.superstep_charge"),
    (r"(regions\.\d+)\.distinct", r"\1.distinct_charge"),
    (r"(lines\.\d+)\.charge_forward", r"\1.forward"),
    (r"cost", "superstep_cost"),
    (r"parameters\.source", "parameters.probed"),
    (r"(runs\.\d+)\.parameters\.source", r"\1.probed"),
    (r"(runs\.\d+)\.parameters\.(g|l)", r"\1.\2"),
    (r"(runs\.\d+)\.failed", r"\1.failure"),
    (r"(fits\.\d+)\.size", r"\1.variable"),
]
OF_PATTERNS = [
    (r"runs", "begun"),
    (r"(costs\.\d+(?:\.phases\.\d+)?)\.charge\.", r"\1.forward."),
    (r"(costs\.\d+(?:\.phases\.\d+)?)\.charge_back\.", r"\1.back."),
    (r"(costs\.\d+)\.factor\.", r"\1.performance_factor."),
    (r"(costs\.\d+\.phases\.\d+)\.(sent|received)\.", r"\1.largest_\2."),
]
OF_COLLECTIVES = []
OF_PROBES = [(r"runs", "asked")]


def leaves(value, path=""):
    """The numbers and texts of a document, by path."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if inside is None:
        return {path: value}
    found = {}
    for name, one in inside:
        found.update(leaves(one, f"{path}.{name}" if path else str(name)))
    return found


def expected(old):
    """The numbers and texts that version 2 has of a document of version 1."""
    rules = list(RENAMED)
    if "pattern" in old:
        rules = OF_PATTERNS + rules
    if "algorithms" in old:
        rules = OF_COLLECTIVES + rules
    if "deviation" in old:
        rules = OF_PROBES + rules
    found = {}
    for path, value in leaves(old).items():
        new = path
        for was, now in rules:
            new = re.sub(rf"^{was}$" if not was.endswith(r"\.") else rf"^{was}", now, new)
        if new.endswith(".probed"):
            value = value == "probe"
        if path == "input.n" and "size" in old["input"]:
            continue
        found[new] = value
    return found


class Version1(Test):
    def test_every_file_is_of_a_kind(self):
        self.assertEqual(sorted(name for names in KINDS.values() for name in names),
                         sorted(path.stem for path in FOLDER.glob("*.json")))

    def test_the_values_have_their_names_of_version_2(self):
        for kind, names in KINDS.items():
            for name in names:
                with self.subTest(name):
                    old = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
                    self.assertEqual(old["version"], 1)
                    result = pram.load(FOLDER / f"{name}.json")
                    self.assertIs(type(result), kind)
                    new = leaves(result.json)
                    wanted = {**expected(old), "version": 2}
                    self.assertLessEqual(wanted.items(), new.items())
                    # Beside these there are sums alone.
                    for path in new.keys() - wanted.keys():
                        at, _, name_of_sum = path.rpartition(".")
                        at += "." * bool(at)
                        names_of_parts = {"requests": ["reads", "writes", "updates", "fetches"],
                                          "largest_degree": ["largest_read_degree", "largest_write_degree"]}[name_of_sum]
                        parts = [new[at + part] for part in names_of_parts]
                        self.assertEqual(new[path], sum(parts) if name_of_sum == "requests" else max(parts))

    def test_the_tool_reads_the_same(self):
        for names in KINDS.values():
            for name in names:
                with self.subTest(name):
                    path = FOLDER / f"{name}.json"
                    if name in SWEEPS:
                        self.fails(pram.RunError, ["it is a sweep"], pram.command, "report", path)
                        continue
                    found = json.loads(tool_says("report", str(path), "--json=-"))
                    loaded = pram.load(path)
                    for of in (found, loaded.json):
                        for computed in ("fits", "lints"):  # anew, by what the tool knows
                            of.pop(computed, None)
                    self.assertEqual(found, loaded.json)
                    self.assertTrue(loaded.html().startswith("<!DOCTYPE html>"))
                    self.assertNotEqual(tool_says("report", str(path)), "")

    def test_figures(self):
        old = json.loads((FOLDER / "run.json").read_text(encoding="utf-8"))
        run = pram.load(FOLDER / "run.json")
        self.assertEqual(run.totals["requests"], sum(old["requests"].values()))
        self.assertEqual(run.totals["reads"], old["requests"]["reads"])
        self.assertEqual(run.totals["distinct_charge"], old["charge"]["distinct"])
        self.assertEqual(run.input["n"], 16)
        self.assertEqual(len(run.steps), old["steps"])
        bsp = json.loads((FOLDER / "bsp.json").read_text(encoding="utf-8"))
        self.assertEqual(pram.load(FOLDER / "bsp.json").totals["superstep_charge"], bsp["charge"]["supersteps"])
        self.assertEqual(pram.load(FOLDER / "bsp.json").totals["superstep_cost"], bsp["cost"])
        compared = pram.load(FOLDER / "compare.json").runs
        self.assertEqual({run["network"] for run in compared if run.get("failure")}, {"ring:16,buffers=1"})
        swept = pram.load(FOLDER / "compare_sweep.json").runs
        self.assertEqual({run["failure"] is not None for run in swept if "failure" in run}, {True})

    def test_an_earlier_run_beside_a_new_one(self):
        was = pram.load(FOLDER / "run.json")
        now = pram.run("connected-components", n=16, machine=was.machine, baseline=was)
        self.assertEqual({**now.machine, "threads": 0}, {**was.machine, "threads": 0})
        figures = {row["total"]: row["was"] for row in now.rows("baseline.totals")}
        for name in ("forward", "back", "steps", "work", "requests", "largest_degree"):
            self.assertEqual(figures[name], was.totals[name])
        self.assertEqual(now["baseline"]["differences"], [])

    def test_other_versions_are_refused(self):
        whole = json.loads((FOLDER / "scale.json").read_text(encoding="utf-8"))
        for version in (0, 3, "1", None, -1):
            path = self.folder / "other.json"
            path.write_text(json.dumps({**whole, "version": version}), encoding="utf-8")
            self.fails(pram.UsageError, [str(path), f"its version is {version!r}", "versions 1 to 2"], pram.load, path)
        path.write_text('{"version": 1, "runs": [7]}', encoding="utf-8")
        self.fails(pram.UsageError, [str(path), "damaged"], pram.load, path)
        path.write_text('{"version": 1, "charge": {}}', encoding="utf-8")
        self.fails(pram.UsageError, [str(path), "damaged"], pram.load, path)
        newer = self.executable("newer", """
            print('{"version": 3}')
            """)
        self.fails(pram.ToolError, [str(newer), "its version is 3"], pram.run, "cc", tool=newer)
        trace = self.folder / "trace.json"
        tool_says("trace", "prefix-sums", "--n=8", f"--json={trace}")
        self.assertEqual(pram.load(trace).json, json.loads(trace.read_text(encoding="utf-8")))


if __name__ == "__main__":
    unittest.main()
