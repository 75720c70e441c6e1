"""What the tests of pram.py share: the tool by itself, tables of CSV, and executables that are no pram."""

import csv
import io
import os
import signal
import stat
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

import pram

TOOL = os.environ["PRAM"]


def tool_says(*arguments):
    """What the tool prints, called without pram.py."""
    return subprocess.run([TOOL, *arguments], stdin=subprocess.DEVNULL, capture_output=True, check=True).stdout.decode()


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def value(text):
    """A field of CSV as JSON has it."""
    if text in ("", "true", "false"):
        return {"": None, "true": True, "false": False}[text]
    try:
        return float(text)
    except ValueError:
        return text


class Test(unittest.TestCase):
    """A test in an empty folder, which is deleted behind it. pram.tool and the environment are as before, too."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.addCleanup(setattr, pram, "tool", pram.tool)
        self.addCleanup(os.environ.update, dict(os.environ))
        # A test that was started in the background has it ignored.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))

    def executable(self, name, text):
        """A Python program in the test's folder: its path."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!{sys.executable}\n{textwrap.dedent(text)}", encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    def fails(self, kind, words, call, *arguments, **options):
        """The error, which is of this class alone and has all of these words in one line."""
        with self.assertRaises(kind) as caught:
            call(*arguments, **options)
        message = str(caught.exception)
        self.assertIs(type(caught.exception), kind, message)
        self.assertNotIn("\n", message)
        for word in words:
            self.assertIn(word, message)
        return caught.exception

    def same(self, tables, texts, least):
        """The rows have what the rows of CSV say, in all columns that both have, these among them."""
        self.assertEqual(len(tables), len(texts))
        self.assertGreater(len(tables), 0)
        for row, text in zip(tables, texts):
            both = [name for name in text if name in row]
            self.assertLessEqual(set(least), set(both))
            for name in both:
                expected = value(text[name])
                if isinstance(row[name], str):
                    expected = text[name]
                if isinstance(expected, float) and isinstance(row[name], (int, float)):
                    self.assertAlmostEqual(row[name], expected, delta=1e-12 * abs(expected), msg=name)
                else:
                    self.assertEqual(row[name], expected, name)

    def plain(self, table):
        """Every row has the same columns, of numbers, texts, truth and nothing: what a data frame takes."""
        for row in table:
            self.assertEqual(row.keys(), table[0].keys())
            for field in row.values():
                self.assertIsInstance(field, (int, float, str, bool, type(None)))
