"""Detection of bases by their rims, in pictures drawn from closed forms and in rendered ones."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from assets.mesh_library import LIBRARY
from capture.adjustment.survey import Survey
from capture.objects.base_detection import SIZES_MM, FoundBase, find_bases, fit_base, likeliest
from capture.objects.base_evidence import FEW, unbroken
from capture.objects.base_fit import DARK, LIGHT_TOP, BaseSizePrior, fit_rim
from capture.objects.base_levels import BaseLevel
from capture.objects.base_outline import outlines
from capture.objects.placed_objects import joint_covariance
from capture.objects.survey_photos import survey_photos_of
from capture.photos.exif_orientation import stored_pixels
from scene.base.errors import SceneError
from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import Figure, Piece, Table, Terrain
from tests.capture.rendered import (
    Light,
    Noise,
    PrintedSheet,
    PrintedTag,
    Scenery,
    Stage,
    looking,
    phone_lens,
    photograph,
    round_the_table,
)
from tests.capture.rendered.scenery import base_mesh
from tests.capture.surveyed import Disc, drawn, moved, survey_of

SIZE = (14.0, 11.0)
PLACES = ((2.5, 2.5), (6.8, 2.4), (11.3, 2.7), (4.2, 7.8), (9.6, 8.1), (7.0, 5.2))
LENS = phone_lens((800, 600))
Pictures = list[NDArray[np.uint8]]


def views_round(count: int, seed: int) -> tuple[CameraView, ...]:
    return round_the_table(count, LENS, np.random.default_rng(seed), size=SIZE, far=(17.0, 23.0))


def one_of_each(rng: np.random.Generator, **paint: float) -> list[Disc]:
    """One base of each size, near the places."""
    return [
        Disc(x + rng.uniform(-0.3, 0.3), y + rng.uniform(-0.3, 0.3), base_mm, **paint)
        for (x, y), base_mm in zip(PLACES, rng.permutation(SIZES_MM).tolist(), strict=True)
    ]


def pictures_of(views: Sequence[CameraView], discs: Sequence[Disc], seed: int, *, half_hidden: bool = False) -> Pictures:
    rng = np.random.default_rng(seed)
    return [drawn(view, discs, rng, half_hidden=half_hidden) for view in views]


def misses_mm(found: Sequence[FoundBase], discs: Sequence[Disc]) -> np.ndarray:
    """(n, 2) by how much each disc's base is off; every disc must be found once, with its size."""
    assert len(found) == len(discs)
    rows = []
    for disc in discs:
        base = min(found, key=lambda each: np.hypot(each.position[0] - disc.x, each.position[1] - disc.y))
        assert base.base_mm == disc.base_mm
        rows.append([base.position[0] - disc.x, base.position[1] - disc.y])
    return np.array(rows) * 25.4


@pytest.mark.long
@pytest.mark.parametrize(
    "paint", [{}, {"sides": 200.0, "top": 200.0}, {"sides": 110.0, "top": 210.0}], ids=["dark", "light", "lit"]
)
def test_one_base_of_each_size(paint: dict[str, float]) -> None:
    views, discs = views_round(6, 1), one_of_each(np.random.default_rng(2), **paint)
    found, doubts = find_bases(pictures_of(views, discs, 3), survey_of(views, size=SIZE), range(6))
    assert np.abs(misses_mm(found, discs)).max() < 0.3
    assert doubts == ()
    assert all(base.margin > 3.0 for base in found)
    by_tops = "sides" in paint and paint["sides"] < paint["top"]
    assert all(any("foot of" in note for note in base.notes) == by_tops and len(base.notes) == 1 + by_tops for base in found)


def test_a_size_that_goes_by_the_top_alone_is_told() -> None:
    views, disc = views_round(6, 1), Disc(6.0, 5.0, 32.0, sides=120.0, top=210.0)
    base = fit_base(pictures_of(views, [disc], 3), survey_of(views, size=SIZE), range(6), near=(6.0, 5.0, 0.0), name="ork")
    assert base.base_mm == 32.0
    assert base.notes[1].startswith("the foot of ork is not seen: its size, 32 mm, goes by its top, which is 31.")


def test_half_of_every_rim_is_hidden_in_every_photo() -> None:
    views, discs = views_round(6, 4), one_of_each(np.random.default_rng(5))
    pictures = pictures_of(views, discs, 6, half_hidden=True)
    survey = survey_of(views, size=SIZE)
    for disc in discs:
        base = fit_base(pictures, survey, range(6), near=(disc.x + 0.3, disc.y - 0.2, 0.0))
        assert base.base_mm == disc.base_mm
        assert np.hypot(base.position[0] - disc.x, base.position[1] - disc.y) * 25.4 < 0.5


