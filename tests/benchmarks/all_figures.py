"""Runs every benchmark in turn and says which of the numbers that we hold ourselves to were met.

python tests/benchmarks/all_figures.py
"""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
BENCHMARKS = (
    "replay_recorded_ballots.py",
    "plan.py",
    "engine_overhead.py",
    "start_up.py",
    "search.py",
    "slack_ack.py",
    "slack_moments.py",
)


def main() -> int:
    failed = []
    for name in BENCHMARKS:
        print(f"\n== {name}", flush=True)
        if subprocess.run([sys.executable, str(HERE / name)], check=False).returncode:  # noqa: S603 -- our own files
            failed.append(name)
    print(f"\nmissed: {', '.join(failed)}" if failed else "\nevery number was met")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
