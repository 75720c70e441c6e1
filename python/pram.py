"""pram from Python: runs of the tool as objects whose tables pandas takes as they are, and Jupyter shows as pages.

    import pram

    run = pram.run("cc", n=2**14, network="torus:16x16")
    run.totals["steps"]                       # a dict
    pandas.DataFrame(run.lines)               # a list of dicts of numbers and texts
    run                                       # in a notebook: the page that --html writes

Keyword arguments are the options of the command line: `max_steps=100` is `--max-steps=100`, True is an option without a
value, None and False leave it out. A list is joined by commas, `range(1, 6)` is `1..5`, and a keyword of Python's own
takes an underscore behind it. `input=` also takes numbers, or tuples of numbers such as the edges of a graph, which go to
the tool as lines of standard input; `machine=` and `baseline=` take what an earlier run has.

The tool is `tool=` of the call, `pram.tool`, or $PRAM; else `pram` beside this file, or in PATH. An executable of
`pram::tool::main` with programs of its own will do as well.

What goes wrong is a PramError with the tool's line. Needs Python 3.9 or later, and nothing beside its standard library.
"""

import builtins
import errno
import html
import json
import numbers
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

__all__ = ["run", "profile", "compare", "scale", "sweep", "command", "list", "show", "version", "load", "Result", "Run",
           "Runs", "Scale", "PramError", "UsageError", "RunError", "ToolError", "Interrupted", "tool"]

Row = Dict[str, Any]  # of numbers, texts, truth, and None
Place = Union[str, "os.PathLike[str]"]
Progress = Union[bool, None, Callable[[int, Optional[int]], object]]

_VERSION = 2  # of the JSON; that of version 1 is given the names of version 2
_KINDS = ("reads", "writes", "updates", "fetches")  # of requests

#: The tool, where a call names none: a path, or a name that is looked for in PATH. None: $PRAM, and so on.
tool: Optional[Place] = None


class PramError(Exception):
    """What went wrong, in the tool's one line.

    `exit_code` is the tool's (None: it did not run, or has not said a word that this module understands), `command` the
    command line, `errors` all that the tool wrote on standard error. `run` is the Result that it wrote nevertheless, as
    where the result is wrong; else None.
    """

    def __init__(self, message: str, command: Sequence[str] = (), exit_code: Optional[int] = None, errors: str = "",
                 run: Optional["Result"] = None) -> None:
        super().__init__(message)
        self.command, self.exit_code, self.errors, self.run = builtins.list(command), exit_code, errors, run


class UsageError(PramError):
    """The command line is not right: exit code 2, or an argument that cannot be one."""


class RunError(PramError):
    """The run failed, a result is wrong, something could not be written: exit code 1, or the end by a signal."""


class ToolError(PramError):
    """There is no tool where it was looked for, it cannot be run, or it is no pram: what it prints is no JSON."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C has ended the tool. `run` is a Result of what was done until then, or None."""

    run: Optional["Result"] = None


