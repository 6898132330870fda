"""How much memory and time something takes, measured in a process of its own."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

READING = """
import json, resource, sys
from pathlib import Path
from scene.base.errors import SceneError
{imports}

def held():
    return int(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1]) / 1024

def spent():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime

before = held()
for name in sys.argv[1:]:
    path, begun = Path(name), spent()
    try:
        said = str({read})
    except SceneError as error:
        said = " / ".join(error.faults)
    print(json.dumps([path.name, said, held() - before, spent() - begun]), flush=True)
"""
"""Reads files one after the other. The memory is the most that was held so far, of the process itself alone."""


def peaks(folder: Path, files: Mapping[str, bytes], *, imports: str, read: str) -> dict[str, tuple[str, float, float]]:
    """For each file what came of reading it, the megabytes that were held by then, and the seconds of work."""
    if sys.platform != "linux":
        pytest.skip("only Linux tells what a process itself held")
    paths = [folder / name for name in files]
    for path, content in zip(paths, files.values(), strict=True):
        path.write_bytes(content)
    program = READING.format(imports=imports, read=read)
    line = [sys.executable, "-c", program, *map(str, paths)]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stderr == ""
    told = [json.loads(line) for line in done.stdout.splitlines()]
    return {name: (said, megabytes, seconds) for name, said, megabytes, seconds in told}
