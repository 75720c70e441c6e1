"""Checks that docs/reference/json.md names every field that the tool writes: tests/documented_fields.py TOOL

A result and an input have fields of their program's own, which the page does not list.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

tool = sys.argv[1]
page = (Path(__file__).resolve().parent.parent / "docs/reference/json.md").read_text(encoding="utf-8")
page = re.sub(r"```.*?```", "", page, flags=re.DOTALL)
named = {word for code in re.findall(r"`([^`]+)`", page) for word in re.split(r"[.\[\]]+", code)}

commands = [
    "run connected-components --n 2^8 --components 16 --ledger steps",
    "run fast-fourier-transform --n 64 --components 16",
    "run list-ranking-wyllie --n 64 --components 16 --network torus:4x4 --ledger profile",
    "run bsp-prefix-sums --n 64 --components 8 --ledger steps",
    "report {baseline} --baseline {baseline}",
    "profile bsp-sample-sort-regular --n 256 --components 8 --network torus:4x2",
    "run prefix-sums --n 2^4..2^6 --seeds 1..2",
    "show list-ranking-wyllie",
    "profile list-ranking-wyllie --n 64 --components 16",
    "scale prefix-sums --n 2^3..2^6 --components 16",
    "scale bsp-prefix-sums --n 2^3..2^6 --components 4",
    "slack histogram --n 64 --components 4,16",
    "compare concurrent-read --components 64 --networks omega,omega:buffers=1 --access direct,combining",
    "compare bsp-prefix-sums --n 64 --components 8",
    "compare prefix-sums --n 2^4..2^5 --seeds 1..2 --components 16",
    "route --network omega:16 --pattern shuffle --links",
    "route --network torus:4x4 --pattern uniform --rate 0.1,saturation --window 100",
    "replay {examples}/broadcast.goal",
    "replay {examples}/broadcast.goal --network ring:4 --links",
    "topology slim-fly:3",
    "probe --network torus:4x4 --runs 1",
    "probe --host --components 4 --h 0,1 --runs 1",
    "patterns --degree 4 --components 64 --runs 2 --search",
    "exchange broadcast --network ring:8 --words 64 --links",
    "exchange all-gather --network switch:4 --counts 9,0,2,1",
    "exchange broadcast --network ring --crossover",
    "exchange broadcast --networks ring,bus --crossover",
    "list",
    "check prefix-sums --n 4 --machines 1",
    "verify connected-components --n 3 --runs 2",
    "version",
]


def fields(value):
    if isinstance(value, dict):
        for name, inside in value.items():
            yield name
            if name not in ("result", "input"):
                yield from fields(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from fields(inside)


# A run of which a report is made.
examples = Path(__file__).resolve().parent.parent / "examples"
baseline = Path(tempfile.mkdtemp()) / "run.json"
subprocess.run([tool, *"run bsp-prefix-sums --n 64 --components 8 --json".split(), str(baseline)],
               capture_output=True, check=True)

wrong = 0
for command in commands:
    run = subprocess.run([tool, *command.format(baseline=baseline, examples=examples).split(), "--json", "-"], capture_output=True, text=True)
    if not run.stdout.startswith("{"):
        print(f"pram {command} writes no JSON: {run.stderr.strip()}")
        wrong += 1
        continue
    missing = sorted(set(fields(json.loads(run.stdout))) - named)
    if missing:
        print(f"docs/reference/json.md does not name what pram {command} writes: {', '.join(missing)}")
        wrong += 1
sys.exit(wrong > 0)
