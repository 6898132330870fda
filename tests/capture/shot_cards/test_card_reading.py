"""Photos of cards, rendered with exact truth: what is hidden is told, and what is no such card is refused."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from capture.shot_cards.card_reading import covered, together
from capture.shot_cards.card_shot import CardShot
from scene.base.errors import SceneError
from scene.table.table import Terrain
from sightline.answers.scanned.card_answer import known
from sightline.answers.scanned.card_questions import card_shot
from sightline.errors import CommandError
from tests.capture.rendered import Light
from tests.capture.shot_cards.carded import Shot, photo_file, shot, with_upright_tags

SCENES = {
    "free": (),
    "a wall up to the waist": (((9.0, 8.0, 0.0), (9.4, 12.0, 1.25)),),
    "a post before the left half": (((10.0, 9.0, 0.0), (10.4, 9.98, 4.0)),),
    "a wall over the head": (((13.0, 8.0, 0.0), (13.2, 12.0, 2.3)),),
    "bars": tuple(((11.0, 8.0, 0.2 + 0.3 * i), (11.1, 12.0, 0.32 + 0.3 * i)) for i in range(5)),
}


FROM_ABOVE = (7.0, 3.0, 7.0)
"""Inches: from where the card is seen past what stands before it."""


def answer(one: Shot, *photos: Path, lamp: bool = False) -> CardShot:
    return card_shot(one.table, one.table.figure("ann"), one.table.figure("bob"), photos, lamp=lamp)


@pytest.mark.parametrize("name", SCENES)
def test_the_hidden_share_of_a_silhouette_is_that_of_the_scenery_before_it(name: str, tmp_path: Path) -> None:
    one = shot(*SCENES[name])
    found = answer(one, photo_file(tmp_path, one)).result
    assert found.share == pytest.approx(one.true, abs=0.02)
    assert found.low <= one.true <= found.high
    assert found.known_by == "table"
    if name == "free":
        assert found.high < 0.01


def test_a_lens_beside_the_eye_is_within_the_limits_and_four_take_each_others_place(tmp_path: Path) -> None:
    one = shot(*SCENES["a post before the left half"])
    places = ((3.0, 0.0), (-3.0, 0.0), (0.0, 3.0), (0.0, -3.0))
    files = [photo_file(tmp_path, one, name=f"{i}.jpg", off_mm=off) for i, off in enumerate(places)]
    aside = answer(one, files[0]).result
    assert abs(aside.share - one.true) > 0.05, "or nothing is shown by this"
    four = answer(one, *files)
    found, burst = four.result, together(four.readings[:1] * 4, aside.nearest_mm, aside.known_by)
    assert found.share == pytest.approx(one.true, abs=0.03)
    assert found.low < one.true < found.high
    assert burst.high - burst.low == pytest.approx(aside.high - aside.low), "four of one place tell no more than one"


def test_what_was_moved_between_photos_is_told_and_neither_is_taken_for_sure(tmp_path: Path) -> None:
    one, free = shot(*SCENES["a post before the left half"]), shot()
    places = ((0.3, 0.0), (-0.3, 0.2), (0.0, -0.3))
    files = [photo_file(tmp_path, one, name=f"{i}.jpg", off_mm=off) for i, off in enumerate(places)]
    agreed = answer(one, *files)
    assert not any("do not agree" in note for note in agreed.notes)
    moved = answer(one, *files, photo_file(tmp_path, free, name="moved.jpg"))
    (told,) = (note for note in moved.notes if "do not agree" in note)
    assert 'hidden: "moved.jpg" has 0 %, but "0.jpg" has' in told
    assert moved.result.low < 0.02, "nobody knows which is right"
    assert moved.result.high > one.true
    both = answer(one, files[0], photo_file(tmp_path, free, name="moved.jpg"))
    assert any('"0.jpg" has' in note and '"moved.jpg" has 0 %;' in note for note in both.notes)


def test_tags_of_a_scan_tell_where_the_lens_was(tmp_path: Path) -> None:
    one = with_upright_tags(shot(*SCENES["a post before the left half"]))
    found = answer(one, photo_file(tmp_path, one, off_mm=(1.5, -1.0))).result
    assert found.measured
    assert (found.right_mm, found.up_mm) == pytest.approx((1.5, -1.0), abs=0.6)
    bare = answer(shot(), photo_file(tmp_path, shot(), name="bare.jpg", off_mm=(25.0, 0.0)))
    assert not bare.result.measured
    assert "seems askew; if it stood square, the lens was 25 mm beside the eye" in bare.notes[0]
    with pytest.raises(SceneError, match=r"[56] mm farther left"):
        answer(one, photo_file(tmp_path, one, name="far.jpg", off_mm=(6.0, 0.0)))


def test_shade_on_the_card_hides_nothing(tmp_path: Path) -> None:
    one = shot(*SCENES["bars"])
    lit = answer(one, photo_file(tmp_path, one, light=Light(shadows=False))).result.share
    shaded = answer(one, photo_file(tmp_path, one, name="shade.jpg", light=Light(towards=(-0.9, 0.1, 0.45)))).result.share
    assert shaded == pytest.approx(lit, abs=0.03)
    assert shaded == pytest.approx(one.true, abs=0.03)


def test_a_broad_rim_out_of_focus_covers_as_much_as_it_adds_light_and_a_shadow_nothing() -> None:
    places = np.stack(np.meshgrid(np.arange(0.0, 30.0, 0.2), np.arange(0.0, 10.0, 0.2)), axis=-1).reshape(-1, 2)
    hidden = ((20.0 - places[:, 0]) / 10.0).clip(0.0, 1.0)
    # The colour's own share of the light is lost only where hardly any is left.
    levels, inner = (hidden < 0.8).astype(float), np.ones(len(places), dtype=bool)
    assert np.abs(covered(places, levels, 0.2 * hidden, inner, 0.5) - hidden)[hidden < 0.7].max() < 0.1
    assert not covered(places, levels, np.zeros(len(places)), inner, 0.5).any()


def test_a_target_higher_up_is_seen_from_below(tmp_path: Path) -> None:
    one = shot(((10.0, 9.0, 0.0), (10.2, 9.98, 8.0)), height=3.0)
    assert not one.layout.behind
    assert answer(one, photo_file(tmp_path, one)).result.share == pytest.approx(one.true, abs=0.02)


def test_a_card_for_any_figure_of_a_kind_serves_with_wider_limits(tmp_path: Path) -> None:
    one = shot(*SCENES["a wall up to the waist"], other="any")
    found = answer(one, photo_file(tmp_path, one))
    assert found.result.low <= one.true <= found.result.high
    own = shot(*SCENES["a wall up to the waist"])
    narrow = answer(own, photo_file(tmp_path, own)).result
    assert found.result.high - found.result.low > narrow.high - narrow.low
    assert "any human" in found.notes[0]


@pytest.mark.parametrize(("name", "around"), [("free", 0.38), ("a wall up to the waist", 0.38), ("bars", 0.05)])
def test_what_a_lamp_in_the_eyes_place_lights_is_seen(name: str, around: float, tmp_path: Path) -> None:
    one, room, lamp = (
        shot(*SCENES[name]),
        Light(around=around, lamp=0.0),
        Light(around=around, lamp=0.5 if around > 0.1 else 1.5),
    )
    dark = photo_file(tmp_path, one, name="dark.jpg", eye=FROM_ABOVE, light=room)
    lit = photo_file(tmp_path, one, name="lit.jpg", eye=(7.3, 2.8, 7.1), light=lamp, lamp=True)
    found = answer(one, dark, lit, lamp=True)
    assert found.result.share == pytest.approx(one.true, abs=0.03)
    assert found.result.low <= one.true <= found.result.high
    assert found.lamp is not None
    assert found.lamp.lit.photo.name == "lit.jpg"
    with pytest.raises(SceneError, match="the lamp lights nothing"):
        answer(one, dark, photo_file(tmp_path, one, name="again.jpg", eye=FROM_ABOVE, light=room, seed=8), lamp=True)
    if name == "bars":
        with pytest.raises(SceneError, match="something stands before"):
            answer(one, photo_file(tmp_path, one, name="low.jpg"), lit, lamp=True)


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (lambda folder: photo_file(folder, shot(other="brute")), "another"),
        (lambda folder: photo_file(folder, shot(((13.0, 8.0, 0.0), (13.2, 12.0, 5.0)))), "shows no tag"),
        (lambda folder: _turned(photo_file(folder, shot())), "on its head"),
        (lambda folder: _grey(photo_file(folder, shot())), "loud colour"),
        (lambda folder: photo_file(folder, shot(ink=(0.3, 0.3, 0.3))), "loud colour"),
        (lambda folder: photo_file(folder, shot(ink=(0.5, 0.05, 0.05))), "loud colour"),
        (lambda folder: _cut(photo_file(folder, shot())), "cut off"),
        (lambda folder: photo_file(folder, shot(), off_mm=(60.0, 0.0)), "from elsewhere than the eye"),
    ],
)
def test_what_is_not_this_card_is_refused_in_one_line(made: Callable[[Path], Path], why: str, tmp_path: Path) -> None:
    one = shot()
    with pytest.raises(SceneError) as error:
        answer(one, made(tmp_path))
    assert len(error.value.faults) == 1
    assert why in error.value.faults[0]
    assert "shot.jpg" in error.value.faults[0]


def test_nothing_is_known_of_scenery_that_the_table_does_not_have(tmp_path: Path) -> None:
    one = shot(*SCENES["a wall up to the waist"])
    bare = replace(one.table, terrain=Terrain(()))
    path = photo_file(tmp_path, one)
    found = card_shot(bare, bare.figure("ann"), bare.figure("bob"), [path])
    assert found.result.share == pytest.approx(one.true, abs=0.02)
    assert found.result.known_by == "assumed"
    assert "--nearest-mm" in found.notes[0]
    assert known(found) == "unknown"
    told = card_shot(bare, bare.figure("ann"), bare.figure("bob"), [path], nearest_mm=130.0)
    assert told.result.known_by == "told"
    assert told.result.high - told.result.low < found.result.high - found.result.low
    with pytest.raises(CommandError, match="beyond the card"):
        card_shot(bare, bare.figure("ann"), bare.figure("bob"), [path], nearest_mm=5000.0)


def _turned(path: Path) -> Path:
    Image.open(path).rotate(180).save(path)
    return path


def _cut(path: Path) -> Path:
    """Without its lower part, in which the legs are."""
    with Image.open(path) as picture:
        picture.crop((0, 0, picture.width, round(0.52 * picture.height))).save(path, exif=picture.getexif())
    return path


def _grey(path: Path) -> Path:
    Image.open(path).convert("L").save(path)
    return path


def test_the_weights_of_a_silhouette_are_those_of_the_body() -> None:
    """The card covers at the eye what the body does: by rays at the body's own mesh."""
    one = shot()
    eye, ends = one.layout.to_table(one.layout.eye), one.layout.to_table(one.layout.samples)
    from scene.geometry.ray_casting import mesh_rays

    body = one.layout.target
    rays = mesh_rays(body.body.counts)
    ways = (ends - eye) @ body.pose.matrix
    met = np.isfinite(rays.distances(np.broadcast_to(body.pose.to_own(eye), ways.shape), ways))
    assert met.mean() > 0.995
    beside = one.layout.samples + np.array([60.0, 0.0, 0.0])
    away = (one.layout.to_table(beside) - eye) @ body.pose.matrix
    assert not np.isfinite(rays.distances(np.broadcast_to(body.pose.to_own(eye), away.shape), away)).any()
