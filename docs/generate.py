"""Writes the pages of the manual that the tool itself knows best: docs/generate.py TOOL FOLDER

    reference/command-line.md   each command's --help
    reference/names.md          pram list networks, and all other lists
    _static/gallery/            the pages of gallery.md and pictures of the reports, by the commands that it shows
    programs/                   a page for each program of pram list programs, with its source and a profile, and the
                                catalogue: what each claims beside what is measured at two sizes

They are made anew in every build of the manual, so that nothing in them can be out of date.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

tool, pages = sys.argv[1], Path(sys.argv[2])
root = Path(__file__).resolve().parent.parent

Section = tuple[str, list[tuple[str, str]]]


def output(*arguments: str) -> str:
    run = subprocess.run([tool, *arguments], capture_output=True, text=True, env={**os.environ, "COLUMNS": "80"})
    if run.returncode != 0:
        sys.exit(f"pram {' '.join(arguments)}: exit code {run.returncode}\n{run.stderr}")
    return run.stdout


def plain(text: str) -> str:
    """The text as Markdown that shows just that."""
    return re.sub(r"([\\`*_{}\[\]<>|#$~])", r"\\\1", text)


def write(name: str, text: str) -> None:
    path = pages / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.rstrip() + "\n", encoding="utf-8")


def definitions(rows: list[tuple[str, str]]) -> str:
    return "\n\n".join(f"`{name}`\n: {plain(text)}" for name, text in rows) + "\n"


def sections_of_help(text: str) -> list[Section]:
    """Headings that end in a colon, and rows of a name and its text, which begins in column 22 and may go on below."""
    sections: list[Section] = []
    for line in text.splitlines():
        if re.fullmatch(r"[A-Z][\w ]*:", line):
            sections.append((line[:-1], []))
        elif sections and sections[-1][0] == "Examples":
            if line.strip():
                sections[-1][1].append((line.strip(), ""))
        elif sections and line.startswith(" " * 22):
            name, before = sections[-1][1][-1]
            sections[-1][1][-1] = (name, f"{before} {line.strip()}".strip())
        elif sections and line.startswith("  "):
            sections[-1][1].append((line[2:22].strip(), line[22:].strip()) if len(line) > 22 else (line.strip(), ""))
        elif line.strip() and sections and not line.startswith("Usage"):
            sys.exit(f"a line of help that is not understood: {line!r}")
    return sections


def help_page(command: list[str], level: int) -> str:
    text = output(*command, "--help")
    usage = next(line for line in text.splitlines() if line.startswith("Usage: "))[7:]
    what = " ".join(text.split("\n\n")[1].split())
    heading = " ".join(["pram", *command])
    out = f"{'#' * level} {heading}\n\n{plain(what)}.\n\n```text\n{usage}\n```\n\n"
    parts = []
    for name, rows in sections_of_help(text):
        if name == "Examples":
            out += "Examples:\n\n```text\n" + "\n".join(example for example, _ in rows) + "\n```\n\n"
        elif name == "Commands":
            parts = [row[0] for row in rows]
        elif name != "Other":
            out += f"**{name}**\n\n{definitions(rows)}\n"
    return out + "".join(help_page([*command, part], level + 1) for part in parts)


def command_line() -> None:
    text = output("--help")
    sections = dict(sections_of_help(text))
    out = """# Command line

This page is made from the tool's own help. `pram COMMAND --help` prints the same, and `./pram` stands for `pram` in a
tree that is not installed. See [input, output and exit codes](tool.md) for what all commands share.

"""
    out += definitions(sections["Commands"]) + "\n"
    for command, _ in sections["Commands"]:
        out += help_page([command], 2)
    out += "## Other options\n\n" + definitions(sections["Other"])
    write("reference/command-line.md", out)


def rows_of_list(name: str) -> tuple[str, list[tuple[str, str]]]:
    """The heading of a list and its rows."""
    heading, *lines = output("list", name).splitlines()
    rows = [re.fullmatch(r"  (\S+)\s+(.*)", line) for line in lines]
    return heading, [(row[1], row[2]) for row in rows if row]


def list_names() -> list[str]:
    """The second part of the overview has the names of all lists but programs."""
    overview = output("list").split("\n\n")[1]
    return re.findall(r"^  ([a-z]+) +\d+  ", overview, flags=re.MULTILINE)


def names() -> None:
    out = """# Names

All that can be chosen by name, as `pram list networks` and its like print it. Options of networks are explained under
[networks](networks.md), those of access protocols under [access protocols](access-protocols.md).
Each program has [a page of its own](../programs/index.md).

