"""The notebook of examples/, and the Python on the manual's page, beside what stands there."""

import ast
import doctest
import json
import os
import re
import unittest
from pathlib import Path

import pram
from support import Test

ROOT = Path(__file__).resolve().parent.parent.parent
NOTEBOOK = ROOT / "examples/notebook.ipynb"


class Notebook(Test):
    def cells(self):
        return json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]

    def test_format(self):
        book = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
        self.assertEqual((book["nbformat"], book["nbformat_minor"]), (4, 5))
        self.assertEqual(book["metadata"]["kernelspec"]["name"], "python3")
        ids = [cell["id"] for cell in book["cells"]]
        self.assertEqual(len(set(ids)), len(ids))
        for cell in book["cells"]:
            self.assertIn(cell["cell_type"], ("code", "markdown"))
            self.assertTrue(re.fullmatch("[a-zA-Z0-9_-]{1,64}", cell["id"]))
            self.assertEqual(cell["metadata"], {})
            self.assertTrue(all(line.endswith("\n") for line in cell["source"][:-1]))
            fields = {"cell_type", "id", "metadata", "source"}
            if cell["cell_type"] == "code":
                fields |= {"execution_count", "outputs"}
                self.assertEqual((cell["execution_count"], cell["outputs"]), (None, []))
            self.assertEqual(set(cell), fields)

    def test_cells_in_plain_python(self):
        """Each cell in turn, in one namespace; what stands last in a cell is shown as a notebook would show it."""
        names = {}
        shown = []
        for cell in self.cells():
            if cell["cell_type"] != "code":
                continue
            tree = ast.parse("".join(cell["source"]))
            last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, cell["id"], "exec"), names)
            if last is not None:
                value = eval(compile(ast.Expression(last.value), cell["id"], "eval"), names)
                shown.append(getattr(value, "_repr_html_", value.__repr__)())
        self.assertGreater(len(shown), 8)
        self.assertEqual(sum(text.startswith("<iframe ") for text in shown), 1)
        self.assertEqual(names["run"].totals["steps"], len(names["run"].steps))
        self.assertEqual(names["own"].result["components"], 10)
        self.assertEqual(len(names["comparison"].runs), 6)
        self.assertEqual([mean["n"] for mean in names["sweep"].means], [64, 128, 256, 512])
        self.assertIn("log n", [fit["class"] for fit in names["growth"].fits])

    def test_cells_in_jupyter(self):
        try:
            import ipykernel  # noqa: F401
            import nbclient
            import nbformat
        except ImportError:
            self.skipTest("there is no nbclient")
        book = nbformat.read(NOTEBOOK, as_version=4)
        nbformat.validate(book)
        nbclient.NotebookClient(book, timeout=3600, resources={"metadata": {"path": str(self.folder)}}).execute()
        pages = [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs
                 if "<iframe " in output.get("data", {}).get("text/html", "")]
        self.assertEqual(len(pages), 1)


class Page(Test):
    def test_what_the_page_shows(self):
        page = ROOT / "docs/how-to/use-python.md"
        blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
        names = {}
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        for number, block in enumerate(blocks):
            test = doctest.DocTestParser().get_doctest(block, names, f"block {number + 1} of {page.name}", str(page), 0)
            said = []
            runner.run(test, out=said.append, clear_globs=False)
            names.update(test.globs)
            self.assertEqual("".join(said), "")
        self.assertGreater(runner.tries, 15)

    def test_every_name_is_explained(self):
        page = (ROOT / "docs/how-to/use-python.md").read_text(encoding="utf-8")
        for name in pram.__all__:
            if name not in ("Result", "Run", "Runs", "Scale"):
                self.assertTrue(re.search(rf"\b(pram\.)?{name}\b", page), name)
                self.assertTrue(name == "tool" or getattr(pram, name).__doc__, name)
        for kind in (pram.Run, pram.Runs, pram.Scale):
            for name, member in vars(kind).items():
                if not name.startswith("_"):
                    self.assertTrue(member.__doc__, name)


if __name__ == "__main__":
    os.environ.pop("COLUMNS", None)
    unittest.main()
