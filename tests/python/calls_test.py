"""Calls of the tool: where it is looked for, what it is given, progress, Ctrl-C."""

import contextlib
import io
import os
import shutil
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

import pram
from support import TOOL, Test

# Prints its arguments and what stands in its standard input as JSON, and nothing else.
ECHO = """
    import json, sys
    print(json.dumps({"version": 2, "arguments": sys.argv[1:], "given": sys.stdin.read()}))
"""


class Places(Test):
    def test_the_order_in_which_places_are_tried(self):
        beside = self.folder / "module"
        beside.mkdir()
        shutil.copy(Path(pram.__file__), beside)
        names = ["called", "set", "environment", "module/pram", "path/pram"]
        for name in names:
            self.executable(name, f'print(\'{{"version": 2, "pram_version": "{name}"}}\')')
        script = "import pram, sys; exec(sys.argv[1]); print(eval(sys.argv[2]))"

        def found(before="", call="pram.version()['pram_version']", **environment):
            environment = {"PATH": str(self.folder / "path"), "PYTHONPATH": str(beside), **environment}
            return subprocess.run([sys.executable, "-B", "-c", script, before, call], env=environment, cwd=self.folder,
                                  capture_output=True, text=True, check=False)

        call = "pram.version(tool='./called')['pram_version']"
        self.assertEqual(found("pram.tool = './set'", call, PRAM="./environment").stdout, "called\n")
        self.assertEqual(found("pram.tool = './set'", PRAM="./environment").stdout, "set\n")
        self.assertEqual(found(PRAM="./environment").stdout, "environment\n")
        self.assertEqual(found(PRAM="").stdout, "module/pram\n")
        (beside / "pram").chmod(0o644)
        self.assertEqual(found().stdout, "path/pram\n")
        os.remove(beside / "pram")
        (beside / "pram").mkdir()
        self.assertEqual(found().stdout, "path/pram\n")
        os.remove(self.folder / "path" / "pram")
        said = found().stderr.splitlines()[-1]
        for word in ("ToolError", "$PRAM is not set", str(beside / "pram"), str(self.folder / "path")):
            self.assertIn(word, said)
        self.assertIn("$PRAM = './nowhere'", found(PRAM="./nowhere").stderr)

    def test_a_tool_that_is_found_stays(self):
        pram.tool = self.executable("mine", ECHO)
        result = pram.command("any")
        self.assertEqual(result["arguments"], ["any", "--json=-"])
        pram.tool = TOOL
        self.fails(pram.ToolError, ["mine"], result.html)

    def test_own_programs(self):
        own = Path(TOOL).with_name("own_programs")
        if not own.exists():
            self.skipTest("own_programs is not built")
        run = pram.run("sum-of-squares", n=10, tool=own)
        self.assertEqual(run.program, "sum-of-squares")
        self.assertTrue(run.html().startswith("<!DOCTYPE html>"))
        pram.tool = own
        self.assertEqual(pram.list()[0]["name"], "sum-of-squares")
        self.assertEqual(pram.list(family="own")[0]["what"][:15], "adds squares up")
        self.fails(pram.RunError, ["own_programs: thirteen numbers"], pram.run, "throws", n=13)