@pytest.mark.long
def test_errors_are_as_large_as_said() -> None:
    """Photos that are not quite where the survey has them, by errors drawn from its covariance.

    Drawn edges are nearly perfect, so what goes by the survey has to be right by itself; a base's own part is for real light.
    """
    rng, scores = np.random.default_rng(21), []
    for seed in range(4):
        views, discs = views_round(4, seed), one_of_each(rng)
        exact = survey_of(views, size=SIZE)
        sigma = np.zeros(len(exact.covariance))
        sigma[9 : 9 + 24] = np.tile([0.003, 0.003, 0.003, 1.5e-4, 1.5e-4, 1.5e-4], 4)
        survey = replace(moved(exact, rng.normal(0.0, sigma)), covariance=np.diag(sigma**2))
        pictures = pictures_of(views, discs, seed)
        for disc in discs:
            base = fit_base(pictures, survey, range(4), near=(disc.x, disc.y, 0.0), base_mm=disc.base_mm)
            known = (base.thing.slopes @ survey.covariance @ base.thing.slopes.T)[:2, :2]
            off = np.subtract(base.position, (disc.x, disc.y, 0.0))[:2]
            scores.append([off @ np.linalg.solve(part, off) / 2.0 for part in (known, known + base.thing.own[:2, :2])])
    alone, together = np.mean(scores, axis=0)
    # Four draws of 24 errors each, which settle two numbers of six bases.
    assert 0.5 < alone < 1.7
    assert together < alone


def test_slopes_are_how_a_base_moves_with_the_survey() -> None:
    views, (disc, *_) = views_round(4, 1), one_of_each(np.random.default_rng(2))
    survey, pictures = survey_of(views, size=SIZE), pictures_of(views, [disc], 3)
    shape = BaseSizePrior(disc.base_mm, 0.3)

    def place(which: Survey, height: float = 0.0) -> np.ndarray:
        fit = fit_rim(survey_photos_of(pictures, which, range(4)), (disc.x, disc.y), height, shape, paint=DARK)
        assert fit is not None
        return np.array(fit.place)

    base = fit_base(pictures, survey, range(4), near=(disc.x, disc.y, 0.0), base_mm=disc.base_mm)
    rng = np.random.default_rng(7)
    for _ in range(4):
        step = np.zeros(len(survey.covariance))
        step[9 : 9 + 24] = rng.normal(0.0, 1e-4, 24)
        step[0] = rng.normal(0.0, 0.1)
        expected = base.thing.slopes[:2] @ step
        assert np.linalg.norm(place(moved(survey, step)) - place(survey) - expected) < 0.15 * np.linalg.norm(expected) + 2e-4
    raised = base.thing.own[:2, 2] / base.thing.own[2, 2]
    assert np.allclose((place(survey, 0.02) - place(survey, -0.02)) / 0.04, raised, atol=0.05)


def test_outlines_move_as_their_slopes_say() -> None:
    views = views_round(2, 3)
    survey = survey_of(views, size=SIZE)
    angles = np.linspace(0.0, 6.2, 40)
    unknowns = np.array([5.0, 4.0, 0.6, 0.02, 0.12])
    survey_photos = survey_photos_of([np.zeros((600, 800), dtype=np.uint8)] * 2, survey, range(2))
    before = outlines(survey_photos, unknowns, 0.0, angles, and_top=True)
    for i, step in enumerate(1e-6 * np.eye(5)):
        after = outlines(survey_photos, unknowns + step, 0.0, angles, and_top=True)
        for here, there in zip(before, after, strict=True):
            went = np.sum((there.pixels - here.pixels) * here.normals, axis=1) / 1e-6
            same = there.far == here.far
            assert np.allclose(went[same], here.slopes[same, i], atol=1e-3)


def test_the_outline_is_that_of_the_solid() -> None:
    """All points of the two circles lie within the outline's tangents, and touch them."""
    views = views_round(3, 8)
    survey, angles = survey_of(views, size=SIZE), np.linspace(0.0, 2.0 * np.pi, 60, endpoint=False)
    unknowns = np.array([5.0, 4.0, 0.8, 0.02, 0.12])
    ring = np.stack([np.cos(angles), np.sin(angles), 0.0 * angles], axis=1)
    solid = np.concatenate([[5.0, 4.0, 0.0] + 0.8 * ring, [5.0, 4.0, 0.12] + 0.78 * ring])
    survey_photos = survey_photos_of([np.zeros((600, 800), dtype=np.uint8)] * 3, survey, range(3))
    for survey_photo, line in zip(survey_photos, outlines(survey_photos, unknowns, 0.0, angles), strict=True):
        over = np.einsum("nk,mnk->mn", line.normals, survey_photo.project(solid)[:, None] - line.pixels[None])
        assert np.abs(over.max(axis=0)).max() < 0.05


