"""The tables of runs, comparisons and scales beside what the tool writes as CSV."""

import json
import os
import pickle
import unittest

import pram
from support import Test, rows, tool_says, value

MACHINE = {"n": 64, "components": 16, "seed": 5}
OPTIONS = [f"--{name}={setting}" for name, setting in MACHINE.items()]
FIGURES = ["steps", "work", "requests", "largest_degree", "forward", "back", "performance_factor"]


class Totals(Test):
    def test_of_programs_of_each_kind(self):
        for program in ("cc", "scan", "histogram", "matrix-transposition", "bsp-prefix-sums", "list-ranking-wyllie"):
            with self.subTest(program):
                run = pram.run(program, **MACHINE)
                self.assertIs(type(run), pram.Run)
                self.same([run.totals], rows(tool_says("run", program, *OPTIONS, "--csv=-")),
                          FIGURES + ["collectives", "supersteps", "superstep_work", "superstep_relation", "superstep_charge"])
                self.plain([run.totals])
                totals = run.totals
                self.assertEqual(totals["requests"], sum(totals[kind] for kind in ("reads", "writes", "updates", "fetches")))
                self.assertEqual(totals["charge"], totals["forward"] + totals["back"] + totals["collectives"]
                                 + totals["superstep_charge"])
                self.assertIs(run.result["verified"], True)
                self.assertFalse(run.interrupted)

    def test_the_document_is_the_tools(self):
        run = pram.run("cc", no_host_time=True, threads=1, **MACHINE)
        text = tool_says("run", "cc", *OPTIONS, "--threads=1", "--no-host-time", "--json=-")
        self.assertEqual(run.json, json.loads(text))
        run.save(self.folder / "run.json")
        self.assertEqual((self.folder / "run.json").read_text(encoding="utf-8"), text)
        self.assertEqual(run.program, "connected-components")
        self.assertEqual(run.machine, run["machine"])
        self.assertEqual(run.input["vertices"], 16)
        self.assertEqual(repr(run), f"<pram.Run connected-components on router: {run['steps']} steps, "
                                    f"charge {run.totals['charge']}, verified>")
        self.assertEqual(run.rows("no.such.list"), [])
        self.assertEqual(run.rows("machine"), [])


