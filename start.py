#!/usr/bin/env python3
"""Sets Sightline up beside this file and starts it.

    python3 start.py                    settle the disputed shot of the bundled table, and make bin/sightline
    python3 start.py test               run the tests (more words go to pytest, such as --long for all of them)
    python3 start.py los TABLE A B ...  any command of sightline (python3 start.py help lists them)

The first run makes the folder .venv and installs into it; later runs find it there. Needs Python 3.11 or newer.
"""
# Nothing here is newer than Python 3.6, so that an older Python gets as far as saying what is missing.

import os
import sys

if __name__ == "__main__":
    # Nothing is imported from where the user happens to be, here or in what is started, and PYTHONPATH can name that folder.
    ELSEWHERE = {os.path.abspath(path) for path in os.environ.pop("PYTHONPATH", os.path.devnull).split(os.pathsep)}
    sys.path[:] = [path for path in sys.path if os.path.abspath(path) not in ELSEWHERE]
    os.environ.pop("PYTHONHOME", None)

import hashlib
import importlib.util
import json
import shutil
import subprocess
from typing import Dict, List, NoReturn, Optional

OLDEST = (3, 11)
ROOT = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(ROOT, ".venv")
LOCK = "requirements.lock"
STAMP = os.path.join(VENV, "sightline-installed.json")
OUT = os.path.join(ROOT, "out")
BIN = os.path.join(ROOT, "bin")
TABLE = "disputed-shot"
LAUNCHERS = {
    "sightline": """#!/bin/sh
# Made by start.py: Sightline in its own environment, from any folder; nothing is imported from where one happens to be.
own=$(readlink -f -- "$0" 2>/dev/null || printf %s "$0")
root=$(CDPATH= cd -- "$(dirname -- "$own")/.." && pwd)
unset PYTHONPATH PYTHONHOME
[ -x "$root/.venv/bin/python" ] || exec python3 "$root/start.py" "$@"
exec "$root/.venv/bin/python" -P -m sightline "$@"
""",
    "sightline.bat": """@echo off
rem Made by start.py: Sightline in its own environment, from any folder.
setlocal
set PYTHONPATH=
set PYTHONHOME=
if exist "%~dp0..\\.venv\\Scripts\\python.exe" goto run
py "%~dp0..\\start.py" %*
exit /b
:run
"%~dp0..\\.venv\\Scripts\\python.exe" -P -m sightline %*
""",
}
"""What is typed as ``sightline`` once the folder ``bin`` is on the path; the one for Windows, and the one for all others."""
BROWSER = "chromium"
"""Shows the phones' page in tests; by itself, as not every system has it under this name."""
TEST_PACKAGES = ["libegl1", "libegl-mesa0", "libgl1", "libglx-mesa0", "libgl1-mesa-dri", "xvfb", "xdotool", "openbox"]