def test_photos_stored_turned_give_the_same() -> None:
    views, discs = views_round(4, 1), one_of_each(np.random.default_rng(2))[:2]
    survey, pictures = survey_of(views, size=SIZE), pictures_of(views, discs, 3)
    plain, _ = find_bases(pictures, survey, range(4))
    rows, columns = np.mgrid[0:800, 0:600]
    places = stored_pixels(np.stack([columns, rows], axis=-1), (600, 800), 6).astype(int)
    upright = [picture[places[..., 1], places[..., 0]] for picture in pictures]
    turned, _ = find_bases(upright, survey, range(4), orientations=[6] * 4)
    assert len(turned) == len(plain) == 2
    for one, other in zip(plain, turned, strict=True):
        assert np.allclose(one.position, other.position, atol=2e-3)


def test_a_flat_disc_is_no_base() -> None:
    views = views_round(6, 1)
    flat = [replace(disc, height_mm=0.0, slope_mm=0.0) for disc in one_of_each(np.random.default_rng(2))[:2]]
    found, doubts = find_bases(pictures_of(views, flat, 3), survey_of(views, size=SIZE), range(6))
    assert found == ()
    assert len(doubts) > 0
    assert all("something round at" in doubt for doubt in doubts)


def test_one_photo_tells_bases_from_flat_discs_or_tells_nothing() -> None:
    views, (first, *_) = views_round(1, 1), one_of_each(np.random.default_rng(2))
    flat = [
        replace(first, x=x, y=y, base_mm=25.0, height_mm=0.0, slope_mm=0.0, top=shade, sides=shade)
        for (x, y), shade in zip(PLACES, (20.0, 60.0, 110.0, 180.0, 210.0), strict=False)
    ]
    survey = survey_of(views, size=SIZE)
    assert find_bases(pictures_of(views, flat, 3), survey, range(1), demands=FEW)[0] == ()
    base = Disc(*PLACES[5], 25.0)
    # The photo shows the same rim on a level a little higher; it is of one base.
    found, _ = find_bases(pictures_of(views, [*flat, base], 3), survey, range(1), heights=(0.0, 0.04), demands=FEW)
    assert np.abs(misses_mm(found, [base])).max() < 1.0


def test_a_disc_of_another_size_is_a_doubt() -> None:
    views, disc = views_round(6, 1), Disc(6.0, 5.0, 36.0)
    found, doubts = find_bases(pictures_of(views, [disc], 3), survey_of(views, size=SIZE), range(6))
    assert found == ()
    assert "something round at 6.0, 5.0" in doubts[0]
    assert "36" in doubts[0]


def test_a_base_on_a_level_and_in_a_polygon() -> None:
    views, disc = views_round(6, 1), Disc(6.0, 5.0, 32.0, z=2.0)
    survey, pictures = survey_of(views, size=SIZE), pictures_of(views, [disc], 3)
    slopes = np.zeros(len(survey.covariance))
    slopes[-1] = 1.0
    box = np.array([[4.0, 3.0], [8.0, 20.0]])
    found, _ = find_bases(pictures, survey, range(6), heights=(0.0, BaseLevel(2.0, 0.01, slopes, box)))
    assert np.abs(misses_mm(found, [disc])).max() < 0.3
    assert found[0].position[2] == 2.0
    assert found[0].thing.slopes[2, -1] == 1.0
    square = np.array([[5.0, 4.0], [7.0, 4.0], [7.0, 6.0], [5.0, 6.0]])
    assert find_bases(pictures, survey, range(6), heights=(BaseLevel(2.0, box=box),), keep_out=[square]) == ((), ())
    elsewhere = BaseLevel(2.0, box=np.array([[8.0, 2.0], [13.0, 9.0]]))
    assert find_bases(pictures, survey, range(6), heights=(elsewhere,)) == ((), ())


def test_sizes_by_their_likelihood() -> None:
    assert likeliest(31.8, 0.2)[0] == 32.0
    assert likeliest(31.8, 0.2)[1] > 3.0
    size, margin = likeliest(26.6, 1.5)
    assert size == 25.0
    assert margin < 3.0


