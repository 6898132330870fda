"""Navmeshes that are kept on disk for the next start: they stay the same, and no file there can do harm."""

import os
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

import scene.navmesh.navmesh
from rules.body_limits import LIMITS
from rules.movement.path_rules import find_path
from rules.systems import registry
from scene.base import disk_cache
from scene.base.errors import SceneError
from scene.geometry.mesh import Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.navmesh import navmesh_file
from scene.navmesh.navmesh import NavMesh, build, navmesh_of
from scene.navmesh.navmesh_file import COLUMNS, GROUPS, MAGIC, NavMeshParts, navmesh_key, packed, unpacked
from scene.navmesh_parts.links import Links, nothing
from scene.navmesh_parts.roadmap import Roadmap
from scene.table.table import Piece, Table, Terrain
from scene.walkable.agent import Agent
from scene.walkable.floor_plane import FloorPlane
from tests.plain_scenes import block, box, figure, table

AGENT = Agent(0.5, 1.2, LIMITS)
KEY = "0123456789" * 4
PIECES = (
    block("deck", (10, 10, 0), (20, 18, 3)),
    block("house", (30, 10, 0), (34, 16, 6), infinite_height=True),
    block("mud", (10, 22, 0), (16, 28, 0.02), kind="area", ground="difficult"),
    block("rail", (10, 17.9, 3), (20, 18, 3.8)),
    block("door", (24, 20, 0), (27, 20.2, 3), kind="door"),
)
BOARD = table(*PIECES)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to keep navmeshes in."""
    home = tmp_path / "deep" / "cache"
    monkeypatch.setenv(disk_cache.VARIABLE, str(home))
    return home


@pytest.fixture(scope="module")
def layout() -> NavMeshParts:
    """The navmesh of the board."""
    return build(BOARD.terrain, BOARD.size, AGENT)


def anew() -> Terrain:
    """The terrain of the board as another run would read it."""
    return Terrain(tuple(replace(piece, shape=Mesh.of(piece.shape.vertices, piece.shape.faces)) for piece in PIECES))


def navmesh(terrain: Terrain | None = None) -> NavMesh:
    return navmesh_of(terrain or anew(), BOARD.size, AGENT)


def not_again(*_arguments: object) -> NavMeshParts:
    raise AssertionError("worked out again")


def numbers(found: NavMeshParts) -> dict[str, object]:
    """Everything that a navmesh is made of."""
    told: dict[str, object] = {"starts": found.link_start.tolist(), "ends": found.link_end.tolist()}
    for part in (found.links, found.roadmap):
        told |= {field.name: getattr(part, field.name).tolist() for field in fields(part)}
    for number, region in enumerate(found.regions):
        sides = [[list(map(bool, ring)) for ring in side] for side in (region.open, region.brink)]
        rings, railed = [ring.tolist() for ring in region.rings], region.railed.tolist()
        told[f"region {number}"] = (region.plane, region.ground, rings, sides, railed)
    return told


def test_what_is_read_is_what_was_written(layout: NavMeshParts) -> None:
    found = unpacked(packed(layout, KEY), KEY)
    assert found is not None
    assert len(layout.links) > 0
    assert {region.ground for region in layout.regions} == {None, "difficult"}
    assert max(len(region.rings) for region in layout.regions) > 1
    assert max(len(region.railed) for region in layout.regions) > 0
    assert numbers(found) == numbers(layout)
    assert [getattr(found.links, field.name).dtype for field in fields(Links)] == [
        getattr(layout.links, field.name).dtype for field in fields(Links)
    ]


def test_a_bare_table_is_kept_too() -> None:
    bare = build(Terrain(), (6.0, 4.0), AGENT)
    found = unpacked(packed(bare, KEY), KEY)
    assert found is not None
    assert (len(bare.links), len(bare.roadmap.a)) == (0, 0)
    assert numbers(found) == numbers(bare)


def test_a_navmesh_without_any_region_is_kept_too() -> None:
    nodes = np.zeros(0, dtype=np.int64)
    walks = Roadmap(np.zeros((0, 2)), nodes, nodes.astype(bool), nodes, nodes, np.zeros(0))
    found = unpacked(packed(NavMeshParts((), nothing(), nodes, nodes, walks), KEY), KEY)
    assert found is not None
    assert (found.regions, len(found.links), len(found.roadmap.xy)) == ((), 0, 0)


@pytest.mark.parametrize(("kind", "prefix"), [(Links, "links."), (Roadmap, "roadmap.")])
def test_no_column_is_forgotten(kind: type, prefix: str) -> None:
    kept = {name.removeprefix(prefix) for name, *_ in COLUMNS if name.startswith(prefix)}
    assert kept == {field.name for field in fields(kind)}


def test_the_next_run_reads_the_navmesh_and_finds_the_same_path(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def path(terrain: Terrain) -> object:
        agent = figure("ann", 6, 14, base_mm=25.4)
        return find_path(
            Table(BOARD.size, terrain, (agent,)),
            agent,
            (15.0, 14.0, 3.0),
            move=30.0,
            rules=registry.system("main-rulebook").movement,
        )

    first = path(anew())
    assert len(list(cache.iterdir())) == 1
    monkeypatch.setattr(scene.navmesh.navmesh, "build", not_again)
    assert path(anew()) == first
    told: list[float] = []
    navmesh_of(anew(), BOARD.size, Agent(0.5, path_height(), LIMITS), told.append)
    assert told == [1.0]


def path_height() -> float:
    """How high the figure of the path stands: its body and its base, 1.2 inches and 3 mm."""
    return round(1.2 + 3.0 / 25.4, 3)


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "a text": lambda _: b"not yet",
    "cut in its first line": lambda content: content[:10],
    "cut before the digest": lambda content: content[: len(MAGIC)],
    "cut in the counts": lambda content: content[: len(MAGIC) + navmesh_file.DIGEST + 20],
    "cut at half": lambda content: content[: len(content) // 2],
    "the last byte lost": lambda content: content[:-1],
    "a byte more": lambda content: content + b"\0",
    "another version": lambda content: b"Sightline ground 0" + content[len(MAGIC) :],
    "zeros for its end": lambda content: content[:-4096] + bytes(4096),
}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes, object]:
    """The file of the board's navmesh, what is in it, and the navmesh as `numbers`."""
    home = tmp_path_factory.mktemp("kept")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(disk_cache.VARIABLE, str(home))
        whole = numbers(navmesh())
    (file,) = home.iterdir()
    return file, file.read_bytes(), whole


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_worked_out_again(cache: Path, kept: tuple[Path, bytes, object], damage: str) -> None:
    first, sound, whole = kept
    cache.mkdir(parents=True)
    file = cache / first.name
    file.write_bytes(DAMAGES[damage](sound))
    assert numbers(navmesh()) == whole
    assert file.read_bytes() == sound