class Result:
    """What a command of the tool has written as JSON; docs/reference/json.md says what each field means.

    JSON of version 1, which an earlier pram wrote, has the names of version 2.
    """

    def __init__(self, document: Dict[str, Any], text: bytes, tool: Optional[Place] = None, page: Optional[str] = None) -> None:
        self.json = document  #: all of it
        self._text, self._tool, self._page = text, tool, page

    def __getitem__(self, field: str) -> Any:
        return self.json[field]

    @property
    def program(self) -> str:
        return self.json.get("program", "")

    @property
    def machine(self) -> Dict[str, Any]:
        """The machine's options, defaults filled in; `machine=` of another run takes them."""
        return self.json.get("machine", {})

    @property
    def input(self) -> Dict[str, Any]:
        """Where the input comes from, and its sizes; of several inputs `source` alone."""
        return self.json.get("input", {"source": self.json["source"]} if "source" in self.json else {})

    @property
    def lints(self) -> List[Row]:
        """What the report says by itself: `name`, `text`, `share`."""
        return self.rows("lints")

    @property
    def interrupted(self) -> bool:
        """True: the run was ended, and the figures are of what was done."""
        return bool(self.json.get("interrupted", False))

    def rows(self, path: str) -> List[Row]:
        """The list of objects at this path of the document, as "charge.phases", for a data frame.

        Columns are named as in CSV: what stands in an object inside has its name before it, as "steps.mean"; numbers of a
        list become a text with semicolons between; lists of objects are left out. Empty where the document has no such list.
        """
        found: Any = self.json
        for name in path.split("."):
            found = found.get(name) if isinstance(found, Mapping) else None
        return [_flat(row) for row in found if isinstance(row, Mapping)] if isinstance(found, builtins.list) else []

    def html(self) -> str:
        """The page that --html writes: one file that loads nothing. Made when it is first asked for.

        @raises PramError  there is no page of such JSON, or the tool is no longer there
        """
        if self._page is None:
            line = ["report", "--html=-", "--", "-"]
            code, page, errors, interrupted = _call(line, self._tool, self._text, begins=b"<")
            if interrupted:
                raise Interrupted()
            if code != 0 or not page.startswith(b"<"):
                raise _failure(line, self._tool, code, b"" if errors else page, errors, None)
            self._page = page.decode("utf-8", "replace")
        return self._page

    def save(self, path: Place) -> None:
        """Writes the page if the name ends in .html, else the JSON as it came. A file that is there is replaced at once.

        @raises OSError, PramError
        """
        text = self.html().encode() if os.fspath(path).lower().endswith((".html", ".htm")) else self._text
        path = Path(os.path.realpath(path))
        if path.exists() and not path.is_file():  # a device or a pipe
            path.write_bytes(text)
            return
        handle, part = tempfile.mkstemp(prefix=".pram-", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text)
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(part, 0o666 & ~mask)
            os.replace(part, path)
        except BaseException:
            os.unlink(part)
            raise

    def _repr_html_(self) -> Optional[str]:
        try:
            page = self.html()
        except PramError:
            return None  # A notebook shows the text in its place.
        # The page keeps what is selected in its address, which a frame inside of another page has not.
        page = html.escape(page.replace("<head>", "<head><script>history.replaceState = () => {};</script>", 1))
        return (f'<iframe srcdoc="{page}" sandbox="allow-scripts allow-downloads" '
                'style="width: 100%; height: 40em; border: 0"></iframe>')

    def __repr__(self) -> str:
        network = self.machine.get("network")
        return f"<pram.{type(self).__name__}{' ' * bool(self.program)}{self.program}{f' on {network}' if network else ''}>"


class Run(Result):
    """A run: of run, profile and bsp. Records of steps are there with `profile` and with `ledger="steps"`."""

    @property
    def result(self) -> Dict[str, Any]:
        """`verified` (None: the program has no oracle), `check`, `text`, and facts of the program's own."""
        return self.json.get("result", {})

    @property
    def totals(self) -> Row:
        """Figures of the whole run by the names that they have in CSV, and others.

        `steps` T and `work` W; `requests`, `largest_degree` (of a cell in a step); `forward`, `back` and `charge` (all of it,
        collectives and supersteps included) in the network's time; `performance_factor`.
        """
        document, charge = self.json, self.json["charge"]
        totals = {name: document[name] for name in ("steps", "work", "processors", "requests", *_KINDS, "largest_read_degree",
                                                    "largest_write_degree", "largest_degree")}
        totals.update({name: charge.get(name, 0) for name in ("forward", "back", "collectives", "superstep_charge")})
        totals.update({name: document.get(name, 0) for name in ("supersteps", "superstep_work", "superstep_relation")})
        totals.update(charge=charge.get("total", charge["forward"] + charge["back"]),
                      distinct_charge=charge["distinct_charge"], performance_factor=document["performance_factor"])
        totals.update({name: document[name] for name in ("superstep_cost", "predicted") if name in document})
        return totals

    @property
    def lines(self) -> List[Row]:
        """A source line, array and operation each, costliest first."""
        return self.rows("lines")

    @property
    def phases(self) -> List[Row]:
        """A phase of the access protocol each, all steps together."""
        return self.rows("charge.phases")

    @property
    def cells(self) -> List[Row]:
        """The cells that most processors asked for at once."""
        return self.rows("cells")

    @property
    def pardos(self) -> List[Row]:
        """A place of the program where processors begin each, in a profile."""
        return self.rows("pardos")

    @property
    def steps(self) -> List[Row]:
        """A step each, with the line of its first request. Empty without records."""
        return _steps(self.json)[0]

    @property
    def step_phases(self) -> List[Row]:
        """A phase of a step each: what it carried and what it was charged. Empty without records."""
        return _steps(self.json)[1]

    @property
    def supersteps(self) -> List[Row]:
        """A superstep each: work, words and charge. Empty without records."""
        return self.rows("superstep_records")

    @property
    def components(self) -> List[Row]:
        """A component each: what it sent, received and served. Empty of runs without a profile."""
        rows = _transposed(self.json.get("components", {}))
        return [{"component": number, **row} for number, row in enumerate(rows)]

    @property
    def links(self) -> List[Row]:
        """A link each that carried something, `way` forward or back. Empty where the network has none, or without a profile."""
        links = self.json.get("links", {})
        return [{"way": way, **row} for way in ("forward", "back") for row in _transposed(links.get(way, {}))]

    def __repr__(self) -> str:
        if "charge" not in self.json:
            return super().__repr__()
        verified = self.result.get("verified")
        judged = "" if verified is None else ", verified" if verified else ", not verified"
        end = ", interrupted" if self.interrupted else judged
        steps = f"{self.json['steps']} steps" + (f", {self.json['supersteps']} supersteps" if "supersteps" in self.json else "")
        return f"{super().__repr__()[:-1]}: {steps}, charge {self.totals['charge']}{end}>"


