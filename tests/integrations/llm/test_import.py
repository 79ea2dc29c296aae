"""Whoever only imports the door, or opens and closes it, does not pay for litellm."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
OPEN_AND_CLOSE = """
import asyncio
from integrations.llm import Models
asyncio.run(Models({}, families={}).close())
"""
NOBODY_LISTENS = """
import asyncio
from integrations.llm import local_ollama, spread
spread({"OPENAI_API_KEY": "x"}, 5)
asyncio.run(local_ollama("http://127.0.0.1:9"))
"""


@pytest.mark.parametrize(
    "program", ["import integrations.llm", "import integrations.rehearsal", OPEN_AND_CLOSE, NOBODY_LISTENS]
)
def test_hard_case_73_litellm_is_not_imported(program: str) -> None:
    check = f"{program}\nimport sys\nassert 'litellm' not in sys.modules"

    done = subprocess.run([sys.executable, "-X", "dev", "-c", check], cwd=ROOT, capture_output=True, check=False)  # noqa: S603 - our own program

    assert (done.returncode, "Error" in done.stderr.decode(), "Warning" in done.stderr.decode()) == (0, False, False)


def test_hard_case_68_a_thousand_calls_leave_nothing_open_and_no_proxy() -> None:
    program = """
import asyncio, gc, sys
from pathlib import Path
from integrations import rehearsal
from integrations.llm import Models
from tests.fake_models import FakeModels, fails
from tests.integrations.llm.asking import failure, models, request

def descriptors():
    return len(list(Path("/proc/self/fd").iterdir()))

async def main():
    async with FakeModels() as server:
        asked = models(server.url, providers={"rehearsal": rehearsal.register})
        await asked.warm_up()
        await asyncio.gather(*(asked(request()) for _ in range(10)))
        before = descriptors()
        for _ in range(100):
            await asyncio.gather(*(asked(request()) for _ in range(10)))
        assert abs(descriptors() - before) <= 5, (before, descriptors())
        await asked(request("rehearsal/agent", family="rehearsal"))
        server.usual = fails(503)
        await failure(asked, request())
        await asked.close()
        async with asyncio.timeout(10):
            await server.left_alone()

asyncio.run(main())
gc.collect()
print([name for name in sys.modules if name.startswith("litellm.proxy.") or name == "litellm.proxy"])
"""
    environment = {"OPENAI_API_KEY": "sk-test", "PYTHONPATH": str(ROOT)}

    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-X", "dev", "-W", "default::ResourceWarning", "-c", program],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        check=False,
    )

    assert (done.returncode, done.stdout.decode()) == (0, "[]\n")
    assert "unclosed" not in done.stderr.decode().lower()
    assert "never awaited" not in done.stderr.decode()
