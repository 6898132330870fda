"""The initial adjustment: how photos and tags are first arranged and adjusted, with the best lens to begin with."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from assets.tag_scheme import role_of
from capture.adjustment.adjustment_problem import LENS, Problem, numbers_of
from capture.adjustment.bundle_adjustment import Adjusted, adjust, without
from capture.adjustment.initial_poses import Arrangement, Placed, TagSighting, arrange, misses, sightings
from capture.adjustment.known_tags import onto_known_tags
from capture.adjustment.prior_knowledge import PRINT_SIGMA, PriorKnowledge, first_lenses, lens_sigma
from capture.adjustment.tag_sizing.tag_sizes import inches
from capture.tags.photo_tags import PhotoTags
from scene.geometry.camera_model import Lens
from scene.geometry.mesh import FloatArray

CORNER_FLOOR = 0.03
"""Pixels: print and paper are not better than this, however sharp the photo."""

LIKELY = 2
"""Lenses that are tried in earnest, where none is known."""

DRIFT = 0.1
"""Share of a tag's side by which first arrangements are off from errors that add up along the way."""

Beginning = tuple[Lens, list[TagSighting], Arrangement]


def best_lens(
    photo_tags: Sequence[PhotoTags], ids: list[int], sides: FloatArray, settings: PriorKnowledge, only: set[int] | None = None
) -> Beginning:
    """The lens to begin with, and what it makes of the photos: the calibrated one, the noted one, or the best of a few.

    ``only`` some tags, by their indices, where not all are to count.
    """
    level = on_ground(ids)
    tried = [
        (lens, [each for each in sightings_of(photo_tags, ids, sides, lens) if only is None or each.tag in only])
        for lens in first_lenses(photo_tags[0].photo, settings)
    ]
    if len(tried) > LIKELY:
        # With a lens that is far off nothing agrees, and trying on takes time.
        rough = [arrange(seen, inches(sides), beginnings=1, level=level).miss for _, seen in tried]
        tried = [tried[i] for i in np.argsort(rough)[:LIKELY]]
    return min(((lens, seen, arrange(seen, inches(sides), level=level)) for lens, seen in tried), key=lambda each: each[2].miss)


def on_ground(ids: Sequence[int]) -> frozenset[int]:
    """The indices of the tags that are for the ground."""
    return frozenset(i for i, number in enumerate(ids) if role_of(number).kind == "anchor")


def sightings_of(photo_tags: Sequence[PhotoTags], ids: list[int], sides: FloatArray, lens: Lens) -> list[TagSighting]:
    """All tags in all photos, with the poses that they allow; ``sides`` (t,) in millimetres."""
    photo, tag, pixels = seen_in(photo_tags, ids)
    return sightings(photo, tag, pixels, inches(sides), lens)


def seen_in(photo_tags: Sequence[PhotoTags], ids: list[int]) -> tuple[list[int], list[int], FloatArray]:
    """Who saw whom where: photo and tag indices, and (n, 4, 2) pixels."""
    photo = [i for i, each in enumerate(photo_tags) for _ in each.tags]
    tag = [ids.index(seen.id) for each in photo_tags for seen in each.tags]
    return photo, tag, np.concatenate([each.corners for each in photo_tags])


def problem_of(
    photo_tags: Sequence[PhotoTags],
    ids: list[int],
    sides: FloatArray,
    arranged: Arrangement,
    lens: Lens,
    settings: PriorKnowledge,
) -> tuple[Problem, FloatArray]:
    """The adjustment's problem and where it starts."""
    photo, tag, pixels = seen_in(photo_tags, ids)
    sigma = np.hypot([seen.sigma for each in photo_tags for seen in each.tags], CORNER_FLOOR)
    known = np.append(numbers_of(lens), 0.0)
    before, scale = None, 1.0
    if settings.before is not None:
        arranged, before, scale = onto_known_tags(arranged, ids, settings.before)
    problem = Problem(
        photo=np.array(photo),
        tag=np.array(tag),
        pixels=pixels,
        sigma=sigma,
        sides=inches(sides),
        photos=len(photo_tags),
        known=known,
        known_sigma=np.append(lens_sigma(lens, settings), settings.print_sigma or PRINT_SIGMA),
        size=lens.size,
        before=before,
    )
    places = [arranged.photos[i].numbers() for i in range(len(photo_tags))] + [
        arranged.tags[i][0].numbers() for i in range(len(ids))
    ]
    return problem, np.concatenate([known[:LENS], [scale - 1.0], *places])


def adjusted_from(
    photo_tags: Sequence[PhotoTags], ids: list[int], sides: FloatArray, settings: PriorKnowledge, first: Beginning
) -> tuple[Adjusted, list[TagSighting]]:
    """The adjustment from a first arrangement, and from another one with the lens that it found, if that one is better."""
    lens, seen, arranged = first
    problem, start = problem_of(photo_tags, ids, sides, arranged, lens, settings)
    adjusted = adjust(problem, start, trust=_trust(problem, seen, arranged))
    again = sightings_of(photo_tags, ids, sides, adjusted.lens)
    anew = arrange(again, inches(sides), level=on_ground(ids))
    if anew.miss >= arranged.miss or len(anew.photos) < len(photo_tags) or len(anew.tags) < len(ids):
        return adjusted, seen
    problem, start = problem_of(photo_tags, ids, sides, anew, lens, settings)
    start[:LENS] = adjusted.numbers[:LENS]
    return adjust(problem, start, trust=_trust(problem, again, anew)), again


def adjusted_by(
    own: set[int],
    photo_tags: Sequence[PhotoTags],
    ids: list[int],
    sides: FloatArray,
    settings: PriorKnowledge,
    first: Beginning,
) -> Adjusted:
    """The adjustment of some tags alone; photos and other tags that have no place keep none."""
    lens, _, arranged = first
    aside = Placed(np.eye(3), np.zeros(3))
    photos = {i: arranged.photos.get(i, aside) for i in range(len(photo_tags))}
    tags = {i: arranged.tags.get(i, [aside]) for i in range(len(ids))}
    problem, start = problem_of(photo_tags, ids, sides, replace(arranged, photos=photos, tags=tags), lens, settings)
    seen = zip(problem.photo.tolist(), problem.tag.tolist(), strict=True)
    counts = [tag in own and tag in arranged.tags and photo in arranged.photos for photo, tag in seen]
    return adjust(without(problem, ~np.array(counts)), start)


def _trust(problem: Problem, seen: Sequence[TagSighting], arranged: Arrangement) -> FloatArray:
    """(n,) first weights: little for what the arrangement already misses by much."""
    missed = misses(seen, arranged, problem.sides)
    pairs = zip(problem.photo.tolist(), problem.tag.tolist(), strict=True)
    share = np.array([missed.get(pair, 1.0) for pair in pairs])
    return np.asarray(np.minimum(1.0, (DRIFT / np.maximum(share, 1e-9)) ** 2))