def main(words: List[str]) -> int:
    """Sets up, then does what the words say; the exit code."""
    if sys.version_info < OLDEST:
        version = ".".join(map(str, sys.version_info[:3]))
        say("Sightline needs Python 3.11 or newer; this is {}. Get one from https://www.python.org".format(version))
        return 2
    if words and words[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    if words and words[0] == "test":
        return test(words[1:])
    set_up("")
    if words:
        return run(python("sightline", *words))
    code = settle()
    tell_of_launcher()
    return code


def settle() -> int:
    """Settles the disputed shot, writes its picture and report into out/, and opens the window if there is a screen."""
    os.makedirs(OUT, exist_ok=True)
    picture = os.path.join(OUT, "disputed-shot.png")
    report = os.path.join(OUT, "disputed-shot.html")
    question = ["los", TABLE, "jelena", "kruger", "--rules", "main-rulebook"]
    answer = ["--picture", picture, "--report", report, "--overwrite"]
    # From here, so that the command in the report has no path of this machine in it.
    code = run(python("sightline", *question, *answer), cwd=ROOT)
    if code == 0:  # whatever the answer is, a "no" as well
        say("The evidence: {} and {}".format(os.path.relpath(report), os.path.relpath(picture)))
        if has_screen():
            say("Opening the window ...")
            run(python("sightline", "play", TABLE, "--shot", "jelena", "kruger"), cwd=ROOT)
        else:
            say("There is no screen here; where there is one, a window opens with the table.")
    return code


def tell_of_launcher() -> None:
    """Says how Sightline is called from now on."""
    windows = os.name == "nt"
    path = 'set "PATH=%PATH%;{}"' if windows else 'export PATH="$PATH:{}"'
    if os.path.dirname(os.path.abspath(shutil.which("sightline") or "")) == BIN:
        say("Type sightline and a question, in any folder: sightline help")
        return
    say("To type sightline in this terminal, in any folder, paste this:\n\n    {}\n".format(path.format(BIN)))
    if windows:
        say('(in PowerShell: $env:PATH += ";{}")'.format(BIN))


def make_launchers() -> None:
    """Leaves ``bin/sightline`` and ``bin/sightline.bat``, which run Sightline from any folder."""
    os.makedirs(BIN, exist_ok=True)
    for name, content in LAUNCHERS.items():
        path = os.path.join(BIN, name)
        with open(path, "w", newline="\r\n" if name.endswith(".bat") else "\n") as file:
            file.write(content)
        os.chmod(path, 0o755)  # noqa: S103 - anybody may run what anybody may read


def test(words: List[str]) -> int:
    """Runs the test suite; its exit code."""
    set_up("test")
    install_for_tests()
    # One more than two processors: real windows and programs are mostly waited for.
    return run(python("pytest", "-n", "3", "--dist", "worksteal", *words), cwd=ROOT)


def set_up(extra: str) -> None:
    """Makes .venv if it is missing or broken, and installs the project into it if that has not been done.

    ``extra`` names the optional dependencies that are wanted too; "" means none.
    """
    if not works():
        make_venv()
    if not all(os.path.exists(os.path.join(BIN, name)) for name in LAUNCHERS):
        make_launchers()
    wanted = fingerprint()
    installed = read_stamp()
    if installed.get("project") == wanted and installed.get("extra") in (extra, "test"):
        return
    if installed.get("extra") == "test":
        extra = "test"  # what was there before stays
    versions = install(extra)
    with open(STAMP, "w") as file:
        json.dump({"project": wanted, "extra": extra, "versions": versions}, file)


def works() -> bool:
    """Whether .venv holds a Python that is new enough and has pip; ends where that cannot be told."""
    if not os.path.exists(venv_python()):
        return False
    trial = [venv_python(), "-I", "-c", "import sys, pip; sys.exit(sys.version_info < {!r})".format(OLDEST)]
    if quietly(trial):
        return True
    # No fault of .venv if no Python runs just now: .venv is not made again for want of memory.
    if not quietly([sys.executable, "-I", "-c", "import json"]):
        stop("No Python can be started here now: is the memory used up? Then close other programs and start this again.")
    return quietly(trial)


def make_venv() -> None:
    """Makes .venv afresh, by whatever this machine has for it."""
    say("Making {} ...".format(VENV))
    try:
        if os.path.isdir(VENV):
            shutil.rmtree(VENV)
    except OSError as error:
        stop("{} cannot be made anew: {}. Is it yours, and does no other program use it?".format(VENV, error.strerror))
    apt_name = "python{}.{}-venv".format(*sys.version_info[:2])
    if importlib.util.find_spec("ensurepip") is None and not has_virtualenv() and may_apt():
        apt_install([apt_name])
        importlib.invalidate_caches()
    if importlib.util.find_spec("ensurepip") is not None and run(python("venv", VENV, which=sys.executable)) == 0:
        return
    if has_virtualenv() and run(python("virtualenv", "--quiet", VENV, which=sys.executable)) == 0:
        return
    shutil.rmtree(VENV, ignore_errors=True)
    if has_apt():
        stop("Python cannot make virtual environments here. Run this, then start again: sudo apt install " + apt_name)
    stop("Python cannot make a virtual environment in {}; is the folder writable and the disk not full?".format(ROOT))


def has_virtualenv() -> bool:
    """Whether virtualenv can stand in for a Python without ensurepip."""
    return importlib.util.find_spec("virtualenv") is not None


def install(extra: str) -> str:
    """Installs the project, as a link to this folder, with what it depends on; which versions: "locked" or "ranges"."""
    say("Installing what Sightline needs into .venv (a few minutes the first time) ...")
    target = ROOT + ("[{}]".format(extra) if extra else "")
    fault = install_locked(target)
    if not fault:
        return "locked"
    say("Not all of the tested versions can be had here ({}); trying others that should do ...".format(fault))
    if run(pip_install("--prefer-binary", "--editable", target)) != 0:
        stop(
            "The installation failed; pip says why above. If it could not reach its package index, "
            "check the network and run this again: what has been fetched is kept."
        )
    return "ranges"


def install_locked(target: str) -> str:
    """Installs the tested versions, ready-built all of them; what pip says where that cannot be, else ""."""
    # By variables, which count for what builds the project too; and by a name from here, as spaces part several of them.
    environment = dict(os.environ, PIP_CONSTRAINT=LOCK, PIP_BUILD_CONSTRAINT=LOCK)
    command = pip_install("--only-binary", ":all:", "--editable", target)
    done = subprocess.run(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, check=False)
    if done.returncode == 0:
        return ""
    lines = done.stderr.decode(errors="replace").splitlines()
    faults = [line[len("ERROR:") :].strip(" .") for line in lines if line.startswith("ERROR:")]
    faults = [fault for fault in faults if not fault.startswith("ResolutionImpossible")]  # where to read about it
    return faults[-1] if faults else "pip ended with {}".format(done.returncode)


def pip_install(*words: str) -> List[str]:
    """The command that installs into .venv, with few words."""
    return python("pip", "install", "--quiet", "--disable-pip-version-check", *words)


def fingerprint() -> str:
    """Changes when what is to be installed changes, or the place or Python that it is installed for."""
    import tomllib

    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as bytes_of:
        project = tomllib.load(bytes_of)
    with open(os.path.join(ROOT, LOCK)) as file:
        lock = file.read()
    relevant = [project["build-system"], project["project"], project["tool"].get("hatch"), ROOT, lock]
    return hashlib.sha256(json.dumps(relevant, sort_keys=True).encode()).hexdigest()


def read_stamp() -> Dict[str, str]:
    """What is installed in .venv; empty if that is not known."""
    try:
        with open(STAMP) as file:
            stamp = json.load(file)
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def venv_python() -> str:
    """The Python of .venv."""
    return os.path.join(VENV, "Scripts", "python.exe") if os.name == "nt" else os.path.join(VENV, "bin", "python")


def python(module: str, *words: str, which: Optional[str] = None) -> List[str]:
    """The command that runs a module in .venv, or in another Python, and imports nothing from the current folder."""
    return [which or venv_python(), "-P", "-m", module, *words]


def install_for_tests() -> None:
    """On Debian and Ubuntu, installs what the second opinion on pictures is drawn with; elsewhere its test may be skipped."""
    if not (shutil.which("dpkg-query") and has_apt()):
        return
    wanted = [TEST_PACKAGES, [] if shutil.which(BROWSER) else [BROWSER]]
    for missing in ([package for package in some if not has_package(package)] for some in wanted):
        if not missing or (may_apt() and apt_install(missing)):
            continue
        say("Could not be installed: {0}. Tests that need them are skipped; sudo apt install {0}".format(" ".join(missing)))


def has_package(name: str) -> bool:
    """Whether the Debian package is installed."""
    query = subprocess.run(
        ["dpkg-query", "-W", "-f=${Status}", name], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False
    )
    return query.stdout == b"install ok installed"


def may_apt() -> bool:
    """Whether Debian packages can be installed without asking anybody for a password."""
    return has_apt() and (is_root() or quietly(["sudo", "-n", "true"]))


def has_apt() -> bool:
    """Whether this system has Debian packages; Windows would find such a program in the current folder."""
    return os.name == "posix" and shutil.which("apt-get") is not None


def is_root() -> bool:
    """Whether this is the administrator of a Unix system."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def apt_install(packages: List[str]) -> bool:
    """Installs Debian packages; whether that worked."""
    say("Installing with apt: " + " ".join(packages))
    apt = ([] if is_root() else ["sudo", "-n"]) + ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    apt += ["-o", "DPkg::Lock::Timeout=120"]
    order = [*apt, "install", "-y", "--no-install-recommends", *packages]
    if quietly(order):
        return True
    return quietly([*apt, "update"]) and quietly(order)  # the lists of a new machine are old or empty


def has_screen() -> bool:
    """Whether somebody sits before this machine's screen."""
    if os.environ.get("CI"):
        return False
    if sys.platform in ("win32", "darwin"):
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def run(command: List[str], cwd: Optional[str] = None) -> int:
    """Runs the command in view of the user; its exit code."""
    sys.stdout.flush()
    return subprocess.run(command, cwd=cwd, check=False).returncode


def quietly(command: List[str]) -> bool:
    """Runs the command out of sight; whether it ran and succeeded."""
    nowhere = subprocess.DEVNULL
    try:
        return subprocess.run(command, stdout=nowhere, stderr=nowhere, check=False).returncode == 0
    except OSError:
        return False


def say(words: str) -> None:
    """A line for the user; standard output belongs to the command."""
    print(words, file=sys.stderr, flush=True)


def stop(words: str) -> NoReturn:
    """Ends with what is wrong and what to do."""
    say(words)
    sys.exit(2)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