class Runs(Result):
    """Several runs: of compare, and of run with a range of sizes or seeds."""

    @property
    def runs(self) -> List[Row]:
        """A run each. One without a result has `failure`, the reason."""
        return self.rows("runs")

    @property
    def means(self) -> List[Row]:
        """Of a sweep, a size, network and protocol each: means over the seeds, as `steps.mean`, and `steps.error`."""
        return self.rows("means")

    @property
    def lines(self) -> List[Row]:
        """Of a comparison without a sweep, what a source line was charged on each network with each protocol."""
        runs = self.json["runs"]
        return [{"file": line["file"], "line": line["line"], "network": run.get("network"), "access": run.get("access"),
                 "charge": charge}
                for line in self.json.get("lines", ()) for run, charge in zip(runs, line["charges"])]

    @property
    def sound(self) -> bool:
        """True: all results are right and equal."""
        return bool(self.json.get("sound", False))

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}: {len(self.json['runs'])} of {self.json.get('asked', '?')} runs>"


class Scale(Result):
    """How costs grow, of scale."""

    @property
    def costs(self) -> List[Row]:
        """A size each; a cost has `.mean`, `.error` (of the mean) and `.largest`, as in `steps.mean`."""
        return self.rows("costs")

    @property
    def fits(self) -> List[Row]:
        """A cost each: the class that fits best, what the program claims, and what to think of the claim."""
        return self.rows("fits")

    sound = Runs.sound

    def __repr__(self) -> str:
        classes = ", ".join(f"{fit['cost']} {fit['class']}" for fit in self.json.get("fits", ()))
        return f"{super().__repr__()[:-1]}: {classes or self.json.get('no_fit')}>"


def _flat(row: Mapping[str, Any], before: str = "") -> Row:
    flat: Row = {}
    for name, value in row.items():
        if isinstance(value, Mapping):
            flat.update(_flat(value, f"{before}{name}."))
        elif not isinstance(value, builtins.list):
            flat[before + name] = value
        elif not any(isinstance(inside, (Mapping, builtins.list)) for inside in value):
            flat[before + name] = ";".join(inside if isinstance(inside, str) else json.dumps(inside) for inside in value)
    return flat


