"""Outlier rejection: photos and tags that contradict the rest are found, left out, and named."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from capture.adjustment.initial_poses import Arrangement
from capture.photos.photo_reading import Photo
from capture.photos.turned_photos import turned_back
from capture.tags.photo_tags import PhotoTags, why_no_tags
from scene.base.messages import shown_text

SAME_PX, SAME_TAGS = 0.5, 0.7
"""Pixels: no two photos from the hand have all their tags so near the same places. The share of tags that copies both show."""

ELSEWHERE = "has its tags in other places than the other photos: another table, or it was rearranged"


@dataclass
class ScanWarnings:
    """What is told in the end, gathered on the way.

    Attributes:
        print_doubt: the share by which the print may be off, where tags of one kind do not fit those of another; 0 where not.
    """

    rejected: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    strays: list[tuple[str, int, float]] = field(default_factory=list)
    print_doubt: float = 0.0


def own_names(photos: Sequence[Photo], told: ScanWarnings) -> list[Photo]:
    """The photos without those that are called as an earlier one: names are what photos are told apart by."""
    found: dict[str, Photo] = {}
    for photo in photos:
        if photo.name in found:
            other = f"{found[photo.name].path.parent.name}/{photo.name}"
            told.rejected.append((photo.name, f'has the name of another photo ("{shown_text(other)}"); rename one of them'))
        else:
            found[photo.name] = photo
    return list(found.values())


def one_camera(photos: Sequence[Photo], told: ScanWarnings, sensor: tuple[int, int] | None = None) -> list[Photo]:
    """The photos of the lens and zoom that took most of them, whichever way the phone was held; others are named.

    ``sensor`` is the size of photos as a calibrated lens has them.
    """
    groups: dict[object, list[Photo]] = {}
    for photo in turned_back(photos, sensor):
        groups.setdefault(photo.taken_with, []).append(photo)
    if not groups:
        return []
    best = max(groups.values(), key=len)
    for group in groups.values():
        if group is not best:
            told.rejected += [(photo.name, _other_camera(photo, best[0], len(best))) for photo in group]
    return best


def _other_camera(photo: Photo, usual: Photo, count: int) -> str:
    those, others = (f"{count} that count", f"{count} others that count") if count > 1 else ("one that counts", "other one")
    if photo.stored_size != usual.stored_size:
        sizes = [" x ".join(map(str, each.stored_size)) for each in (photo, usual)]
        if photo.stored_size == usual.stored_size[::-1]:
            turned = f"has {sizes[0]} pixels in its file, the {others} {sizes[1]}: a program turned it"
            return f"{turned}; give the photos as the phone wrote them"
        return f"has {sizes[0]} pixels, the {others} {sizes[1]}; scan with one camera, and whole photos"
    if (photo.make, photo.model) != (usual.make, usual.model):
        model = photo.model or photo.make or "it does not say"
        return f"was taken with another camera ({model}) than the {those}; scan with one camera"
    return f"was taken with another lens or zoom than the {those}; keep to one"


def own_pictures(photo_tags: Sequence[PhotoTags], told: ScanWarnings) -> list[PhotoTags]:
    """The photos without those that have their tags just where an earlier one has them: copies, or a burst from a stand.

    A photo over again tells nothing new, and would make errors look smaller than they are.
    """
    found: list[PhotoTags] = []
    for each in photo_tags:
        same = next((other for other in found if _same_picture(each, other)), None)
        if same is None:
            found.append(each)
        else:
            told.rejected.append(
                (each.photo.name, f'is the same picture as "{same.photo.name}" in another file; it counts once')
            )
    return found


def _same_picture(one: PhotoTags, other: PhotoTags) -> bool:
    here, there = ({tag.id: tag.corners for tag in each.tags} for each in (one, other))
    both = here.keys() & there.keys()
    if not both or len(both) < SAME_TAGS * max(len(here), len(there)):
        return False
    return max(float(np.abs(here[number] - there[number]).max()) for number in both) < SAME_PX


def with_tags(photo_tags: Sequence[PhotoTags], told: ScanWarnings) -> list[PhotoTags]:
    """The photos that show tags, without the tags that are on the table more than once."""
    doubled = {number for each in photo_tags for number in each.doubled}
    for number in sorted(doubled):
        where = _photos([each.photo.name for each in photo_tags if number in each.doubled])
        told.notes.append(
            f"tag {number} is more than once in {where}; every tag may lie on the table once, so it does not count"
        )
    for number in sorted({number for each in photo_tags if each.tags for number in each.mirrored}):
        where = _photos([each.photo.name for each in photo_tags if number in each.mirrored])
        told.notes.append(f"tag {number} is mirrored in {where}; print it anew, not mirrored")
    sound = [replace(each, tags=tuple(tag for tag in each.tags if tag.id not in doubled)) for each in photo_tags]
    told.rejected += [(each.photo.name, why_no_tags(each)) for each in sound if not each.tags]
    return [each for each in sound if each.tags]


def without_strangers(photo_tags: list[PhotoTags], arranged: Arrangement, told: ScanWarnings) -> list[PhotoTags] | None:
    """The photos without those that share no tag with the others; None where there are none such."""
    lost = [each for i, each in enumerate(photo_tags) if i not in arranged.photos]
    alone = "shares no tag with the other photos; take one that shows both its tags and theirs"
    told.rejected += [(each.photo.name, alone) for each in lost]
    return [each for each in photo_tags if each not in lost] if lost else None


def without_contradictions(
    photo_tags: list[PhotoTags], ids: list[int], gross: set[tuple[int, int]], told: ScanWarnings
) -> list[PhotoTags] | None:
    """The photos and their tags without what contradicts the rest; None where nothing does.

    Args:
        photo_tags: photos with their tags.
        ids: of the tags.
        gross: indices of photos and of tags that they show elsewhere than the others do.
        told: what is left out is told there.
    """
    if not gross:
        return None
    strange = [i for i, each in enumerate(photo_tags) if 2 * sum(photo == i for photo, _ in gross) > len(each.tags)]
    if strange and len(strange) < len(photo_tags):
        # First those that have most of their tags elsewhere: then the others are looked at again without them.
        told.rejected += [(photo_tags[i].photo.name, ELSEWHERE) for i in strange]
        return [each for i, each in enumerate(photo_tags) if i not in strange]
    moved = _moved_tags(photo_tags, ids, gross)
    for number, (here, there) in moved.items():
        apart = (
            f"is elsewhere in {_photos(there)} than in {_photos(here)}"
            if here
            else f"is elsewhere from photo to photo ({_photos(there)})"
        )
        places = f"tag {number} {apart}"
        told.notes.append(f"{places}: it was moved, or printed twice; it is left out")
    found = []
    for i, each in enumerate(photo_tags):
        wrong = set() if moved else {ids[tag] for photo, tag in gross if photo == i}
        kept = tuple(tag for tag in each.tags if tag.id not in wrong and tag.id not in moved)
        told.strays += [(each.photo.name, number, float("nan")) for number in sorted(wrong)]
        if kept:
            dropped = tuple(tag for tag in each.tags if tag not in kept)
            found.append(replace(each, tags=kept, left_out=each.left_out + dropped))
        else:
            told.rejected.append((each.photo.name, ELSEWHERE))
    return found


def _moved_tags(
    photo_tags: Sequence[PhotoTags], ids: list[int], gross: set[tuple[int, int]]
) -> dict[int, tuple[list[str], list[str]]]:
    """Tags that many photos have elsewhere: by id, the photos that agree and those that do not."""
    found = {}
    for tag, number in enumerate(ids):
        views = [i for i, each in enumerate(photo_tags) if any(seen.id == number for seen in each.tags)]
        bad = [i for i in views if (i, tag) in gross]
        if len(views) > 1 and 3 * len(bad) >= len(views):
            found[number] = ([photo_tags[i].photo.name for i in views if i not in bad], [photo_tags[i].photo.name for i in bad])
    return found


def _photos(names: Sequence[str]) -> str:
    shown = ", ".join(f'"{name}"' for name in names[:3])
    return shown + (f" and {len(names) - 3} more" if len(names) > 3 else "")