"""
    topologies = dict(rows_of_list("topologies")[1])
    for name in list_names():
        heading, rows = rows_of_list(name)
        if name == "networks":  # topologies are networks, too, and have a list of their own
            rows = [row for row in rows if row[0] not in topologies]
        title = re.sub(r"\s*\(.*\)|,.*", "", heading)
        rest = heading[len(title):].strip(" ,")
        out += f"## {title}\n\n" + (f"{plain(rest.strip('()'))}\n\n" if rest else "") + definitions(rows) + "\n"
    write("reference/names.md", out)


def record(*arguments: str) -> dict:
    return json.loads(output(*arguments, "--json", "-"))


def measured(row: dict) -> list[dict]:
    """T, W and κ at the size of the program's example and at a quarter of it."""
    size = int(row["example"].split()[-1])
    machine = [] if row["model"] == "BSP" else ["--network", "ideal", "--access", "direct"]
    sizes = [n for n in (size // 4, size) if n >= max(1, row["input"]["least"])]
    return [record("run", row["program"], "--n", str(n), *machine) | {"asked": n} for n in sizes]


def cells(runs: list[dict], of: Callable[[dict], int]) -> str:
    return " / ".join(f"{of(run):,}" for run in runs)


def table_of(rows: list[dict]) -> str:
    """Claims beside measurements, a line a program."""
    bsp = rows[0]["model"] == "BSP"
    head = ["program", "model", "--n", "S", "w", "h"] if bsp else ["program", "model", "--n", "T", "", "W", "", "κ"]
    out = "| " + " | ".join(head) + " |\n" + "| --- " * len(head) + "|\n"
    for row in rows:
        runs = measured(row)
        columns = [f"[{row['program']}]({row['program']}.md)", row["model"], cells(runs, lambda run: run["asked"])]
        if bsp:
            columns += [cells(runs, lambda run, key=key: run[key])
                        for key in ("supersteps", "superstep_work", "superstep_relation")]
        else:
            columns += [
                plain(row["time"]), cells(runs, lambda run: run["steps"]),
                plain(row["work"] or ""), cells(runs, lambda run: run["work"]),
                cells(runs, lambda run: max(run["largest_read_degree"], run["largest_write_degree"])),
            ]
        out += "| " + " | ".join(columns) + " |\n"
    return out + "\n"


def program_page(row: dict, summary: str) -> None:
    program = row["program"]
    # Times differ from run to run.
    profile = re.sub(r"\n+Ran in .*", "", output("profile", program).rstrip())
    facts = output("show", program).split("\n\n")[1]
    sources = [row["file"], *(part["file"] for part in row["shared"])]
    page = f"""# {program}

{plain(summary[0].upper() + summary[1:])}.

```text
$ pram show {program}
{facts}
```

## What it costs

```text
$ pram profile {program}
{profile}
```

{{doc}}`How to read this <../tutorial/reading-a-profile>`.

## Source
"""
    for file in sources:
        page += f"""
```{{literalinclude}} ../../{file}
:language: cpp
:caption: {file}
:lineno-match:
```
"""
    write(f"programs/{program}.md", page)


def programs() -> None:
    _, listed = rows_of_list("programs")
    summaries = {program: summary.partition("; short: ")[0] for program, summary in listed}
    families: dict[str, list[dict]] = {}
    for program, summary in summaries.items():
        row = record("show", program)
        families.setdefault(row["family"], []).append(row)
        program_page(row, summary)
    out = f"""# Programs

{len(listed)} programs come with pram, by family. Each runs by `pram run NAME`, checks its result against a sequential
algorithm, and is a function of the library, too: link `pram::programs`. The summary names the weakest model that the
program needs, its number of steps T and its work W (processors times steps). Of a BSP program it has the cost T in local
operations on p processes, g a word and l a superstep.

The tables set what is claimed beside what was measured when this page was made, at the sizes of `--n`: T, W, and the
contention κ, the most requests for one cell in one step; of BSP programs the supersteps S, and w and h added up over
them. [How costs grow](../how-to/scale.md) says how to measure more.

"""
    for family, members in families.items():
        out += f"## {family.capitalize()}\n\n"
        out += "\n\n".join(f"[{row['program']}]({row['program']}.md)\n: {plain(summaries[row['program']])}"
                           for row in members) + "\n\n"
        for kind in ([row for row in members if row["model"] != "BSP"], [row for row in members if row["model"] == "BSP"]):
            if kind:
                out += table_of(kind)
    out += "```{toctree}\n:hidden:\n\n" + "\n".join(summaries) + "\n```\n"
    write("programs/index.md", out)


def gallery() -> None:
    folder = pages / "_static" / "gallery"
    folder.mkdir(parents=True)
    text = (pages / "gallery.md").read_text(encoding="utf-8")
    for command in re.findall(r"^\$ \./pram (.*)$", text, flags=re.MULTILINE):
        subprocess.run([tool, *shlex.split(command)], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    linked = set(re.findall(r'href="_static/gallery/([^"]+)"', text))
    made = {path.name for path in folder.iterdir() if path.is_file()}
    if made != linked:
        sys.exit(f"gallery.md links {sorted(linked - made)}, which it does not make, and not {sorted(made - linked)}")
    # Of the pictures of a page the site has the one that is shown.
    shown = set(re.findall(r'src="_static/gallery/([^"]+)"', text))
    for path in folder.glob("*/*"):
        if str(path.relative_to(folder)) not in shown:
            path.unlink()
    missing = [path for path in shown if not (folder / path).is_file()]
    if missing:
        sys.exit(f"gallery.md shows {sorted(missing)}, which it does not make")


command_line()
names()
programs()
gallery()