@pytest.mark.parametrize("share", np.linspace(0.0, 0.999, 40))
def test_a_flipped_bit_anywhere_is_seen(layout: NavMeshParts, share: float) -> None:
    content = bytearray(packed(layout, KEY))
    content[int(share * len(content))] ^= 4
    assert unpacked(bytes(content), KEY) is None


def test_a_file_under_another_name_is_not_taken(layout: NavMeshParts) -> None:
    assert unpacked(packed(layout, KEY), KEY[::-1]) is None


@pytest.mark.parametrize("group", range(len(GROUPS)))
@pytest.mark.parametrize("count", [-1, 0, 2**31, 2**62, -(2**63)])
def test_a_sealed_file_of_another_size_than_it_says(layout: NavMeshParts, group: int, count: int) -> None:
    start = len(MAGIC) + navmesh_file.DIGEST
    body = bytearray(packed(layout, KEY)[start:])
    body[8 * group : 8 * group + 8] = np.array([count], dtype="<i8").tobytes()
    assert unpacked(MAGIC + navmesh_file._seal(bytes(body), KEY) + bytes(body), KEY) is None


def test_a_sealed_file_of_nothing() -> None:
    assert unpacked(MAGIC + navmesh_file._seal(b"", KEY), KEY) is None


def first_set(numbers_: np.ndarray, value: float) -> np.ndarray:
    changed = numbers_.copy()
    changed.reshape(-1)[0] = value
    return changed


@pytest.mark.parametrize(
    ("part", "column", "value"),
    [
        ("links", "start_region", 10_000),
        ("links", "end_region", -1),
        ("links", "start", np.nan),
        ("links", "end", np.inf),
        ("links", "level", -1e300),
        ("links", "gap", -0.1),
        ("links", "slope", np.nan),
        ("roadmap", "xy", np.nan),
        ("roadmap", "region", 10_000),
        ("roadmap", "region", -1),
        ("roadmap", "a", 1_000_000),
        ("roadmap", "b", -1),
        ("roadmap", "length", -1.0),
        ("roadmap", "length", np.inf),
    ],
)
def test_a_sealed_file_with_numbers_that_cannot_be(layout: NavMeshParts, part: str, column: str, value: float) -> None:
    old = getattr(layout, part)
    new = replace(old, **{column: first_set(getattr(old, column), value)})
    assert unpacked(packed(replace(layout, **{part: new}), KEY), KEY) is None


