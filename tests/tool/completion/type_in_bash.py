"""Types into a bash on a terminal, in the current folder.

type_in_bash.py         each line of lines.txt and Tab; waits until answer.NUMBER is there
type_in_bash.py typed   each line of to_type, in which ^ is Tab, and Enter; what answer.typed then has is a line of given
"""

import os
import pty
import sys
import threading
import time
from pathlib import Path


def drain(terminal: int) -> None:
    """Reads what bash shows, so that it never waits for a reader."""
    try:
        while os.read(terminal, 4096):
            pass
    except OSError:
        pass


def wait_for(file: Path) -> None:
    """Waits until bash has written the file; the test's own time limit ends what hangs."""
    while not file.exists():
        if os.waitpid(child, os.WNOHANG) != (0, 0):
            sys.exit(f"bash has ended before {file}")
        time.sleep(0.005)


typed = len(sys.argv) > 1
child, terminal = pty.fork()
if child == 0:
    os.environ["INPUTRC"] = "/dev/null"
    os.execvp("bash", ["bash", "--norc", "--noprofile", "-i"])
threading.Thread(target=drain, args=(terminal,), daemon=True).start()
os.write(terminal, b"source ./%s; : >ready\n" % (b"typed" if typed else b"setup"))
wait_for(Path("ready"))
Path("ready").unlink()

if typed:
    with open("given", "w", encoding="utf-8") as given:
        for line in Path("to_type").read_text(encoding="utf-8").splitlines():
            os.write(terminal, line.replace("^", "\t").encode() + b"\n")
            wait_for(Path("answer.typed"))
            print(Path("answer.typed").read_text(encoding="utf-8"), file=given)
            Path("answer.typed").unlink()
else:
    for number, line in enumerate(Path("lines.txt").read_text(encoding="utf-8").splitlines()):
        os.write(terminal, line.encode() + b"\t")
        wait_for(Path(f"answer.{number}"))
        os.write(terminal, b"\x15")  # Ctrl-U: an empty line
os.write(terminal, b"\x15exit\n")
os.waitpid(child, 0)
