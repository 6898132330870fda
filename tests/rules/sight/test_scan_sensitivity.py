"""Sensitivity on scanned tables: laws of scenes drawn from a scan, chances worked by hand, and what is called sure."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import rules.sight.scan_sensitivity as under_test
from rules.sight.scan_sensitivity import WIDENED, scan_sensitivity
from rules.sight.sensitivity import Sensitivity, sensitivity
from rules.sight.shifted_verdicts import word_of
from rules.sight.shot_verdicts import settle_shots
from rules.sight.verdict import SightQuestion, Verdict
from rules.systems import registry
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.table.scan_measurements import Scan
from scene.table.table import MM_PER_INCH, Piece, Table
from tests.plain_scenes import block, box, figure, table
from tests.rules.shots import JELENA, KRUGER, closed, screen
from tests.rules.sight.judged import judged
from tests.rules.sight.test_sensitivity import COLUMNS, column
from tests.scans import apart, measured, scanned

MM = 1.0 / MM_PER_INCH
known_scan = partial(Scan, terrain_known="all")
SHOOTER, TARGET = COLUMNS["shooter"], COLUMNS["target"]


def ask(
    scene: Table, shooter: str = "jelena", target: str = "kruger", system: str = "main-rulebook", **how: object
) -> Sensitivity:
    question = SightQuestion(scene.figure(shooter), scene.figure(target))
    return scan_sensitivity(scene, settle_shots(scene, [question], rules=registry.system(system).sight), **how)[0]  # type: ignore[arg-type]


THINGS: list[tuple[Piece, ...]] = [(), (closed(),), (screen("crates", 0.2),), (screen("crates", 0.8),)]


def edge(aside_mm: float) -> Piece:
    """A sheet halfway between the two columns, its upright edge so far aside of the line between their axes."""
    return block("crates", (5, aside_mm * MM, 0), (5, 30, 9))


def sure(found: Sensitivity) -> bool:
    assert found.scan is not None
    return found.scan.sure


@pytest.mark.parametrize("things", THINGS, ids=["nothing", "a wall", "a low screen", "a high screen"])
@pytest.mark.parametrize("system", ["main-rulebook", "geometry"])
def test_without_errors_nothing_changes(things: tuple[Piece, ...], system: str) -> None:
    scene = scanned(table(JELENA, KRUGER, *things), mm=0.0, degrees=0.0)
    found = ask(scene, system=system, draws=10, widened_draws=10)  # all of them are the same
    assert (found.holds, found.otherwise, sure(found)) == (1.0, {}, True)
    assert (
        sensitivity(
            scene, settle_shots(scene, [SightQuestion(JELENA, KRUGER)], rules=registry.system(system).sight), tolerance_mm=2.0
        )[0].holds
        == 1.0
    )


@pytest.mark.parametrize("things", THINGS, ids=["nothing", "a wall", "a low screen", "a high screen"])
def test_far_from_all_limits_millimetres_are_sure(things: tuple[Piece, ...]) -> None:
    """The screens are 30 inches long: were they to turn by more, they would lift off the ground and show what is behind."""
    assert sure(ask(scanned(table(JELENA, KRUGER, *things), mm=0.2, degrees=0.02)))


def swaying(count: int, place: FloatArray, *, inches: float, degrees: float) -> FloatArray:
    """The covariance of things that shift and turn all together about the table's corner, and not at all apart."""
    columns = [np.tile(np.eye(6)[axis] * inches, count) for axis in range(3)]
    turn = np.radians(degrees)
    columns.append(np.concatenate([[-turn * y, turn * x, 0, 0, 0, degrees] for x, y, _ in place]))
    factor = np.array(columns).T
    return np.asarray(factor @ factor.T)


def test_what_goes_wrong_all_together_flips_nothing() -> None:
    """Half hidden to a hundredth of an inch: each for itself these errors flip the verdict, together they do not."""
    scene = table(SHOOTER, TARGET, edge(0.6))
    things = measured(scene)
    place = np.array([thing.position for thing in things])
    together = replace(scene, scan=known_scan(things, swaying(3, place, inches=0.5, degrees=0.2)))
    assert sure(ask(together))
    alone = replace(scene, scan=known_scan(things, np.diag(np.diag(swaying(3, place, inches=0.5, degrees=0.2)))))
    found = ask(alone)
    assert found.too_close_to_call
    assert not sure(found)


