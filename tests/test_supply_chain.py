"""What gets installed is what was read: pinned by hash, from no named host, with nothing that runs by itself."""

import base64
import hashlib
import re
import subprocess
import sys
import sysconfig
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
LOCKS = ("requirements.lock", "requirements-dev.lock")
STARTUP_FILES = {"a1_coverage.pth": "coverage", "distutils-precedence.pth": "setuptools"}
"""Files that run whenever Python starts, and the package each one belongs to."""
# In two halves, so that this file does not name what no file may name.
HOSTS = tuple(
    "".join(halves)
    for halves in (
        ("pypi", ".org"),
        ("python", "hosted.org"),
        ("npm", "js.org"),
        ("npm", "js.com"),
        ("yarn", "pkg.com"),
        ("deb.deb", "ian.org"),
        ("archive.ubu", "ntu.com"),
        ("crates", ".io/api"),
        ("proxy.go", "lang.org"),
    )
)
REQUIREMENT = re.compile(
    r"[a-z0-9][a-z0-9._-]*(\[[a-z0-9,_-]+\])?==[^\s;]+( ; [^\\]+)?(\s+--hash=sha256:[0-9a-f]{64})+"
)


def requirements(lock: str) -> list[str]:
    """The requirements of a lock, comments dropped and continued lines joined."""
    lines = [line for line in (ROOT / lock).read_text().splitlines() if not line.lstrip().startswith("#")]
    return [line.strip() for line in "\n".join(lines).replace("\\\n", " ").splitlines() if line.strip()]


def pins(lock: str) -> dict[str, str]:
    """Name to pinned version; of a package pinned for several platforms the last one."""
    names_and_versions = (re.split("==|[ ;]", requirement)[:2] for requirement in requirements(lock))
    return {name.partition("[")[0]: version for name, version in names_and_versions}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_is_pinned_by_hash(lock: str) -> None:
    loose = [line[:60] for line in requirements(lock) if not REQUIREMENT.fullmatch(line)]

    assert requirements(lock)
    assert loose == []


def test_the_tools_are_added_to_the_very_same_run_time_packages() -> None:
    ours, tools = pins(LOCKS[0]), pins(LOCKS[1])

    assert {name: tools.get(name) for name in ours} == ours


@pytest.mark.parametrize("lock", LOCKS)
def test_hard_case_90_litellm_is_newer_than_its_trojans_and_advisories(lock: str) -> None:
    """The releases 1.82.7 and 1.82.8 were trojans: https://github.com/BerriAI/litellm/issues/24518."""
    version = tuple(int(part) for part in pins(lock)["litellm"].split("."))

    assert version >= (1, 83, 10)


def release(version: str, folder: Path) -> None:
    """A package index in a folder, with one litellm that runs by itself when Python starts."""
    about = f"litellm-{version}.dist-info"
    files = {
        "litellm_init.pth": "import os\n",
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: litellm\nVersion: {version}\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},,\n" for name in (*files, f"{about}/RECORD"))
    with ZipFile(folder / f"litellm-{version}-py3-none-any.whl", "w") as wheel:
        for name, text in {**files, f"{about}/RECORD": record}.items():
            wheel.writestr(name, text)


def install(requirement: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """What pip does with one line of a lock, offered nothing but what is in the folder."""
    (folder / "lock.txt").write_text(requirement, encoding="utf-8")
    source = ("--no-index", "--find-links", str(folder), "--require-hashes", "--requirement", str(folder / "lock.txt"))
    target = ("--no-deps", "--isolated", "--disable-pip-version-check", "--target", str(folder / "installed"))
    command = [sys.executable, "-m", "pip", "install", *source, *target]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603 - pip of the venv


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize(
    ("offered", "refusal"),
    [("1.82.8", "No matching distribution found"), ("as pinned", "DO NOT MATCH THE HASHES")],
)
def test_hard_case_90_the_lock_refuses_a_trojan_by_its_version_and_by_its_hash(
    tmp_path: Path, lock: str, offered: str, refusal: str
) -> None:
    release(pins(lock)["litellm"] if offered == "as pinned" else offered, tmp_path)
    pinned = next(line for line in requirements(lock) if line.startswith("litellm=="))

    done = install(pinned, tmp_path)

    assert (done.returncode, (tmp_path / "installed").exists()) == (1, False)
    assert refusal in done.stderr


def test_the_image_is_built_from_the_lock_and_its_hashes() -> None:
    installs = [line for line in (ROOT / "Dockerfile").read_text().splitlines() if "pip install" in line]

    assert ["--require-hashes -r /build/requirements.lock" in line for line in installs] == [True]


def startup_files(*folders: Path) -> set[str]:
    return {path.name for folder in folders for path in folder.glob("*.pth")}


def test_hard_case_90_nothing_unknown_runs_when_python_starts() -> None:
    found = startup_files(*(Path(sysconfig.get_path(key)) for key in ("purelib", "platlib")))

    assert found - STARTUP_FILES.keys() == set()


def test_hard_case_90_a_file_that_a_trojan_brings_is_unknown(tmp_path: Path) -> None:
    release("1.82.8", tmp_path)
    with ZipFile(tmp_path / "litellm-1.82.8-py3-none-any.whl") as wheel:
        wheel.extractall(tmp_path)

    assert startup_files(tmp_path) - STARTUP_FILES.keys() == {"litellm_init.pth"}


@pytest.mark.parametrize(("name", "package"), STARTUP_FILES.items())
def test_hard_case_90_what_runs_when_python_starts_is_as_its_package_shipped_it(name: str, package: str) -> None:
    path = Path(sysconfig.get_path("purelib")) / name
    shipped = {file.name: file.hash for file in distribution(package).files or ()} if path.exists() else {}
    recorded = shipped.get(name)
    actual = base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest()) if path.exists() else b""

    assert (recorded.value if recorded else "") == actual.decode().rstrip("=")


def test_no_file_names_the_host_of_a_registry() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607 - the git of the checkout
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    files = [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]

    guilty = [str(path) for path in files if any(host.encode() in path.read_bytes() for host in HOSTS)]

    assert files
    assert guilty == []