@pytest.mark.parametrize("value", [-1, 1_000_000])
def test_a_sealed_file_with_links_from_or_to_nowhere(layout: NavMeshParts, value: int) -> None:
    for changed in (
        replace(layout, link_start=first_set(layout.link_start, value)),
        replace(layout, link_end=first_set(layout.link_end, value)),
    ):
        assert unpacked(packed(changed, KEY), KEY) is None


def test_a_sealed_file_with_walks_from_region_to_region(layout: NavMeshParts) -> None:
    a, b, region = layout.roadmap.a, layout.roadmap.b, layout.roadmap.region
    other = int(np.flatnonzero(region != region[a[0]])[0])
    roadmap = replace(layout.roadmap, b=first_set(b, other))
    assert unpacked(packed(replace(layout, roadmap=roadmap), KEY), KEY) is None


def test_a_sealed_file_with_links_that_start_in_other_regions(layout: NavMeshParts) -> None:
    region = layout.roadmap.region
    other = int(np.flatnonzero(region != region[layout.link_start[0]])[0])
    changed = replace(layout, link_start=first_set(layout.link_start, other))
    assert unpacked(packed(changed, KEY), KEY) is None


@pytest.mark.parametrize("corners", [0, 2])
def test_a_sealed_file_with_rings_that_are_none(layout: NavMeshParts, corners: int) -> None:
    region = layout.regions[0]
    short = replace(
        region,
        rings=tuple(ring[:corners] for ring in region.rings),
        open=tuple(side[:corners] for side in region.open),
        brink=tuple(side[:corners] for side in region.brink),
    )
    assert unpacked(packed(replace(layout, regions=(short, *layout.regions[1:])), KEY), KEY) is None


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_sealed_file_with_a_region_without_a_height(layout: NavMeshParts, value: float) -> None:
    regions = (replace(layout.regions[0], plane=FloorPlane(value)), *layout.regions[1:])
    assert unpacked(packed(replace(layout, regions=regions), KEY), KEY) is None


def key(*pieces: Piece, size: tuple[float, float] = BOARD.size, agent: Agent = AGENT) -> str:
    return navmesh_key(Terrain(pieces or PIECES), size, agent)


def with_deck(**changes: object) -> tuple[Piece, ...]:
    return (replace(PIECES[0], **changes), *PIECES[1:])  # type: ignore[arg-type]


OTHERS = {
    "as it is": key(),
    "moved": key(*with_deck(pose=RigidTransform((0.001, 0.0, 0.0)))),
    "lifted": key(*with_deck(pose=RigidTransform((0.0, 0.0, 0.5)))),
    "turned": key(*with_deck(pose=RigidTransform.turned((0, 0, 0), 90))),
    "higher": key(*with_deck(shape=box((10, 10, 0), (20, 18, 3.001)))),
    "other faces": key(*with_deck(shape=Mesh.of(PIECES[0].shape.vertices, PIECES[0].shape.faces[1:]))),
    "a ladder": key(*with_deck(kind="ladder")),
    "a bog": key(*with_deck(ground="difficult")),
    "without end": key(*with_deck(infinite_height=True)),
    "door open": key(*PIECES[:3], replace(PIECES[3], open=True)),
    "one less": key(*PIECES[1:]),
    "one twice": key(*PIECES, PIECES[0]),
    "longer table": key(size=(48.5, 36.0)),
    "table the other way round": key(size=(36.0, 48.0)),
    "larger base": key(agent=Agent(0.51, 1.2, LIMITS)),
    "taller": key(agent=Agent(0.5, 1.21, LIMITS)),
}


def test_whatever_decides_the_navmesh_gives_another_key() -> None:
    assert len(set(OTHERS.values())) == len(OTHERS)


def test_what_does_not_matter_gives_the_same_key() -> None:
    told = with_deck(id="another name", see_through_gaps=False, insignificant=True)
    assert key(*told) == key(size=(48, 36)) == navmesh_key(anew(), BOARD.size, AGENT) == key()


def test_another_program_gives_another_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scene.navmesh.navmesh_file.resources.files", lambda _: tmp_path)
    (tmp_path / "a.py").write_text("x = 1")
    first = navmesh_file._program_digest()
    assert navmesh_file._program_digest() == first
    (tmp_path / "a.py").write_text("x = 2")
    second = navmesh_file._program_digest()
    (tmp_path / "a.py").rename(tmp_path / "b.py")
    assert len({first, second, navmesh_file._program_digest()}) == 3
    before = key()
    monkeypatch.setattr(navmesh_file, "PROGRAM", second)
    assert key() != before