class Arguments(Test):
    def setUp(self):
        super().setUp()
        pram.tool = self.executable("echo", ECHO)

    def said(self, *arguments, **options):
        result = pram.command("any", *arguments, **options)
        return result["arguments"][2:], result["given"]

    def test_options(self):
        folder = Path("a folder")
        for options, typed in (({"n": 2**14}, "--n=16384"), ({"n": 1e5}, "--n=100000"), ({"tau": 0.25}, "--tau=0.25"),
                               ({"n": "2^8..2^12"}, "--n=2^8..2^12"), ({"seeds": range(1, 6)}, "--seeds=1..5"),
                               ({"max_steps": 7}, "--max-steps=7"), ({"no_host_time": True}, "--no-host-time"),
                               ({"lambda_": -1}, "--lambda=-1"), ({"basis": [32, 16, 8]}, "--basis=32,16,8"),
                               ({"networks": ("torus:4x4", "omega")}, "--networks=torus:4x4;omega"),
                               ({"access": ["direct"]}, "--access=direct"), ({"svg": folder}, "--svg=a folder"),
                               ({"shape": "--n=3"}, "--shape=--n=3"), ({"shape": "ü $x; *\n"}, "--shape=ü $x; *\n"),
                               ({"input": "file name"}, "--input=file name"), ({"input": folder}, "--input=a folder"),
                               ({"input": "-"}, "--input=-"), ({"shape": ""}, "--shape=")):
            with self.subTest(typed):
                self.assertEqual(self.said(**options)[0], [typed])
        self.assertEqual(self.said(plot=False, input=None), ([], ""))
        self.assertEqual(self.said("--help", 3, n=1), (["--n=1", "--", "--help", "3"], ""))

    def test_input_of_numbers(self):
        for given, text in (([3, 1, 4], "3\n1\n4\n"), ((x * x for x in range(3)), "0\n1\n4\n"), ([(1, 2), [2, 3]], "1 2\n2 3\n"),
                            ([], ""), (range(2), "0\n1\n"), (["a b", 0.5, 2.0], "a b\n0.5\n2\n")):
            with self.subTest(text):
                self.assertEqual(self.said(input=given), (["--input=-"], text))
        self.assertEqual(len(self.said(input=range(300_000))[1].split()), 300_000)

        class Frame:  # as that of pandas, which iterates over names of columns
            def __iter__(self):
                return iter("ab")

            def itertuples(self, index):
                return zip([1, 2], [3, 4])

        self.assertEqual(self.said(input=Frame()), (["--input=-"], "1 3\n2 4\n"))

    def test_files_of_earlier_runs(self):
        (self.folder / "show").mkdir()
        show = self.executable("show/file", """
            import json, sys
            path = [text.partition("=")[2] for text in sys.argv if text.startswith("--machine=")][0]
            print(json.dumps({"version": 2, "file": json.load(open(path))}))
        """)
        run = pram.run("scan", n=8, components=16, tool=TOOL)
        self.assertEqual(pram.command("any", machine=run.machine, tool=show)["file"], run.machine)
        self.assertEqual(pram.command("any", machine=run, tool=show)["file"], run.json)
        again = pram.run("scan", n=8, components=16, baseline=run, tool=TOOL)
        self.assertEqual(again["baseline"]["differences"], [])

    def test_the_calls_command_line(self):
        for call, arguments, typed in (
                (pram.run, {"n": 3}, ["run", "--json=-", "--n=3", "--", "p"]),
                (pram.profile, {}, ["profile", "--json=-", "--ledger=profile", "--", "p"]),
                (pram.profile, {"ledger": "steps"}, ["profile", "--json=-", "--ledger=steps", "--", "p"]),
                (pram.compare, {"networks": "ideal"}, ["compare", "--json=-", "--networks=ideal", "--", "p"])):
            self.assertEqual(call("p", **arguments)["arguments"], typed)
        for call, name, arguments in ((pram.sweep, "run", {"n": "4..8"}), (pram.scale, "scale", {}),
                                      (pram.sweep, "compare", {"n": "4..8", "networks": "bus"})):
            typed = call("p", **arguments)["arguments"]
            self.assertEqual(typed[0], name)
            self.assertTrue(any(text.startswith("--html=") for text in typed))
            self.assertFalse(any(text.startswith("--resume=") for text in typed))
        typed = pram.sweep("p", n="4..8", html="mine.html")["arguments"]
        self.assertEqual([text for text in typed if text.startswith("--html=")], ["--html=mine.html"])


