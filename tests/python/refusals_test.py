"""What goes wrong: the tool's line, and calls as a hostile user would make them."""

import os
import pickle
import signal
import unittest

import pram
from support import TOOL, Test, tool_says


class ToolsLine(Test):
    def test_usage(self):
        for words, call, arguments, options in (
                (["program = 'nosuch'"], pram.run, ["nosuch"], {}),
                (["program = 'a name with spaces'"], pram.profile, ["a name with spaces"], {}),
                (["program = '--help'"], pram.run, ["--help"], {}),
                (["a program is missing"], pram.run, [""], {}),
                (["no option --nosuch"], pram.run, ["cc"], {"nosuch": 1}),
                (["--n = 'x'"], pram.run, ["cc"], {"n": "x"}),
                (["--n"], pram.run, ["cc"], {"n": -1}),
                (["--n"], pram.run, ["cc"], {"n": float("nan")}),
                (["--n"], pram.run, ["cc"], {"n": 10**100}),
                (["--network = 'nosuch'"], pram.run, ["cc"], {"network": "nosuch"}),
                (["--networks = 'a'"], pram.compare, ["cc"], {"networks": ["a"] * 5000}),
                (["--html = '-'"], pram.run, ["cc"], {"html": "-"}),
                (["list = 'nosuch'"], pram.list, ["nosuch"], {}),
                (["program = 'nosuch'"], pram.show, ["nosuch"], {}),
                (["command = 'nosuch'"], pram.command, ["nosuch"], {})):
            with self.subTest(words):
                error = self.fails(pram.UsageError, words, call, *arguments, **options)
                self.assertEqual(error.exit_code, 2)
                self.assertEqual(error.errors, f"{error}\n")
                self.assertIsNone(error.run)

    def test_failed_runs(self):
        for words, program, options in ((["--max-steps", "2 steps"], "cc", {"max_steps": 2}),
                                        (["CREW breached in step"], "cc", {"rule": "CREW"}),
                                        (["/nonexistent", "no such file"], "cc", {"input": "/nonexistent"}),
                                        (["standard input", "it is empty"], "scan", {"input": []}),
                                        (["standard input:2", "'x'"], "scan", {"input": [1, "x"]})):
            with self.subTest(words):
                error = self.fails(pram.RunError, words, pram.run, program, **options)
                self.assertEqual(error.exit_code, 1)
                self.assertEqual(error.command[:3], [TOOL, "run", "--json=-"])

    def test_a_wrong_result_has_its_figures(self):
        document = tool_says("run", "scan", "--n=64", "--components=16", "--json=-")
        tool = self.executable("wrong", f"""
            import sys
            print({document!r})
            print("wrong: the building", file=sys.stderr)
            print("scan: the result is wrong", file=sys.stderr)
            sys.exit(1)
        """)
        error = self.fails(pram.RunError, ["wrong: the building"], pram.run, "scan", tool=tool)
        self.assertEqual(error.run.totals["steps"], 33)
        self.assertEqual(error.errors.count("\n"), 2)
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(again), again.exit_code, again.run.json), (str(error), 1, error.run.json))

    def test_errors_are_of_one_class(self):
        for kind in (pram.UsageError, pram.RunError, pram.ToolError):
            self.assertTrue(issubclass(kind, pram.PramError))
        with self.assertRaises(pram.PramError):
            pram.run("nosuch")


class BeforeTheTool(Test):
    def test_arguments_that_are_none(self):
        for words, options in ((["null byte"], {"shape": "a\0b"}), (["surrogates"], {"shape": "\udfff"}),
                               (["command line is too long"], {"shape": "x" * 10_000_000}),
                               (["json: a call returns it"], {"json": "run.json"}), (["n: sizes double"], {"n": range(3)}),
                               (["machine: "], {"machine": {"components": object()}})):
            with self.subTest(words):
                error = self.fails(pram.UsageError, words, pram.run, "cc", **options)
                self.assertIsNone(error.exit_code)
        self.fails(pram.UsageError, ["neither n nor seeds is a range"], pram.sweep, "cc", n=64)


class NoTool(Test):
    def test_what_is_there_is_none(self):
        (self.folder / "text").write_text("no program")
        (self.folder / "binary").write_bytes(b"\x7fELF\0\0")
        (self.folder / "binary").chmod(0o755)
        (self.folder / "script").write_text("#!/nonexistent/shell\n")
        (self.folder / "script").chmod(0o755)
        for name, words in (("missing", ["there is no such program"]), ("text", ["may not be run"]), ("", ["may not be run"]),
                            ("binary", ["cannot be run"]), ("script", ["cannot be run"])):
            with self.subTest(name):
                tool = self.folder / name
                self.fails(pram.ToolError, [str(tool), *words], pram.run, "cc", tool=tool)
                pram.tool = tool
                self.fails(pram.ToolError, [str(tool), *words], pram.list)
                pram.tool = None

    def test_garbage(self):
        for printed, code in (("", 0), ("", 1), ("no JSON", 0), ("no JSON", 1), ("{", 0), ("{}", 0), ("[1]", 0), ("null", 2),
                              ("{\"version\": 1", 0), ("[" * 100_000, 0), ("\\xff\\xfe", 0), ("\\x00", 0), ("NaN", 0)):
            with self.subTest(printed[:20], code=code):
                tool = self.executable("garbage", f"import sys; sys.stdout.buffer.write(b'{printed}'); sys.exit({code})")
                error = self.fails(pram.ToolError, ["garbage is no pram", "it prints"], pram.run, "cc", tool=tool)
                # Where the computer is slow, the tool is ended for what it has printed before it ends by itself.
                self.assertIn(error.exit_code, (code, -signal.SIGKILL))
                self.fails(pram.ToolError, ["garbage is no pram"], pram.list, tool=tool)

    def test_garbage_without_an_end(self):
        tool = self.executable("yes", "while True: print('y', flush=True)")
        self.fails(pram.ToolError, ["yes is no pram", "'y\\ny\\n"], pram.run, "cc", tool=tool)

    def test_ended_by_a_signal(self):
        tool = self.executable("killed", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
        error = self.fails(pram.RunError, ["killed: ended by SIGKILL"], pram.run, "cc", tool=tool)
        self.assertEqual(error.exit_code, -9)

    def test_no_word(self):
        tool = self.executable("silent", "import sys; print('{\"version\": 1}'); sys.exit(3)")
        self.assertEqual(self.fails(pram.RunError, ["silent: exit code 3"], pram.run, "cc", tool=tool).run.json, {"version": 2})

    def test_of_many_lines_the_tools_own(self):
        tool = self.executable("noisy", """
            import sys
            print("building\\n\\nnoisy: there is no option\\nsee the manual", file=sys.stderr)
            sys.exit(2)
        """)
        error = self.fails(pram.UsageError, [], pram.run, "cc", tool=tool)
        self.assertEqual(str(error), "noisy: there is no option")

    def test_no_folder_is_left(self):
        os.environ["TMPDIR"] = str(self.folder / "temporary")
        (self.folder / "temporary").mkdir()
        import tempfile
        self.addCleanup(setattr, tempfile, "tempdir", tempfile.tempdir)
        tempfile.tempdir = None
        pram.compare("scan", n=16, progress=lambda *both: None)
        self.fails(pram.RunError, [], pram.run, "cc", max_steps=2)
        self.assertEqual(list((self.folder / "temporary").iterdir()), [])


if __name__ == "__main__":
    unittest.main()
