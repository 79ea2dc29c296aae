"""Measures how long the terminal takes to start, against a bare interpreter and a bare import of the database library.

    python tests/benchmarks/start_up.py

`--help` may cost a quarter of a second more than Python itself and loads no litellm; `show` and `list` may cost 1.6
times `import sqlmodel` and a third of a second. Exit 1 where a bound is missed.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).parents[2]
RUNS = 9
HELP_MORE = 0.25
READ_TIMES, READ_MORE = 1.6, 0.35
COMMANDS = {
    "bare interpreter": ("-c", "pass"),
    "import sqlmodel": ("-c", "import sqlmodel"),
    "--help": ("-m", "bot", "--help"),
    "list": ("-m", "bot", "list"),
    "show": ("-m", "bot", "show", "D-1"),
}


def run(folder: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """One run of Python in this folder, with no setting and no key of this machine."""
    environment = {"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"], "HOME": folder}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        sys.exit(f"{' '.join(arguments)} ended with {done.returncode}:\n{done.stderr}")
    return done


def seconds(folder: str, *arguments: str) -> float:
    started = perf_counter()
    run(folder, *arguments)
    return perf_counter() - started


def medians(folder: str) -> dict[str, float]:
    """Of each command; the commands take turns, so that a slow moment of the machine hits all of them."""
    rounds = [{name: seconds(folder, *command) for name, command in COMMANDS.items()} for _ in range(RUNS)]
    return {name: median(times[name] for times in rounds) for name in COMMANDS}


def held(name: str, value: float, bound: float) -> bool:
    """Print one figure beside its bound."""
    print(f"{name:24} {value:6.3f} s   bound {bound:6.3f} s   {'ok' if value <= bound else 'FAIL'}")
    return value <= bound


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        run(folder, "-m", "bot", "decide", "Postgres or MySQL for billing?")
        times = medians(folder)
        loaded = run(folder, "-X", "importtime", "-m", "bot", "--help").stderr
    reading = READ_TIMES * times["import sqlmodel"] + READ_MORE
    heavy = "litellm" in loaded
    print(f"bare interpreter {times['bare interpreter']:.3f} s, import sqlmodel {times['import sqlmodel']:.3f} s")
    print(f"--help loads litellm: {'yes   FAIL' if heavy else 'no   ok'}")
    results = [
        held("--help", times["--help"], times["bare interpreter"] + HELP_MORE),
        held("list", times["list"], reading),
        held("show", times["show"], reading),
    ]
    return 0 if all(results) and not heavy else 1


if __name__ == "__main__":
    sys.exit(main())