def test_how_often_a_verdict_flips_is_the_chance_worked_by_hand() -> None:
    """The edge hides half where it is in the line between the axes, which at the middle is aside by the mean of both errors."""
    scene = table(SHOOTER, TARGET, edge(0.5))
    covariance = np.zeros((18, 18))
    for number, sigma in ((1, 0.5), (7, 0.8), (13, 0.8)):
        covariance[number, number] = (sigma * MM) ** 2
    scan = known_scan(measured(scene), covariance)
    total = np.sqrt(0.5**2 + 2 * (0.8 / 2) ** 2)
    from scipy.stats import norm

    chance = float(norm.sf(0.5 / total))
    found = ask(replace(scene, scan=scan), draws=120, widened_draws=120)
    assert found.scan is not None
    for share, expected in ((1 - found.holds, chance), (sum(found.scan.wider.values()), float(norm.sf(0.5 / total / WIDENED)))):
        assert share == pytest.approx(expected, abs=3 * np.sqrt(expected * (1 - expected) / 120))
    assert set(found.otherwise) == {"full"}


def test_a_size_that_is_not_sure_moves_an_edge_by_half_of_it() -> None:
    """A sheet that was measured with its width: the chance that its edge passes the line, worked by hand."""
    sheet = Piece("crates", box((0, -5, 0), (0, 5, 9)), RigidTransform((5.0, 5.0 + 0.5 * MM, 0.0)))
    scene = table(SHOOTER, TARGET, sheet)
    things = [replace(thing, of="shape") if thing.of == "piece" else thing for thing in measured(scene)]
    covariance = np.zeros((21, 21))
    width = next(
        known_scan(tuple(things), covariance).slots[i].start + 7 for i, thing in enumerate(things) if thing.of == "shape"
    )
    covariance[width, width] = (1.6 * MM) ** 2
    found = ask(replace(scene, scan=known_scan(tuple(things), covariance)), draws=120, widened_draws=120)
    from scipy.stats import norm

    chance = float(norm.sf(0.5 / 0.8))
    assert 1 - found.holds == pytest.approx(chance, abs=3 * np.sqrt(chance * (1 - chance) / 120))


def test_correlation_matters() -> None:
    """Both figures wrong to the same side move the line; to opposite sides they turn it about its middle, where the edge is."""
    scene = table(SHOOTER, TARGET, edge(0.5))
    covariance = np.zeros((18, 18))
    covariance[7, 7] = covariance[13, 13] = MM**2
    for sign, flips in ((1.0, True), (-1.0, False)):
        covariance[7, 13] = covariance[13, 7] = sign * MM**2
        found = ask(replace(scene, scan=known_scan(measured(scene), covariance)))
        assert sure(found) is not flips
        assert (found.holds < 0.9) is flips


def test_what_was_moved_since_is_exact() -> None:
    """Moved on the screen, neither figure nor edge is uncertain any more."""
    scene = table(SHOOTER, TARGET, edge(0.5))
    things = [replace(thing, position=(x + 0.1, y, z)) for thing in measured(scene) for x, y, z in [thing.position]]
    covariance = apart(3, mm=2.0, degrees=2.0)
    assert not sure(ask(replace(scene, scan=known_scan(measured(scene), covariance))))
    found = ask(replace(scene, scan=known_scan(tuple(things), covariance)))
    assert (found.holds, sure(found)) == (1.0, True)


def test_others_who_may_hide_are_uncertain_too() -> None:
    """A giant halfway whose side is in the line from the eye to the side of the target; no terrain, and both figures exact."""
    giant = replace(column("giant", 5, 0.9), side="blue")
    scene = table(SHOOTER, TARGET, giant)
    scan = known_scan(measured(scene), np.diag(np.concatenate([np.zeros(12), np.repeat([3 * MM, 0.0], 3) ** 2])))
    found = ask(replace(scene, scan=scan))
    assert found.otherwise
    assert found.scan is not None
    assert found.scan.blame == "giant"


def test_a_tolerance_given_besides_is_added() -> None:
    scene = replace(table(SHOOTER, TARGET, edge(1.1)), scan=None)
    exact = scanned(scene, mm=0.0, degrees=0.0)
    assert sure(ask(exact))
    found = ask(exact, tolerance_mm=4.0)
    assert set(found.otherwise) == {"full"}
    assert found.tolerance_mm == 4.0


def test_a_share_whose_bound_reaches_over_a_limit_is_not_sure() -> None:
    """Nothing moves, and the edge is in the very line between the axes: half is hidden, or a little less."""
    found = ask(scanned(table(SHOOTER, TARGET, edge(0.0)), mm=0.0, degrees=0.0))
    assert not sure(found)