def test_a_rim_is_there_for_a_while() -> None:
    firm = np.zeros((3, 64), dtype=bool)
    firm[0, ::3] = True
    firm[1, [60, 61, 62, 63, 0, 2, 3, 4]] = True
    firm[2, 10:14] = True
    assert unbroken(firm).sum(axis=1).tolist() == [0, 9, 0]


def test_named_where_there_is_none() -> None:
    views = views_round(4, 1)
    with pytest.raises(SceneError, match='"ork": no round base of 32 mm can be made out within 1 inch of 5, 5'):
        fit_base(pictures_of(views, [], 1), survey_of(views), range(4), near=(5.0, 5.0, 0.0), base_mm=32.0, name="ork")


def test_the_facing_is_not_known() -> None:
    views, disc = views_round(4, 1), Disc(6.0, 5.0, 32.0)
    survey = survey_of(views, size=SIZE)
    base = fit_base(pictures_of(views, [disc], 3), survey, range(4), near=(6.0, 5.0, 0.0), name="ork")
    assert base.notes == ("facing of ork not measured",)
    assert np.sqrt(joint_covariance([base.thing], survey)[5, 5]) == pytest.approx(360.0 / np.sqrt(12.0), abs=0.5)


def block(low: tuple[float, float, float], high: tuple[float, float, float]) -> Mesh:
    (a, b, c), (d, e, f) = low, high
    points = [[x, y, z] for z in (c, f) for x, y in ((a, b), (d, b), (d, e), (a, e))]
    sides = [[i, (i + 1) % 4, (i + 1) % 4 + 4] for i in range(4)] + [[i, (i + 1) % 4 + 4, i + 4] for i in range(4)]
    return Mesh.of(points, [*sides, [4, 5, 6], [4, 6, 7], [0, 2, 1], [0, 3, 2]])


@cache
def rendered_table(*, with_figures: bool) -> tuple[Scenery, tuple[CameraView, ...], Pictures]:
    """Two dark bases and a light one with figures, a block that hides half of a rim from many photos, a card and a disc."""
    human, brute = (LIBRARY.body(proxy, "upright", "upright") for proxy in ("human", "brute"))
    figures = (
        Figure("dark", human, (2.6, 2.8, 0.0), 40.0, base_mm=25.0),
        Figure("large", brute, (10.9, 8.2, 0.0), 190.0, base_mm=40.0),
        Figure("light", human, (10.8, 3.1, 0.0), 300.0, base_mm=32.0),
        Figure("hidden", human, (4.0, 7.6, 0.0), 80.0, base_mm=28.5),
    )
    terrain = Terrain((Piece("block", block((4.0, 6.3, 0.0), (6.0, 9.0, 1.0)), RigidTransform()),))
    papers = (
        PrintedTag(5, 60.0, RigidTransform.turned((7.0, 3.0, 0.0), 20.0), card_mm=80.0),
        PrintedTag(401, 16.0, RigidTransform.turned((8.2, 5.6, 3.0 / 25.4), 70.0), disc_mm=32.0),
    )
    bare = Figure("tagged", human, (8.2, 5.6, 0.0), base_mm=32.0)
    table = Table(SIZE, terrain, (*figures, bare) if with_figures else (bare,))
    scenery = Scenery(table, papers, frozenset({"tagged"}), base_colours={"light": (0.62, 0.6, 0.55)})
    rng = np.random.default_rng(11)
    views, stage = views_round(6, 12), Stage(scenery, Light())
    return scenery, views, [photograph(stage, view, noise=Noise(), grey=True, jpeg_quality=90, rng=rng) for view in views]


def tags_of(scenery: Scenery) -> dict[int, RigidTransform]:
    return {paper.id: paper.pose for paper in scenery.tags}


@pytest.mark.long
def test_rendered_figures_are_found_and_nothing_else() -> None:
    scenery, views, pictures = rendered_table(with_figures=True)
    survey = survey_of(views, size=SIZE, tags=tags_of(scenery))
    found, _ = find_bases(pictures, survey, range(6))
    for base in found:
        off = [float(np.linalg.norm(np.subtract(each.position, base.position))) for each in scenery.table.figures[:4]]
        figure = scenery.table.figures[int(np.argmin(off))]
        assert min(off) * 25.4 < 1.5
        assert base.base_mm == figure.base_mm
    assert len(found) >= 3
    named = fit_base(pictures, survey, range(6), near=(4.2, 7.4, 0.0), name="hidden")
    assert np.linalg.norm(np.subtract(named.position, scenery.table.figures[3].position)) * 25.4 < 1.5
    assert named.base_mm == 28.5


