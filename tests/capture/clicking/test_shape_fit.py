"""Fitted shapes against made-up clicks with exact truth."""

from dataclasses import replace

import numpy as np
import pytest

from capture.clicking.block_shapes import RUNG
from capture.clicking.click_shapes import SHAPES, shape_named
from capture.clicking.clickable_photos import ClickablePhotos
from capture.clicking.clicked_piece import clicked_piece, with_piece
from capture.clicking.shape_fit import CornerClick, TooFewClicksError, fit_shape
from capture.results.scan_writing import document_of
from scene.base.errors import SceneError
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH
from tests.capture.clicking.clicked import VIEWS, clicks_on, drawn_numbers, exact_photos, surveyed_photos, vertices_off
from tests.capture.made_scans import made_scan, ring

CLICKED = 1.5


@pytest.mark.parametrize("name", SHAPES)
def test_exact_clicks_give_the_exact_shape(name: str) -> None:
    rng = np.random.default_rng(3)
    shape, numbers = SHAPES[name], drawn_numbers(name, rng)
    # What is known before pulls as well: it has to be true for an exact answer.
    for number, value, _ in shape.priors(range(shape.needed)):
        numbers[number] = value
    fit = fit_shape(exact_photos(), shape, clicks_on(shape, numbers, VIEWS, (0, 2, 4), rng, 0.0))
    assert vertices_off(fit, numbers).max() < 1e-5
    piece = clicked_piece(fit)
    placed = RigidTransform.turned(piece.position, piece.turn).to_table(piece.mesh.vertices)
    assert np.allclose(placed, fit.mesh.vertices, atol=1e-5)
    assert np.allclose(piece.mesh.bounds[0, 2], 0.0)
    assert np.allclose(piece.mesh.bounds.mean(axis=0)[:2], 0.0)
    volume = np.einsum("ij,ij->i", fit.mesh.triangles[:, 0], np.cross(fit.mesh.triangles[:, 1], fit.mesh.triangles[:, 2])).sum()
    assert volume > 0.0, "its faces look inwards"


def test_corners_are_near_and_limits_hold() -> None:
    """Three photos, clicks a pixel and a half off: 95 % within 2.5 mm, and in their limits in 93 to 99 %."""
    off, held = [], []
    for seed in range(6):
        rng = np.random.default_rng(seed)
        photos, true = surveyed_photos(rng)
        for name, shape in SHAPES.items():
            numbers, first = drawn_numbers(name, rng), int(rng.integers(10))
            fit = fit_shape(
                photos, shape, clicks_on(shape, numbers, true, [(first + 2 * i) % 10 for i in range(3)], rng, CLICKED)
            )
            far = vertices_off(fit, numbers)
            off.append(np.quantile(far, 0.95))
            held.append(np.mean(far <= fit.limits()))
    # The lens here has 1,250 pixels; a phone's has more than twice as many.
    assert np.quantile(off, 0.95) * MM_PER_INCH < 2.5 * 2.4
    assert 0.92 < np.mean(held) <= 0.995


def test_a_foot_that_was_clicked_counts_more_than_the_ground() -> None:
    rng, shape = np.random.default_rng(5), SHAPES["box"]
    numbers = np.array([20.0, 18.0, 2.0, 0.4, 0.0, 0.0, 4.0, 3.0, 2.5])
    clicks = clicks_on(shape, numbers, VIEWS, (0, 2, 4), rng, 0.0)
    feet = [
        CornerClick(
            6, photo, tuple(VIEWS[photo].project(shape.corner_places(numbers, np.array([6]), np.zeros((1, 3))))[0].tolist())
        )
        for photo in (0, 2)
    ]
    fit = fit_shape(exact_photos(), shape, [*clicks, *feet])
    assert not fit.on_ground
    assert vertices_off(fit, numbers).max() < 1e-4
    assert fit_shape(exact_photos(), shape, clicks).on_ground


@pytest.mark.parametrize(("name", "corners"), [("wall", (0, 1, 2, 4, 5)), ("cylinder", (0, 1, 2, 3))])
def test_what_leans_is_found_to_lean_where_feet_are_clicked(name: str, corners: tuple[int, ...]) -> None:
    rng, shape, lean = np.random.default_rng(5), SHAPES[name], np.radians(3.0)
    numbers = {
        "wall": [20.0, 18.0, 0.0, 0.4, lean, 0.0, 6.0, 0.3, 3.0],
        "cylinder": [20.0, 18.0, 0.0, 0.0, lean, 0.0, 1.0, 3.0],
    }
    true, chosen = np.array(numbers[name]), np.array(corners)
    clicks = []
    for photo in (0, 2, 4):
        eyes = np.tile(VIEWS[photo].pose.position, (len(chosen), 1))
        pixels = VIEWS[photo].project(shape.corner_places(true, chosen, eyes)) + rng.normal(size=(len(chosen), 2)) * 0.5
        clicks += [CornerClick(corner, photo, tuple(pixel)) for corner, pixel in zip(corners, pixels.tolist(), strict=True)]
    fit = fit_shape(exact_photos(), shape, clicks)
    assert np.all(vertices_off(fit, true) < fit.limits())
    assert fit.limits().max() < 3.0 / MM_PER_INCH