def test_the_thing_to_blame_is_the_one_that_was_measured_badly() -> None:
    """Two screens hide, each a part; only one of them is uncertain enough to matter."""
    low = block("low", (4, -3, 0), (4, 3, 0.55))
    scene = table(JELENA, KRUGER, low, edge(12.0))
    for bad in ("low", "kruger"):
        things = measured(scene)
        sigmas = np.concatenate([np.repeat([(3 if thing.id == bad else 0.01) * MM, 0.001], 3) for thing in things])
        found = ask(replace(scene, scan=known_scan(things, np.diag(sigmas**2))))
        assert found.scan is not None
        assert not found.scan.sure
        assert found.scan.blame == bad
        assert found.scan.settles >= 0.8


def test_an_unknown_facing_is_told_as_such() -> None:
    scene = table(JELENA, KRUGER)
    covariance = np.zeros((12, 12))
    covariance[5, 5] = 104.0**2
    found = ask(replace(scene, scan=known_scan(measured(scene), covariance)))
    # A quarter turn of vision, and a little more as a part of the base will do.
    assert found.holds == pytest.approx(0.25 + np.degrees(2 * np.arcsin(0.1)) / 360, abs=0.2)
    assert set(found.otherwise) == {"open, out of arc"}
    assert found.scan is not None
    assert (found.scan.blame, found.scan.unseen_facing, found.scan.settles) == ("jelena", True, 1.0)


def test_the_same_seed_gives_the_same_answer() -> None:
    scene = scanned(table(SHOOTER, TARGET, edge(0.5)), mm=0.5, degrees=0.3)
    few = partial(ask, scene, draws=20, widened_draws=20)
    assert (first := few(seed=3)) == few(seed=3)
    assert first.holds != few(seed=2).holds


def test_many_questions_at_once_and_none() -> None:
    reina = figure("reina", 0, 10)
    scene = scanned(table(SHOOTER, TARGET, reina, block("crates", (5, -30, 0), (5, 0, 9))), mm=1.0, degrees=0.2)
    questions = [SightQuestion(SHOOTER, TARGET), SightQuestion(SHOOTER, reina), SightQuestion(TARGET, reina)]
    told: list[float] = []
    found = scan_sensitivity(
        scene,
        settle_shots(scene, questions, rules=registry.system("main-rulebook").sight),
        draws=10,
        widened_draws=20,
        tell=told.append,
    )
    assert not sure(found[0])
    assert [sure(one) for one in found[1:]] == [True, True]
    assert [one.draws for one in found] == [10, 10, 10]
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert scan_sensitivity(scene, []) == []


def test_the_flat_variant_is_asked_in_drawn_scenes_too() -> None:
    wall = block("wall", (5, 0, 0), (5, 30, 3), kind="wall")
    scene = scanned(table(SHOOTER, TARGET, wall), mm=1.0, degrees=0.1)
    verdicts = settle_shots(scene, [SightQuestion(SHOOTER, TARGET)], rules=judged("main-rulebook", flat=True))
    assert scan_sensitivity(scene, verdicts)[0].too_close_to_call
    aside = scanned(table(SHOOTER, TARGET, block("wall", (5, 3, 0), (5, 30, 3), kind="wall")), mm=1.0, degrees=0.1)
    verdicts = settle_shots(aside, [SightQuestion(SHOOTER, TARGET)], rules=judged("main-rulebook", flat=True))
    assert sure(scan_sensitivity(aside, verdicts)[0])


@pytest.mark.long
@pytest.mark.parametrize("mm", [0.3, 2.0])
def test_what_is_sure_is_so_on_the_true_table(mm: float) -> None:
    """Scans of a table, drawn with their errors: a sure verdict is the true one. Many are sure, or flip where all are close."""
    rng = np.random.default_rng(round(10 * mm))
    sured, flipped = 0, 0
    reach = 12.0 if mm == 0.3 else 2.0
    for aside in rng.uniform(-reach, reach, 10 if mm == 0.3 else 5):
        scene = table(SHOOTER, TARGET, edge(aside))
        truth = settle_shots(scene, [SightQuestion(SHOOTER, TARGET)], rules=registry.system("main-rulebook").sight)
        scan_scene = under_test._stage(scanned(scene, mm=mm, degrees=0.02), truth)
        drawn = scan_scene.drawn(scan_scene.scan.draws(rng, 1)[0])
        estimate = scanned(drawn, mm=mm, degrees=0.02)
        asked = SightQuestion(estimate.figure("jelena"), estimate.figure("kruger"))
        verdicts = settle_shots(estimate, [asked], rules=registry.system("main-rulebook").sight)
        found = scan_sensitivity(estimate, verdicts)[0]
        flipped += word_of(verdicts[0]) != word_of(truth[0])
        if sure(found):
            sured += 1
            assert word_of(verdicts[0]) == word_of(truth[0])
    assert sured >= (4 if mm == 0.3 else 0)
    if mm == 2.0:
        assert flipped > 0


def only_pieces(scene: Table) -> Table:
    assert scene.scan is not None
    return replace(scene, scan=replace(scene.scan, terrain_known="pieces"))