def _update(document: Dict[str, Any]) -> None:
    """Gives JSON of version 1 the names of version 2."""
    def rename(record: Any, **names: str) -> None:
        if isinstance(record, dict) and not names.keys().isdisjoint(record):
            members = builtins.list(record.items())
            record.clear()
            record.update((names.get(name, name), value) for name, value in members)

    def rows(record: Any, name: str) -> List[Any]:
        found = record.get(name) if isinstance(record, dict) else None
        return found if isinstance(found, builtins.list) else []

    def everywhere(value: Any) -> None:
        if isinstance(value, dict):
            kinds = value.get("requests")
            if isinstance(kinds, dict) and "reads" in kinds:
                value.update(requests=sum(kinds.values()), **kinds)
            rename(value, stderr="error")
            for name, inside in value.items():
                if name not in ("result", "input", "columns"):
                    everywhere(inside)
        elif isinstance(value, builtins.list):
            for inside in value:
                everywhere(inside)

    def parameters(record: Any) -> None:
        if isinstance(record, dict) and "source" in record:
            rename(record, source="probed")
            record["probed"] = record["probed"] == "probe"

    everywhere(document)
    document["version"] = _VERSION
    if isinstance(document.get("input"), dict) and "size" in document["input"]:
        document["input"]["n"] = document["input"].pop("size")
    if isinstance(document.get("charge"), dict):
        rename(document["charge"], distinct="distinct_charge", supersteps="superstep_charge")
        rename(document, cost="superstep_cost")
        for region in rows(document, "regions"):
            rename(region, distinct="distinct_charge")
        for line in rows(document, "lines"):
            rename(line, charge_forward="forward")
        parameters(document.get("parameters"))
        document["largest_degree"] = max(document["largest_read_degree"], document["largest_write_degree"])
    for run in rows(document, "runs"):
        rename(run, failed="failure")
        parameters(run.get("parameters"))
        run.update(run.pop("parameters", {}))
    if "pattern" in document:
        rename(document, runs="begun")
        for cost in rows(document, "costs"):
            for row in (cost, *rows(cost, "phases")):
                rename(row, charge="forward", charge_back="back", sent="largest_sent", received="largest_received",
                       factor="performance_factor")
    if "deviation" in document:
        rename(document, runs="asked")
    for fit in rows(document, "fits"):
        rename(fit, size="variable")


def _transposed(columns: Mapping[str, Any]) -> List[Row]:
    lists = {name: values for name, values in columns.items() if isinstance(values, builtins.list)}
    return [dict(zip(lists, values)) for values in zip(*lists.values())]


def _steps(document: Mapping[str, Any]) -> Tuple[List[Row], List[Row]]:
    """Steps, and phases of steps, of either kind of record by the same names."""
    names = [phase["name"] for phase in document["charge"]["phases"]]
    steps: List[Row] = []
    phases: List[Row] = []
    for record in document.get("step_records", ()):
        row = _flat(record)
        requests = sum(row[kind] for kind in _KINDS)
        degree = max(row["largest_read_degree"], row["largest_write_degree"])
        first = {name: row.pop(name, None) for name in ("step", "file", "line", "line_number")}
        steps.append({**first, "requests": requests, "largest_degree": degree, **row})
        for number, phase in enumerate(record["phases"]):
            phases.append({"step": first["step"], "phase": number + 1, "name": names[number], **_flat(phase)})
    columns = document.get("columns", {})
    if steps or not columns:
        return steps, phases
    for row in _transposed({name: values for name, values in columns["steps"].items() if name != "phases"}):
        place = row.pop("line")
        file, _, line = columns["lines"][place].rpartition(":") if place is not None else ("", "", "")
        first = {"step": row.pop("step"), "file": file or None, "line": int(line) if line else None, "line_number": place}
        steps.append({**first, "largest_degree": row.pop("degree"), **row})
    by_phase = [_transposed(phase) for phase in columns["steps"]["phases"]]
    for place, step in enumerate(columns["steps"]["step"]):
        for number, rows in enumerate(by_phase):
            phase = rows[place]
            if phase["largest_sent"] is not None:  # else the step is over before this phase
                phase["forward"] = phase.pop("charge") - phase["back"]
                phases.append({"step": step, "phase": number + 1, "name": names[number], **phase})
    return steps, phases


def _find(named: Optional[Place]) -> str:
    for what, name in (("tool", named), ("pram.tool", tool), ("$PRAM", os.environ.get("PRAM"))):
        if name:
            found = shutil.which(os.path.expanduser(os.fspath(name)))
            if found is None:
                raise ToolError(f"{what} = {os.fspath(name)!r}: there is no such program, or it may not be run")
            return os.path.abspath(found)
    beside = Path(__file__).resolve().parent / "pram"
    found = str(beside) if beside.is_file() and os.access(beside, os.X_OK) else shutil.which("pram")
    if found is None:
        raise ToolError(f"there is no pram: $PRAM is not set, {beside} is not there, nor is pram in PATH, "
                        f"which is {os.environ.get('PATH', '')!r}. Set pram.tool, or $PRAM")
    return os.path.abspath(found)


def _end(process: "subprocess.Popen[bytes]", number: int) -> None:
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        pass


