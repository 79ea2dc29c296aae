"""Names this process, so that another one on the same machine can tell whether it is still there."""

import os
import platform
from pathlib import Path


def this_worker() -> str:
    """Host, process id and the time at which the kernel started it: a number used again names another process."""
    pid = os.getpid()
    return f"{platform.node()}/{pid}/{_started(pid)}"


def is_gone(worker: str) -> bool:
    """True only if it was a process of this machine and runs no more; of other machines nothing is known."""
    host, pid, started = worker.rsplit("/", 2)
    if host != platform.node():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return _started(int(pid)) != started


def _started(pid: int) -> str:
    """Clock ticks since boot, from Linux's /proc; empty elsewhere, where only the process id tells."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""
    return status.rsplit(")", 1)[1].split()[19]