def test_what_is_no_such_shape_is_refused_with_the_click_that_is_off() -> None:
    rng, shape = np.random.default_rng(7), SHAPES["box"]
    numbers = drawn_numbers("box", rng)
    clicks = clicks_on(shape, numbers, VIEWS, (0, 2, 4), rng, 0.5)
    wrong = [
        CornerClick(one.corner, one.photo, (one.pixel[0] + 60.0, one.pixel[1])) if one == clicks[4] else one for one in clicks
    ]
    with pytest.raises(SceneError, match=r"one box: the next corner along an edge of the top is amiss in \"photo-2.jpg\""):
        fit_shape(exact_photos(), shape, wrong)
    with pytest.raises(TooFewClicksError, match="the next one round the top is to be clicked in two photos"):
        fit_shape(exact_photos(), shape, [one for one in clicks if one.corner != 2])
    with pytest.raises(SceneError, match='there is no shape "hut" to click; there are box, wall'):
        shape_named("hut")
    near = fit_shape(exact_photos(), shape, clicks_on(shape, numbers, VIEWS, (0, 1), rng, 0.3))
    assert not any("farther round" in note for note in near.notes())
    square = "taken to be square; a click on the fourth corner of the top checks that"
    assert any(square in note for note in near.notes())
    fourth = shape.corner_places(numbers, np.array([3]), np.zeros((1, 3)))
    more = [CornerClick(3, photo, tuple(VIEWS[photo].project(fourth)[0].tolist())) for photo in (0, 2)]
    assert not any(square in note for note in fit_shape(exact_photos(), shape, [*clicks, *more]).notes())


CROSSED = [[20, 18, 2], [24, 18, 2], [20, 22, 2], [24, 22, 2]]


@pytest.mark.parametrize(
    ("name", "corners", "why"),
    [
        ("box", [[20, 18, 2]] * 3, "two of its corners are at one place"),
        ("prism", [[20, 18, 2]] * 3, "its outline crosses itself or has no area"),
        ("prism", CROSSED, "its outline crosses itself or has no area"),
        ("prism", [[20, 18, -3], [23, 18, -3], [23, 21, -3]], "its top is not above the ground"),
    ],
)
def test_what_is_no_solid_is_refused(name: str, corners: list[list[float]], why: str) -> None:
    clicks = [
        CornerClick(corner, photo, tuple(pixel))
        for photo in (0, 2, 4)
        for corner, pixel in enumerate(VIEWS[photo].project(corners).tolist())
    ]
    with pytest.raises(SceneError, match=f"these clicks make no {name}: {why}"):
        fit_shape(exact_photos(), SHAPES[name], clicks)


def test_a_ladder_on_the_verge_of_one_rung_more_has_limits() -> None:
    numbers = np.array([20.0, 18.0, 0.0, 0.4, 0.1, 0.0, 1.0, 8.5 * RUNG])
    clicks = clicks_on(SHAPES["ladder"], numbers, VIEWS, (0, 2, 4), np.random.default_rng(1), 0.0)
    fit = replace(fit_shape(exact_photos(), SHAPES["ladder"], clicks), numbers=numbers)
    assert np.all(fit.limits() > 0.0)
    assert np.allclose(fit.vertex_slopes()[8:16, 2, 2], 1.0)


def test_a_piece_goes_into_the_scan_with_its_size_and_what_it_shares_with_the_rest() -> None:
    views = ring(8)
    scan = document_of(made_scan(views, noise=0.3, orientations=[1, 1, 6, 3] * 2)).scan
    photos = ClickablePhotos.of(scan)
    assert scan is not None
    assert photos.names == tuple(f"photo-{i:02d}.jpg" for i in range(8))
    rng = np.random.default_rng(1)
    numbers = drawn_numbers("box", rng)
    fit = fit_shape(
        photos, SHAPES["box"], clicks_on(SHAPES["box"], numbers, [photos.views[i] for i in range(8)], (0, 1, 2), rng, 0.5)
    )
    measured = with_piece(scan, "hut", clicked_piece(fit))
    thing, slot = measured.things[-1], measured.slots[-1]
    assert (thing.id, thing.of, slot.stop - slot.start) == ("hut", "shape", 9)
    assert measured.standing("piece", "hut", thing.position) == len(measured.things) - 1
    assert np.linalg.eigvalsh(measured.covariance).min() > -1e-9
    # The whole scan may be shifted; what is measured in the same photos is shifted along, so a distance is surer than its ends.
    tag = measured.slots[measured.mark("tag-11") or 0]
    apart = measured.covariance[slot, slot][:3, :3] + measured.covariance[tag, tag]
    together = measured.covariance[slot, tag][:3]
    assert np.trace(together) > 0.1 * np.trace(apart)
    assert with_piece(measured, "hut", clicked_piece(fit)).things == measured.things
    assert measured.renamed("hut", "shed").things[-1].id == "shed"