def _call(arguments: Sequence[str], named: Optional[Place], given: Optional[bytes] = None, begins: Optional[bytes] = b"{",
          look: Optional[Callable[[], None]] = None) -> Tuple[int, bytes, str, bool]:
    """Exit code, standard output, standard error, and whether Ctrl-C has ended it. `look` is called now and then."""
    command = [_find(named), *arguments]
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors, tempfile.TemporaryFile() as source:
        source.write(given or b"")
        source.seek(0)
        try:  # in a session of its own, so that Ctrl-C of a terminal reaches it once
            process = subprocess.Popen(command, stdin=None if given is None and "--input=-" in arguments else source,
                                       stdout=output, stderr=errors, start_new_session=True)
        except OSError as error:
            if error.errno == errno.E2BIG:
                raise UsageError(f"the command line is too long: {len(' '.join(command))} characters", command) from None
            raise ToolError(f"{command[0]} cannot be run: {error.strerror}", command) from None
        except ValueError as error:  # a NUL, or half of a surrogate pair
            raise UsageError(f"an argument cannot be passed on: {error}", command) from None
        interrupted = False
        try:
            while process.poll() is None:
                try:
                    process.wait(0.2)
                except subprocess.TimeoutExpired:
                    if begins is not None and os.pread(output.fileno(), 1, 0) not in (b"", begins):
                        _end(process, signal.SIGKILL)  # it may go on for ever
                    elif look is not None:
                        look()
        except KeyboardInterrupt:
            interrupted = True
            _end(process, signal.SIGINT)
            process.wait()  # what was done is written; a second Ctrl-C ends the process at once
        finally:
            if process.poll() is None:
                _end(process, signal.SIGKILL)
                process.wait()
        output.seek(0)
        errors.seek(0)
        return process.returncode, output.read(), errors.read().decode("utf-8", "replace"), interrupted


def _text(value: Any, separator: str = ",") -> str:
    if isinstance(value, (bytes, os.PathLike)):
        return os.fsdecode(value)
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 2**64 else repr(float(value))
    if isinstance(value, range) and value.step == 1 and len(value) > 0:
        return f"{value[0]}..{value[-1]}"
    if isinstance(value, Iterable) and not isinstance(value, str):
        return separator.join(_text(inside) for inside in value)
    return str(value)


def _arguments(options: Mapping[str, Any], folder: str) -> Tuple[List[str], Optional[bytes]]:
    """The options as they are typed, and what goes to standard input. `folder` gets what an option reads from a file."""
    arguments: List[str] = []
    given = None
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if option == "--json":
            raise UsageError("json: a call returns it, as .json, and .save(path) writes it")
        if value is None or type(value).__name__ in ("bool", "bool_"):  # NumPy's, too
            arguments += [option] if value else []
            continue
        if name == "n" and isinstance(value, range):
            raise UsageError("n: sizes double, so a range of them is a text, as '2^8..2^12'")
        try:
            if isinstance(value, (Result, Mapping)):
                path = Path(folder, f"{len(arguments)}.json")
                path.write_bytes(value._text if isinstance(value, Result) else json.dumps(value).encode())
                value = path
            elif name == "input" and isinstance(value, Iterable) and not isinstance(value, (str, bytes, os.PathLike)):
                items = value.itertuples(index=False) if hasattr(value, "itertuples") else value  # of a data frame
                given = "".join(_text(item, " ") + "\n" for item in items).encode()
                value = "-"
            arguments.append(f"{option}={_text(value, ';' if name in ('networks', 'access') else ',')}")
        except (TypeError, ValueError) as error:
            raise UsageError(f"{name}: {error}") from None
    return arguments, given


def _sweeps(options: Mapping[str, Any]) -> bool:
    sizes = options.get("n")
    return isinstance(sizes, str) and ".." in sizes or options.get("seeds") is not None


