"""Writes the pages of the manual that the tool itself knows best: docs/generate.py TOOL FOLDER

    reference/command-line.md   each command's --help
    reference/names.md          pram list
    programs/                   a page for each program of pram list, with its source and a profile

They are made anew in every build of the manual, so that nothing in them can be out of date.
"""

import os
import re
import subprocess
import sys
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


def sections_of_list() -> list[Section]:
    sections: list[Section] = []
    for line in output("list").splitlines():
        row = re.fullmatch(r"  (\S+)\s+(.*)", line)
        if row and sections:
            sections[-1][1].append((row[1], row[2]))
        elif line.strip():
            sections.append((line, []))
    return sections


def names(sections: list[Section]) -> None:
    out = """# Names

All that can be chosen by name, as `pram list` prints it. Options of networks are explained under
[networks](networks.md), those of access protocols under [access protocols](access-protocols.md).
Each program has [a page of its own](../programs/index.md).

"""
    for heading, rows in sections:
        if heading == "Programs":
            continue
        title = re.sub(r"\s*\(.*\)|,.*", "", heading)
        rest = heading[len(title):].strip(" ,")
        out += f"## {title}\n\n" + (f"{plain(rest.strip('()'))}\n\n" if rest else "") + definitions(rows) + "\n"
    write("reference/names.md", out)


def source_of(program: str) -> Path:
    """The file that names the program is the one that holds it."""
    found = [
        path
        for path in sorted((root / "programs/src").rglob("*.cpp"))
        if re.search(rf'[{{ ]"{re.escape(program)}"', path.read_text(encoding="utf-8"))
    ]
    if len(found) != 1:
        sys.exit(f"{program}: named in {len(found)} sources of programs/src, not in one")
    return found[0]


def programs(rows: list[tuple[str, str]]) -> None:
    families: dict[str, list[tuple[str, str]]] = {}
    for program, summary in rows:
        summary, _, short = summary.partition("; short: ")
        source = source_of(program).relative_to(root)
        families.setdefault(source.parent.name, []).append((program, summary))
        # Times differ from run to run.
        profile = re.sub(r"\n+Ran in .*", "", output("profile", program).rstrip())
        page = f"# {program}\n\n{plain(summary[0].upper() + summary[1:])}.\n\n"
        if short:
            page += f"Its short name is `{short}`.\n\n"
        page += f"""## What it costs

```text
$ pram profile {program}
{profile}
```

{{doc}}`How to read this <../tutorial/reading-a-profile>`.

## Source

```{{literalinclude}} ../../{source}
:language: cpp
:caption: {source}
:lineno-match:
```
"""
        write(f"programs/{program}.md", page)
    out = f"""# Programs

{len(rows)} programs come with pram, by family. Each runs by `pram run NAME`, checks its result against a sequential
algorithm, and is a function of the library, too: link `pram::programs`. The summary names the weakest model that the
program needs, its number of steps T and its work W (processors times steps). Of a BSP program it has the cost T in local
operations on p processes, g a word and l a superstep.

"""
    for family, members in families.items():
        out += f"## {family.capitalize()}\n\n"
        out += "\n\n".join(f"[{program}]({program}.md)\n: {plain(summary)}" for program, summary in members) + "\n\n"
    out += "```{toctree}\n:hidden:\n\n" + "\n".join(program for program, _ in rows) + "\n```\n"
    write("programs/index.md", out)


everything = sections_of_list()
command_line()
names(everything)
programs(dict(everything)["Programs"])