def test_with_an_empty_variable_nothing_is_kept(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(disk_cache.VARIABLE, "")
    assert disk_cache.folder() is None
    monkeypatch.setattr(disk_cache, "write_bytes", not_again)
    navmesh()
    assert not cache.exists()
    assert disk_cache.fetched(KEY) is None


def test_without_the_variable_it_is_the_users_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(disk_cache.VARIABLE)
    monkeypatch.setattr(disk_cache, "user_cache_dir", lambda name, **_: str(tmp_path / name))
    assert disk_cache.folder() == tmp_path / "sightline"
    monkeypatch.setattr(disk_cache, "user_cache_dir", lambda name, **_: f"~/.cache/{name}")
    assert disk_cache.folder() is None


def test_tests_stay_away_from_the_users_own_folder() -> None:
    assert "sightline-tests-" in os.environ[disk_cache.VARIABLE]


def test_a_folder_that_cannot_be_is_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(disk_cache.VARIABLE, str(tmp_path / "file" / "cache"))
    assert numbers(navmesh()) == numbers(navmesh())
    assert (tmp_path / "file").read_text() == "in the way"


@pytest.mark.parametrize("fault", [SceneError("no space left"), PermissionError("not yours")])
def test_a_full_disk_is_no_cache(cache: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception) -> None:
    def full(*_arguments: object, **_more: object) -> None:
        raise fault

    monkeypatch.setattr(disk_cache, "write_bytes", full)
    assert len(navmesh().regions) > 0
    assert list(cache.iterdir()) == []


def test_a_folder_or_a_pipe_in_the_place_of_the_file(cache: Path) -> None:
    name = f"{navmesh_key(anew(), BOARD.size, AGENT)}.ground"
    (cache / name).mkdir(parents=True)
    whole = numbers(navmesh())
    (cache / name).rmdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(cache / name)
        assert numbers(navmesh()) == whole


def names(count: int) -> list[str]:
    return [f"{number:040x}" for number in range(count)]


def aged(cache: Path, keys: list[str]) -> None:
    """Makes files look as if they were used one after the other, long ago."""
    for number, name in enumerate(keys):
        os.utime(cache / f"{name}.ground", (1000 + number, 1000 + number))


def test_what_was_not_used_for_longest_goes_first(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk_cache, "MOST_FILES", {"ground": 3})
    a, b, c, d = names(4)
    for name in (a, b, c):
        disk_cache.keep(name, name.encode())
    aged(cache, [a, b, c])
    assert disk_cache.fetched(a) == a.encode()
    disk_cache.keep(d, d.encode())
    assert [disk_cache.fetched(name) is not None for name in (a, b, c, d)] == [True, False, True, True]


def test_all_together_stay_below_the_limit(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk_cache, "MOST_BYTES", 250)
    a, b, c = names(3)
    for name in (a, b):
        disk_cache.keep(name, bytes(100))
    aged(cache, [a, b])
    disk_cache.keep(c, bytes(100))
    assert [disk_cache.fetched(name) is not None for name in (a, b, c)] == [False, True, True]


def test_a_file_above_the_limit_is_neither_written_nor_read(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = names(2)
    disk_cache.keep(a, bytes(101))
    monkeypatch.setattr(disk_cache, "LARGEST", 100)
    disk_cache.keep(b, bytes(101))
    assert disk_cache.fetched(a) is None
    assert [path.name for path in cache.iterdir()] == [f"{a}.ground"]


def test_leftovers_go_and_what_is_not_ours_stays(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk_cache, "MOST_FILES", {"ground": 1})
    cache.mkdir(parents=True)
    a, b = names(2)
    (cache / "holiday.ground").write_text("mine")
    (cache / "notes.txt").write_text("mine")
    left = cache / f".sightline-{a[:16]}.part"
    left.write_bytes(bytes(10))
    os.utime(left, (1000, 1000))
    disk_cache.keep(b, b"new")
    assert sorted(path.name for path in cache.iterdir()) == sorted([f"{b}.ground", "holiday.ground", "notes.txt"])


def test_parts_of_files_are_none_that_are_kept(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program may be writing them; they neither push a navmesh out nor go themselves."""
    monkeypatch.setattr(disk_cache, "MOST_FILES", {"ground": 2})
    a, b = names(2)
    disk_cache.keep(a, b"first")
    aged(cache, [a])
    parts = [cache / f".sightline-{number:016x}.part" for number in range(3)]
    for part in parts:
        part.write_bytes(bytes(10))
    disk_cache.keep(b, b"second")
    assert [disk_cache.fetched(name) for name in (a, b)] == [b"first", b"second"]
    assert all(part.exists() for part in parts)