def _result(text: bytes, named: Optional[Place], page: Optional[str] = None, file: Optional[str] = None) -> Optional[Result]:
    """What JSON says that the tool, or a file, has; None: it is no JSON of pram."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict) or "version" not in document:
        return None
    if "format" not in document:  # A trace has versions of its own.
        wrong = None
        if document["version"] not in range(1, _VERSION + 1):
            wrong = f"its version is {document['version']!r}, and this module reads versions 1 to {_VERSION}"
        elif document["version"] == 1:
            try:
                _update(document)
            except (AttributeError, KeyError, TypeError):
                wrong = "its JSON of version 1 is damaged"
        if wrong is not None:
            raise ToolError(f"the JSON of {_find(named)}: {wrong}") if file is None else UsageError(f"{file}: {wrong}")
    kind = Result
    if "fits" in document:
        kind = Scale
    elif isinstance(document.get("runs"), builtins.list):
        kind = Runs
    elif "charge" in document and "lines" in document:
        kind = Run
    return kind(document, text, named, page)


def _failure(line: Sequence[str], named: Optional[Place], code: int, output: bytes, errors: str,
             result: Optional[Result]) -> PramError:
    path = _find(named)
    name = os.path.basename(path)
    lines = [text for text in errors.splitlines() if text.strip()]
    # A launcher says more than one line.
    said = ([text for text in lines if text.startswith((name + ":", name + " "))] or lines or [""])[-1]
    facts = ([path, *line], code, errors, result)
    if result is None and (output or code == 0 or (code > 0 and not said)):
        what = repr(output[:40].decode("utf-8", "replace")) if output else "nothing"
        return ToolError(f"{path} is no pram: it prints {what}, and not what was asked for", *facts)
    if code < 0:
        return RunError(f"{name}: ended by {signal.Signals(-code).name}", *facts)
    return (UsageError if code == 2 else RunError)(said or f"{name}: exit code {code}", *facts)


def _total(name: str, options: Mapping[str, Any]) -> Optional[int]:
    """How many runs a command line makes; None: that is not seen from here."""
    def number(text: str) -> int:
        base, _, exponent = text.partition("^")
        return int(int(float(base)) ** min(int(exponent or 1), 64))

    try:
        first, dots, last = _text(options["n"] if name == "scale" else options.get("n", "")).partition("..")
        total = (number(last) // number(first)).bit_length() if dots else 1
        first, dots, last = _text(options.get("seeds", "")).partition("..")
        total *= number(last) - number(first) + 1 if dots else 1
        for several in ("networks", "access") if name == "compare" else ():
            total *= len(options[several]) if isinstance(options[several], (builtins.list, tuple)) else int(options[several])
        return total
    except (ArithmeticError, KeyError, TypeError, ValueError):
        return None


class _Watch:
    """Counts runs as they come into the file of --resume."""

    def __init__(self, label: str, path: str, total: Optional[int], progress: Progress) -> None:
        self.label, self.path, self.total, self.done, self.shown = label, path, total, 0, False
        self.tell = progress if callable(progress) else self.print

    def print(self, done: int, total: Optional[int]) -> None:
        print(f"\r{self.label}: {done}{f' of {total}' if total else ''} runs", end="", file=sys.stderr, flush=True)
        self.shown = True

    def look(self) -> None:
        try:
            done = Path(self.path).read_bytes().count(b"\n") - 1  # The first line says whose runs they are.
        except OSError:
            return
        if done > self.done:
            self.done = done
            self.tell(done, self.total)


def command(name: str, *arguments: Any, tool: Optional[Place] = None, progress: Progress = None, **options: Any) -> Any:
    """Any command that writes JSON, as `pram.command("route", network="torus:8x8", pattern="transpose")`.

    @param arguments  what stands in the command line without the name of an option
    @param progress   of several runs: called with how many are done, and how many there are (None: not known). True prints
                      that to standard error, None does so where that is a terminal. Inputs that are not files have none
    @returns Run, Runs or Scale where the command writes such JSON, else Result
    @raises UsageError, RunError, ToolError, Interrupted
    """
    tool = _find(tool)
    several = name == "scale" or _sweeps(options)
    with tempfile.TemporaryDirectory(prefix="pram-") as folder:
        typed, given = _arguments(options, folder)
        page = Path(folder, "page.html")
        if several and name in ("run", "compare", "scale") and not options.get("html"):
            typed.append(f"--html={page}")  # A page of several sizes has more than their JSON.
        if progress is None:
            progress = sys.stderr is not None and sys.stderr.isatty()
        watch = None
        if progress and given is None and (several or name == "compare"):
            resume = os.fspath(options.get("resume") or Path(folder, "runs"))
            if not options.get("resume"):
                typed.append(f"--resume={resume}")
            watch = _Watch(" ".join(["pram", name, *map(_text, arguments)]), resume, _total(name, options), progress)
        line = [name, "--json=-", *typed, *(["--", *map(_text, arguments)] if arguments else [])]
        code, output, errors, interrupted = _call(line, tool, given, look=None if watch is None else watch.look)
        if watch is not None:
            watch.look()
            if watch.shown:
                print(file=sys.stderr)
        result = _result(output, tool, page.read_text("utf-8", "replace") if page.exists() else None)
    if interrupted:
        stopped = Interrupted("interrupted; .run has what was done" if result else "interrupted")
        stopped.run = result
        raise stopped
    if code != 0 or result is None:
        raise _failure(line, tool, code, output, errors, result)
    return result


def run(program: str, *, profile: bool = False, **options: Any) -> Any:
    """Runs a program once, and checks its result: `pram.run("cc", n=2**14, network="torus:16x16", seed=7)`.

    @param program  a name of pram.list("programs")
    @param profile  as profile() does it
    @param options  those of `pram run --help`, and `tool` and `progress` of command()
    @returns Run; with a range of sizes or seeds Runs
    @raises RunError  also if the result is wrong: its `run` has the figures
    """
    if profile:
        options.setdefault("ledger", "profile")
    return command("profile" if profile else "run", program, **options)


def profile(program: str, **options: Any) -> Run:
    """A run with a record of each step, of components and of links; parameters and errors are those of run()."""
    return run(program, profile=True, **options)


def compare(program: str, **options: Any) -> Runs:
    """A program on each network with each protocol: `pram.compare("cc", networks=["ideal", "torus:8x8"], access="direct")`.

    @param options  those of `pram compare --help`; `networks` and `access` may be lists. `tool`, `progress`: see command()
    """
    return command("compare", program, **options)


def sweep(program: str, **options: Any) -> Runs:
    """A program at several sizes, with several seeds: `pram.sweep("cc", n="2^8..2^12", seeds=range(1, 6))`.

    @param options  those of run(), or with `networks` those of compare(). Sizes double, from the first to the last
    @raises UsageError  also if neither `n` nor `seeds` is a range
    """
    if not _sweeps(options):
        raise UsageError("sweep: neither n nor seeds is a range, as n='2^8..2^12' or seeds='1..5'")
    return command("compare" if "networks" in options else "run", program, **options)


def scale(program: str, **options: Any) -> Scale:
    """Fits how costs grow, and sets that beside what the program claims: `pram.scale("scan", n="2^8..2^14")`.

    @param options  those of `pram scale --help`; `tool`, `progress`: see command()
    """
    return command("scale", program, **options)


def show(program: str, *, tool: Optional[Place] = None) -> Dict[str, Any]:
    """What a program does and claims, the inputs it takes, and its code."""
    return command("show", program, tool=tool).json


def version(*, tool: Optional[Place] = None) -> Dict[str, Any]:
    """Which pram this is, and what it takes of this computer where no option says so: threads, bytes of memory."""
    return command("version", tool=tool).json


def load(path: Place, *, tool: Optional[Place] = None) -> Any:
    """What .save() or --json has written: Run, Runs, Scale, or Result of other commands.

    @raises OSError, UsageError (no JSON of pram, or of a version that is not known)
    """
    result = _result(Path(path).read_bytes(), tool, file=os.fspath(path))
    if result is None:
        raise UsageError(f"{os.fspath(path)}: this is no JSON of pram")
    return result


def list(which: str = "programs", *, tool: Optional[Place] = None, **options: Any) -> List[Row]:
    """What can be chosen by name: `name` and `what` each, of programs, networks, topologies, protocols, rules, placements,
    patterns, collectives.

    @param options  of programs: `family` and `model`
    """
    with tempfile.TemporaryDirectory(prefix="pram-") as folder:
        line = ["list", *_arguments(options, folder)[0], "--", which]
        code, output, errors, interrupted = _call(line, tool, begins=None)
    if interrupted:
        raise Interrupted("interrupted")
    rows = [re.fullmatch(r"  (\S+) {2,}(.*)", text) for text in output.decode("utf-8", "replace").splitlines()]
    if code != 0 or not any(rows):
        raise _failure(line, tool, code, b"" if errors else output, errors, None)
    return [{"name": row[1], "what": row[2]} for row in rows if row]