class Watching(Test):
    # Writes runs into the file of --resume, one whenever the test has seen the one before.
    SLOW = """
        import json, os, sys, time
        path = [text.partition("=")[2] for text in sys.argv if text.startswith("--resume=")][0]
        folder = os.path.dirname(os.path.abspath(__file__))
        with open(path, "w") as file:
            print("whose runs", file=file, flush=True)
            for number in range(1, 4):
                print("run", number, file=file, flush=True)
                while number < 3 and not os.path.exists(f"{folder}/seen{number}"): time.sleep(0.01)
        print(json.dumps({"version": 2, "runs": [{}], "sound": True}))
    """

    def test_a_callback(self):
        seen = []

        def tell(done, total):
            seen.append((done, total))
            (self.folder / f"seen{done}").touch()

        tool = self.executable("slow", self.SLOW)
        pram.sweep("p", n="2^3..2^4", seeds="5..9", progress=tell, tool=tool)
        self.assertEqual(seen, [(1, 10), (2, 10), (3, 10)])
        for options, total in (({"networks": ["ideal", "bus"], "access": ["direct"]}, 2), ({"networks": "ideal"}, None)):
            seen.clear()
            pram.compare("p", progress=tell, tool=tool, **options)
            self.assertEqual(seen[-1], (3, total))
        for n, total in (("1e1..100", 4), ("3..13", 3), ("5..5", 1), ("0..8", None), ("x..y", None), ("2^3..2^9999999999", 62)):
            pram.scale("p", n=n, progress=tell, tool=tool)
            self.assertEqual(seen[-1], (3, total))
        pram.scale("p", progress=tell, tool=tool, resume=self.folder / "kept")
        self.assertEqual(seen[-1], (3, None))
        self.assertTrue((self.folder / "kept").exists())

    def test_a_line(self):
        for number in (1, 2):
            (self.folder / f"seen{number}").touch()
        tool = self.executable("slow", self.SLOW)
        printed = io.StringIO()
        with contextlib.redirect_stderr(printed):
            pram.scale("p", n="1..4", progress=True, tool=tool)
        self.assertTrue(printed.getvalue().endswith("\rpram scale p: 3 of 3 runs\n"))
        printed = io.StringIO()
        with contextlib.redirect_stderr(printed):
            pram.scale("scan", n="16..64")
            pram.scale("scan", n="16..64", progress=False)
        self.assertEqual(printed.getvalue(), "")

    def test_progress_changes_nothing(self):
        seen = []
        one = pram.sweep("scan", n="16..64", seeds="1..2", components=16, threads=1)
        other = pram.sweep("scan", n="16..64", seeds="1..2", components=16, threads=1, progress=lambda *both: seen.append(both))
        self.assertEqual(one.runs, other.runs)
        self.assertEqual(seen[-1], (6, 6))

    def test_a_callback_that_fails_ends_the_tool(self):
        tool = self.executable("slow", """
        import os
        with open(__file__ + ".id", "w") as file: print(os.getpid(), file=file)
        """ + self.SLOW)

        def tell(done, total):
            raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            pram.scale("p", progress=tell, tool=tool)
        with self.assertRaises(ProcessLookupError):
            os.kill(int((self.folder / "slow.id").read_text()), 0)


class CtrlC(Test):
    def test_what_was_done_is_there(self):
        def stop(done, total):
            os.kill(os.getpid(), signal.SIGINT)

        with self.assertRaises(pram.Interrupted) as stopped:
            pram.sweep("list-ranking-wyllie", n="2^4..2^26", threads=1, progress=stop)
        self.assertIsInstance(stopped.exception, KeyboardInterrupt)
        self.assertNotIsInstance(stopped.exception, Exception)
        done = stopped.exception.run
        self.assertIs(type(done), pram.Runs)
        self.assertTrue(done.interrupted)
        self.assertLess(0, len(done.runs))
        self.assertLess(len(done.runs), 23)
        self.assertEqual(done.runs[0], pram.sweep("list-ranking-wyllie", n="2^4..2^4", threads=1).runs[0])

    # Calls the tool that its argument names, and prints what becomes of the call.
    CALLER = """
        import signal, sys
        signal.signal(signal.SIGINT, signal.default_int_handler)
        import pram
        try:
            pram.run("p", tool=sys.argv[1])
        except BaseException as error:
            print(type(error).__name__, getattr(getattr(error, "run", None), "json", None))
    """
    # Says when it is there, and how often it was interrupted, which ends it or not.
    TOOL = """
        import os, signal, sys, time
        folder = os.path.dirname(os.path.abspath(__file__))
        def stop(number, frame):
            open(folder + "/stopped", "w").close()
            if {ends}:
                print('{{"version": 2, "interrupted": true}}')
                sys.exit(130)
        signal.signal(signal.SIGINT, stop)
        with open(folder + "/part", "w") as file: file.write(str(os.getpid()))
        os.rename(folder + "/part", folder + "/there")
        while True: time.sleep(0.01)
    """

    def interrupted(self, ends, times):
        def wait_for(name):
            while not (self.folder / name).exists():
                self.assertIsNone(caller.poll())
                time.sleep(0.01)

        tool = self.executable("tool", self.TOOL.format(ends=ends))
        with subprocess.Popen([sys.executable, "-B", self.executable("caller", self.CALLER), tool], text=True,
                              stdout=subprocess.PIPE, start_new_session=True) as caller:
            wait_for("there")
            os.killpg(caller.pid, signal.SIGINT)  # as a terminal does it: it goes to the whole group
            if times > 1:
                wait_for("stopped")
                os.killpg(caller.pid, signal.SIGINT)
            said = caller.communicate()[0]
        with self.assertRaises(ProcessLookupError):
            os.kill(int((self.folder / "there").read_text()), 0)
        return said

    def test_the_first_waits_for_what_was_done(self):
        self.assertEqual(self.interrupted(True, 1), "Interrupted {'version': 2, 'interrupted': True}\n")

    def test_the_second_ends_the_tool(self):
        self.assertEqual(self.interrupted(False, 2), "KeyboardInterrupt None\n")


if __name__ == "__main__":
    unittest.main()