@pytest.mark.long
def test_rendered_cards_discs_and_blocks_are_no_bases() -> None:
    scenery, views, pictures = rendered_table(with_figures=False)
    survey = survey_of(views, size=SIZE, tags=tags_of(scenery))
    assert find_bases(pictures, survey, range(6))[0] == ()


def cylinder(diameter_mm: float, height_mm: float, x: float, y: float) -> Mesh:
    """A cylinder that stands at a place."""
    disc = base_mesh(Figure("disc", LIBRARY.body("human", "upright", "upright"), (0.0, 0.0, 0.0), base_mm=diameter_mm))
    return disc.with_vertices(disc.vertices * (1.0, 1.0, height_mm / 3.0) + (x, y, 0.0))


HOLE = np.where(np.hypot(*(np.mgrid[:200, :200] - 99.5)) < 99.0, 0, 255).astype(np.uint8)


@cache
def blotchy_table() -> tuple[Scenery, tuple[CameraView, ...], Pictures]:
    """Dark bases with figures on a dark, blotchy mat, and other round things: a token, a coin, a drum, a ring, a hole."""
    human = LIBRARY.body("human", "upright", "upright")
    figures = (
        Figure("one", human, (2.4, 2.6, 0.0), 40.0, base_mm=25.0),
        Figure("two", human, (10.9, 8.2, 0.0), 190.0, base_mm=32.0),
        Figure("wall", human, (7.2, 4.6, 0.0), 90.0, base_mm=28.5),
        Figure("token", human, (11.3, 3.0, 0.0), base_mm=30.0),
    )
    coin, drum, ring = cylinder(23.25, 2.3, 4.4, 5.5), cylinder(25.0, 35.0, 3.0, 8.6), cylinder(28.0, 8.0, 8.3, 8.9)
    terrain = Terrain(
        (
            Piece("wall", block((5.6, 3.75, 0.0), (8.8, 3.9, 1.5)), RigidTransform()),
            *(Piece(name, mesh, RigidTransform()) for name, mesh in (("coin", coin), ("drum", drum), ("ring", ring))),
        )
    )
    dark = (0.022, 0.022, 0.024)
    hole = PrintedSheet(HOLE, (25.0, 25.0), RigidTransform.turned((5.4, 1.7, 0.0), 0.0), ink=0.02, white=0.05)
    scenery = Scenery(
        Table(SIZE, terrain, figures),
        (hole,),
        frozenset({"token"}),
        mat=(0.05, 0.055, 0.04),
        grain=0.35,
        colours={"drum": dark, "ring": dark, "coin": (0.35, 0.28, 0.15)},
        base_colours=dict.fromkeys(("one", "two", "wall", "token"), dark),
    )
    views = round_the_table(9, phone_lens((1200, 900)), np.random.default_rng(31), size=SIZE, far=(17.0, 23.0))
    stage, rng = Stage(scenery, Light(lamp=1.5, around=0.9)), np.random.default_rng(32)
    noise = Noise()
    return (
        scenery,
        views,
        [photograph(stage, view, noise=noise, grey=True, gamma=1.8, jpeg_quality=85, rng=rng) for view in views],
    )


@pytest.mark.long
def test_dark_bases_on_a_dark_blotchy_mat_and_no_other_round_things() -> None:
    scenery, views, pictures = blotchy_table()
    found, doubts = find_bases(pictures, survey_of(views, size=SIZE), range(len(views)))
    true = scenery.table.figures[:3]
    assert len(found) == len(true)
    for figure in true:
        base = min(found, key=lambda each: np.linalg.norm(np.subtract(each.position, figure.position)))
        assert np.linalg.norm(np.subtract(base.position, figure.position)) * 25.4 < 0.3
        assert base.base_mm == figure.base_mm
    assert any("at 11.3, 3.0 " in doubt and "mm across, and bases are" in doubt for doubt in doubts)


def test_a_light_base_by_its_top_in_one_photo_from_above() -> None:
    """Straight fit of the top's circle, whatever its sides look like."""
    view = CameraView(LENS, looking((7.0, -6.0, 16.0), (7.0, 5.0, 0.0)))
    other = CameraView(LENS, looking((-4.0, 5.0, 16.0), (7.0, 5.0, 0.0)))
    disc = Disc(7.0, 5.0, 40.0, sides=118.0, top=220.0)
    survey_photos = survey_photos_of(pictures_of((view, other), [disc], 1), survey_of((view, other), size=SIZE), range(2))
    fit = fit_rim(survey_photos, (7.03, 4.97), 0.0, BaseSizePrior(40.0, 0.3), paint=LIGHT_TOP)
    assert fit is not None
    assert np.abs(np.subtract(fit.place, (7.0, 5.0))).max() * 25.4 < 0.2
