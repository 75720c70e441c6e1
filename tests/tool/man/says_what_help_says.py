"""says_what_help_says.py PAGE HELP: prints what of a command's help the page lacks: an option with its text, or an example."""

import re
import sys
from pathlib import Path


def shown(roff: str) -> list[str]:
    """The lines of a page as a reader sees them, without fonts and macros."""
    text = re.sub(r"^\.\\\".*\n", "", roff, flags=re.MULTILINE)
    text = re.sub(r"^\.[A-Z]+ ?", "", text, flags=re.MULTILINE)
    text = re.sub(r"\\f[BIR]|\\&", "", text)
    text = re.sub(r"\\\[u([0-9A-F]+)\]", lambda code: chr(int(code[1], 16)), text)
    for escape, character in {r"\(ha": "^", r"\(aq": "'", r"\(dq": '"', r"\(ti": "~", r"\(ga": "`", r"\-": "-"}.items():
        text = text.replace(escape, character)
    return text.replace(r"\e", "\\").splitlines()


page = shown(Path(sys.argv[1]).read_text(encoding="utf-8"))
text = " ".join(" ".join(page).split())
rows: list[list[str]] = []
examples: list[str] = []
has_parts = False
for line in Path(sys.argv[2]).read_text(encoding="utf-8").splitlines():
    if line == "Examples:" or examples:
        examples.append(line.strip())
    elif line.startswith(" " * 22) and rows:
        rows[-1][1] = f"{rows[-1][1]} {line.strip()}".strip()
    elif line.startswith("  "):
        wide = len(line) > 22 and line[21] == " "
        rows.append([line[:22].strip(), line[22:].strip()] if wide else [line.strip(), ""])
    elif line == "Commands:":
        has_parts = True
if has_parts:  # which have texts and examples of their own
    rows = [row for row in rows if row[0].startswith("-")]
    examples = []

for head, words in rows:
    if f"{head.replace(',-', ', -')} {words}" not in text:
        print(f"not there: {head} {words}")
for example in examples[1:]:
    if example not in page:
        print(f"not there: the example {example}")
if not rows:
    print("help has no rows")