class Records(Test):
    """The tables of a profile beside those of --csv DIR."""

    def check(self, program, records, **options):
        folder = self.folder / "tables"
        run = pram.run(program, ledger=records, csv=f"{folder}/", **MACHINE, **options)
        table = {path.stem: rows(path.read_text(encoding="utf-8")) for path in folder.glob("*.csv")}
        return run, table

    def test_steps_of_either_kind(self):
        for access in ("direct", "combining", "adaptive"):
            for records in ("steps", "profile"):
                with self.subTest(access=access, records=records):
                    run, table = self.check("cc", records, access=access)
                    self.same(run.steps, table["steps"], ["step", "file", "line", "processors", "reads", "forward", "back"])
                    self.same(run.step_phases, table["phases"], ["step", "phase", "name", "messages", "forward", "back"])
                    self.plain(run.steps)
                    self.assertEqual(len(run.steps), run.totals["steps"])
                    for name in ("forward", "back", "requests"):
                        self.assertEqual(sum(step[name] for step in run.steps), run.totals[name])
                    for step in run.steps:
                        self.assertEqual(step["requests"], step["reads"] + step["writes"] + step["updates"] + step["fetches"])
                        self.assertEqual(step["largest_degree"], max(step["largest_read_degree"], step["largest_write_degree"]))
                        line = next(line for line in run.lines if line["number"] == step["line_number"])
                        self.assertEqual((line["file"], line["line"]), (step["file"], step["line"]))

    def test_both_kinds_are_the_same(self):
        one = pram.run("histogram", ledger="steps", **MACHINE)
        other = pram.profile("histogram", **MACHINE)
        self.assertEqual(one.steps, other.steps)
        self.assertEqual(pram.run("histogram", profile=True, **MACHINE).steps, other.steps)
        names = {"step", "phase", "name", "messages", "forward", "back", "largest_sent"}
        cut = [[{name: row[name] for name in names} for row in run.step_phases] for run in (one, other)]
        self.assertEqual(cut[0], cut[1])
        self.assertEqual(pram.run("histogram", **MACHINE).steps, [])

    def test_lines_cells_pardos(self):
        run, table = self.check("cc", "profile")
        self.same(sorted(run.lines, key=lambda line: line["number"]), table["lines"],
                  ["file", "line", "array", "operation", "requests", "distinct", "largest_degree", "steps", "charge"])
        self.assertEqual([line["charge"] for line in run.lines], sorted((line["charge"] for line in run.lines), reverse=True))
        self.same(run.cells, table["cells"], ["array", "index", "largest_degree"])
        self.same(run.pardos, table["pardos"], ["file", "line", "times", "steps", "charge"])
        self.assertEqual([phase["phase"] for phase in run.phases], list(range(1, len(run.phases) + 1)))
        for phase in run.phases:
            steps = [row for row in table["phases"] if value(row["phase"]) == phase["phase"]]
            for name in ("messages", "forward", "back"):
                self.assertEqual(phase[name], sum(value(row[name]) for row in steps))
        for rows_of in (run.lines, run.cells, run.pardos, run.phases):
            self.plain(rows_of)

    def test_components_and_links(self):
        run, table = self.check("cc", "profile", network="torus:4x4")
        self.same(run.components, table["components"], ["component", "sent", "received", "served"])
        ways = {"forward": 0, "back": 0}
        for row in run.links:
            ways[row["way"]] += row["busy"]
        self.assertEqual(len(run.links), len(table["links"]))
        for way, busy in ways.items():
            texts = [row for row in table["links"] if row["way"].startswith(way)]
            self.assertEqual(busy, sum(value(row["busy"]) for row in texts))
            self.assertGreater(busy, 0)

    def test_pandas_takes_them(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("there is no pandas")
        run = pram.profile("cc", network="torus:4x4", **MACHINE)
        for table in (run.lines, run.phases, run.cells, run.pardos, run.steps, run.step_phases, run.components, run.links):
            frame = pandas.DataFrame(table)
            self.assertEqual(frame.shape, (len(table), len(table[0])))
            for name in frame:
                self.assertEqual(frame[name].dtype == object, isinstance(table[0][name], str), name)
        self.assertEqual(pandas.DataFrame(run.steps).forward.sum(), run.totals["forward"])
        edges = pandas.DataFrame({"from": [1, 2, 7], "to": [2, 3, 8]})
        self.assertEqual(pram.run("cc", input=edges).result["components"], 2)
        self.assertEqual(pram.run("scan", input=edges["to"]).result["total"], 13)

    def test_supersteps(self):
        run, table = self.check("bsp-sample-sort-regular", "profile")
        self.same(run.supersteps, table["supersteps"], ["superstep", "tag", "work", "words", "forward"])
        self.assertEqual(len(run.supersteps), run.totals["supersteps"])


class SeveralRuns(Test):
    def test_comparison(self):
        comparison = pram.compare("scan", networks=["torus:4x4", "omega,combining=unlimited", "ideal"],
                                  access=["direct", "combining:4,4"], **MACHINE)
        text = tool_says("compare", "scan", "--networks=torus:4x4;omega,combining=unlimited;ideal",
                         "--access=direct;combining:4,4", *OPTIONS, "--csv=-")
        self.assertIs(type(comparison), pram.Runs)
        self.same(comparison.runs, rows(text), FIGURES + ["network", "access", "verified"])
        self.assertEqual(len(comparison.runs), 6)
        self.assertTrue(comparison.sound)
        for run in comparison.runs:
            pairs = [line for line in comparison.lines
                     if (line["network"], line["access"]) == (run["network"], run["access"])]
            self.assertEqual(sum(line["charge"] for line in pairs), run["forward"] + run["back"])
        self.plain(comparison.lines)

    def test_a_pair_without_a_result(self):
        comparison = pram.compare("cc", max_charge=1000, **MACHINE)
        failed = [run for run in comparison.runs if run.get("failure")]
        self.assertEqual({run["network"] for run in failed}, {"router"})
        self.assertEqual({line["charge"] for line in comparison.lines if line["network"] == "router"}, {None})

    def test_sweep(self):
        for options, command, extra in (({}, "run", []),
                                        ({"networks": ["ideal", "router"]}, "compare", ["--networks=ideal;router"])):
            with self.subTest(command):
                sweep = pram.sweep("scan", n="2^4..2^6", seeds=range(3, 6), components=16, **options)
                text = tool_says(command, "scan", "--n=2^4..2^6", "--seeds=3..5", "--components=16", *extra, "--csv=-")
                self.same(sweep.runs, rows(text), FIGURES + ["n", "seed", "network", "access"])
                for mean in sweep.means:
                    runs = [run for run in sweep.runs
                            if all(run[name] == mean[name] for name in ("n", "network", "access"))]
                    self.assertEqual(len(runs), 3)
                    for name in FIGURES:
                        self.assertAlmostEqual(mean[f"{name}.mean"], sum(run[name] for run in runs) / 3, places=9)
                self.plain(sweep.means)
                self.assertTrue("<table" in sweep.html())

    def test_scale(self):
        scale = pram.scale("scan", n="2^4..2^8", components=16, threads=1)
        text = rows(tool_says("scale", "scan", "--n=2^4..2^8", "--components=16", "--threads=1", "--csv=-"))
        costs = [row for row in text if row["list"] == "costs"]
        fits = {row["cost"]: row for row in text if row["cost"]}  # There is a line for each term of a fit.
        for table, texts, least in ((scale.costs, costs, ["n", "steps.mean", "charge.largest"]),
                                    (scale.fits, list(fits.values()), ["cost", "class", "judgement"])):
            self.same(table, texts, least)
            self.plain(table)
        self.assertEqual({row["network"] for row in text}, {scale.machine["network"]})
        self.assertEqual(scale.fits[0]["class"], "log n")
        self.assertIn("steps log n", repr(scale))
        self.assertTrue(scale.sound)
        self.assertTrue("<svg" in scale.html())


class Pages(Test):
    def test_the_page_of_a_profile_is_the_tools(self):
        options = {"network": "torus:4x4", "threads": 1, "no_host_time": True, **MACHINE}
        run = pram.profile("cc", **options)
        pages = self.folder / "tool.html"
        tool_says("profile", "cc", *OPTIONS, "--network=torus:4x4", "--threads=1", "--no-host-time", "--ledger=profile",
                  f"--html={pages}")
        run.save(self.folder / "run.html")
        self.assertEqual((self.folder / "run.html").read_text(encoding="utf-8"), run.html())
        self.assertEqual(len(run.html()), len(pages.read_text(encoding="utf-8")))
        frame = run._repr_html_()
        self.assertTrue(frame.startswith('<iframe srcdoc="&lt;!DOCTYPE html&gt;'))
        self.assertEqual(frame.count('"'), 6)  # of three attributes: nothing of the page ends one
        self.assertEqual(frame.count("<"), 2)

    def test_no_page(self):
        version = pram.command("version")
        self.assertIs(type(version), pram.Result)
        self.fails(pram.RunError, ["pram", "it is no report on a run"], version.html)
        self.assertIsNone(version._repr_html_())

    def test_saved_and_loaded(self):
        for result in (pram.profile("cc", **MACHINE), pram.compare("scan", **MACHINE), pram.scale("scan", n="2^4..2^7")):
            path = self.folder / "result.json"
            path.write_text("what was there")
            path.chmod(0o644)
            result.save(path)
            again = pram.load(path)
            self.assertIs(type(again), type(result))
            self.assertEqual(again.json, result.json)
            again = pickle.loads(pickle.dumps(result))
            self.assertEqual((again.json, repr(again)), (result.json, repr(result)))
        self.assertEqual([path.name for path in self.folder.iterdir()], ["result.json"])
        os.symlink(path, self.folder / "link")
        path.write_text("what was there")
        result.save(self.folder / "link")
        self.assertTrue((self.folder / "link").is_symlink())
        self.assertEqual(pram.load(path).json, result.json)
        os.mkfifo(self.folder / "pipe")
        with open(os.open(self.folder / "pipe", os.O_RDONLY | os.O_NONBLOCK), encoding="utf-8") as pipe:
            version = pram.command("version")
            version.save(self.folder / "pipe")
            self.assertEqual(json.loads(pipe.read()), version.json)
        self.fails(pram.UsageError, ["this is no JSON of pram"], pram.load, __file__)
        with self.assertRaises(OSError):
            pram.load(self.folder / "missing.json")
        for place in ("/nonexistent/result.json", self.folder):
            with self.assertRaises(OSError):
                result.save(place)


class Lists(Test):
    def test_lists(self):
        for which in ("programs", "networks", "topologies", "protocols", "rules", "placements", "patterns", "collectives"):
            text = tool_says("list", which)
            names = [line.split()[0] for line in text.splitlines() if line.startswith("  ")]
            self.assertEqual([row["name"] for row in pram.list(which)], names)
            for row in pram.list(which):
                self.assertIn(row["what"], text)
        self.assertEqual(pram.list(), pram.list("programs"))
        self.assertLess(0, len(pram.list(family="sort", model="EREW")))
        self.assertLess(len(pram.list(family="sort", model="EREW")), len(pram.list(family="sort")))

    def test_lists_as_json(self):
        whole = pram.command("list")
        self.assertEqual(set(whole.json) - {"version"}, {"programs", "networks", "topologies", "protocols", "rules",
                                                         "placements", "patterns", "shapes", "collectives"})
        for which in set(whole.json) - {"version"}:
            alone = pram.command("list", which)
            self.assertEqual(set(alone.json), {"version", which})
            self.assertEqual([row["name"] for row in alone.rows(which)], [row["name"] for row in pram.list(which)])
            for row, line in zip(alone.rows(which), pram.list(which)):
                self.assertIn(row["what"], line["what"])
            if which == "networks":  # With the topologies, where it stands alone.
                self.assertEqual(alone["networks"], sorted(whole["networks"] + whole["topologies"], key=alone["networks"].index))
            else:
                self.assertEqual(alone[which], whole[which])
        sorts = pram.command("list", "programs", family="sort", model="EREW").rows("programs")
        self.assertEqual(sorts, [row for row in whole.rows("programs") if (row["family"], row["model"]) == ("sort", "EREW")])
        for row in sorts:
            shown = pram.show(row["name"])
            self.assertEqual(row, {name: shown["program" if name == "name" else name] for name in row})

    def test_show_and_version(self):
        self.assertEqual(pram.show("scan"), json.loads(tool_says("show", "scan", "--json=-")))
        self.assertEqual(f"pram {pram.version()['pram_version']}\n", tool_says("--version"))

    def test_other_commands(self):
        route = pram.command("route", network="torus:4x4", pattern="transpose", runs=2)
        said = json.loads(tool_says("route", "--network=torus:4x4", "--pattern=transpose", "--runs=2", "--json=-"))
        self.assertEqual({**route.json, "wall_seconds": 0}, {**said, "wall_seconds": 0})
        broadcast = pram.command("collective", "broadcast", network="ring:8", words=64)
        self.assertIn(broadcast["best"], [row["name"] for row in broadcast.rows("algorithms")])


if __name__ == "__main__":
    unittest.main()