def settled(scene: Table, system: str = "main-rulebook", *, flat: bool = False) -> Verdict:
    question = SightQuestion(scene.figure("jelena"), scene.figure("kruger"))
    return settle_shots(scene, [question], rules=judged(system, flat=flat))[0]


FLAT = {"main-rulebook": False, "flat": True, "geometry": False}


@pytest.mark.long
@pytest.mark.parametrize("rules", list(FLAT))
@pytest.mark.parametrize(
    ("things", "known"), [((), "unknown"), ((screen("crates", 0.2),), "unknown"), ((closed(),), "blocked")]
)
def test_a_line_past_the_pieces_is_known_only_where_nothing_else_stands(
    things: tuple[Piece, ...], known: str, rules: str
) -> None:
    """More scenery could hide more, and take the line away; where the pieces leave none, it can change nothing."""
    system: str = "geometry" if rules == "geometry" else "main-rulebook"
    wall = tuple(replace(one, kind="wall") for one in things if one.id == "wall")
    scene = scanned(table(JELENA, KRUGER, *(wall or things)), mm=0.2, degrees=0.02)
    for here, expected in ((only_pieces(scene), known), (scene, "blocked" if known == "blocked" else "clear")):
        verdict = settled(here, system, flat=FLAT[rules])
        assert verdict.known == expected
        found = scan_sensitivity(here, [verdict], draws=10, widened_draws=10)[0].scan
        assert found is not None
        assert (found.agree, found.sure) == (True, expected != "unknown")
        assert found.blame is None
    assert settled(replace(scene, scan=None), system).known is None


def test_scenery_that_was_not_measured_makes_no_verdict_wrong_that_is_sure() -> None:
    """A tank that no tag was on stands anywhere: what is sure without it holds with it, and no less is hidden than was said."""
    order = ["open", "partial", "full", "none-seen"]
    sured, hid = 0, 0
    for low in (0.0, 0.3, 0.6, 1.2):
        for x, y in ((5.0, 0.0), (3.0, 0.3), (8.0, -0.4), (5.0, 6.0)):
            pieces = [closed() if low > 1.0 else screen("crates", low)] if low else []
            tank = block("tank", (x - 0.3, y - 0.5, 0.0), (x + 0.3, y + 0.5, 3.0))
            scene = scanned(table(JELENA, KRUGER, *pieces), mm=0.2, degrees=0.02, terrain_known="pieces")
            before, truth = settled(scene), settled(table(JELENA, KRUGER, *pieces, tank))
            found = scan_sensitivity(scene, [before], draws=10, widened_draws=10)[0].scan
            assert found is not None
            hid += word_of(before) != word_of(truth)
            if found.sure:
                sured += 1
                assert word_of(before) == word_of(truth)
                assert found.at_least is None
            else:
                least, hidden = found.at_least, truth.ruling.geometry
                assert least is not None
                assert least.cover is not None
                assert truth.ruling.cover is not None
                assert order.index(least.cover) <= order.index(truth.ruling.cover)
                assert least.hidden is not None
                assert hidden is not None
                assert least.hidden <= hidden.high
    assert hid >= 4
    assert sured == 4


def test_at_least_is_the_least_of_all_scenes_drawn() -> None:
    """The edge hides half, or a little more: full cover here, partial in some scenes, and never less."""
    scene = only_pieces(scanned(table(SHOOTER, TARGET, edge(-0.2)), mm=1.0, degrees=0.02))
    found = ask(scene)
    assert found.scan is not None
    assert (found.scan.agree, found.scan.sure) == (False, False)
    least = found.scan.at_least
    assert least is not None
    assert (settled(scene).ruling.cover, least.cover) == ("full", "partial")
    assert least.hidden is not None
    assert 0.0 < least.hidden < 0.5
    # At the very limit nobody knows which of the two it is.
    still = ask(only_pieces(scanned(table(SHOOTER, TARGET, edge(0.0)), mm=0.0, degrees=0.0))).scan
    assert still is not None
    assert still.at_least is not None
    assert still.at_least.cover == "partial"


def test_at_least_is_for_questions_that_more_scenery_could_change() -> None:
    scene = scanned(table(JELENA, KRUGER, screen("crates", 0.2)), mm=0.02, degrees=0.001)
    found = ask(scene).scan
    assert found is not None
    assert found.at_least is None
    by_geometry = ask(only_pieces(scene), system="geometry").scan
    assert by_geometry is not None
    assert by_geometry.at_least is not None
    assert by_geometry.at_least.cover is None
    assert by_geometry.at_least.hidden is not None
    assert 0.1 < by_geometry.at_least.hidden < 0.2
