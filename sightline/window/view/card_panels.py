"""The panels of a shot that is measured by a printed card: what to do, step by step, what came of it, and its photos."""

from sightline.drawing.rendering import palette
from sightline.window.intents import card_intents as want
from sightline.window.intents.panel_widgets import (
    Button,
    Columns,
    Entry,
    ImageWidget,
    PanelWidgets,
    RowWidget,
    Separator,
    Switch,
    TextWidget,
    Widget,
)
from sightline.window.view.card_step import CardStep, CountedPhoto, MeasuredShot

MOST_LISTED = 12
SMALL = (108, 132)
"""Pixels that a photo is wide and high at most beside the answer."""
BESIDE, ABOVE = 0.55, 0.66
"""Of the window, what photos that are shown large take at most."""
LETTER, APART = 7.5, 12
"""Pixels of a letter, by which panels are wide, and those that a picture takes beside it."""
MARKS = {"clear": palette.GREEN, "blocked": palette.VERMILLION, "open": palette.PURPLE}
BY_CARD = "a printed card in the target's place, and a photo from the shooter's eye, settle it"
BY_LENS = "Hold the phone's lens at the hole of the stand and take a photo; better four, held there anew for each."
BY_LAMP = "Put a small lamp behind the hole of the stand. Take two photos from anywhere: one with the lamp, one without."


def card_step_panel(step: CardStep, *, busy: bool) -> PanelWidgets:
    """How to measure a shot: print the card, take photos, have them counted."""
    shooter, target = step.question.shooter.called, step.question.target.called
    lacking = "give the photos first" if not step.photos else ""
    if step.lamp and len(step.photos) not in {0, 2}:
        lacking = "a lamp takes two photos, one with it and one without"
    rows: list[Widget] = [
        TextWidget(f"{shooter} at {target}", "faint"),
        TextWidget("1  Print the card", "strong"),
        *_print(step),
        TextWidget(f"The card goes where {target} stands, square to {shooter}; the stand where {shooter} stands.", "faint"),
        Separator(),
        TextWidget("2  Take the photos", "strong"),
        Switch("a lamp in the eye's place", step.lamp, want.ByLamp(not step.lamp), "where no phone fits, or the eye is low"),
        TextWidget(BY_LAMP if step.lamp else BY_LENS, "faint"),
        Entry(
            "mm from the eye to the nearest thing in between", "not measured", want.NearestThing,
            "" if step.nearest_mm is None else f"{step.nearest_mm:g}", leaving=True,
        ),
        TextWidget("without it, nothing is told for sure where the table does not know all scenery", "faint"),
        Separator(),
        TextWidget("3  Have them counted", "strong"),
        Columns((), [_photo_row(step, number) for number in range(min(len(step.photos), MOST_LISTED))]),
        Button("Pick the photos ...", want.BrowsePhotos(), tip="by the system's own dialog; or drop them on the window"),
        Entry("photos, or a folder of them", "IMG_2051.jpg", _typed, button="Add", after=len(step.photos)),
        Button("Count what is hidden", want.CountCard(), "the photos are being read" if busy else lacking),
    ]  # fmt: skip
    return PanelWidgets("Measure with a card", "right", rows, want.MeasureByCard(), width=40.0)


def _typed(path: str) -> want.AddCardPhotos:
    return want.AddCardPhotos((path.strip(),))


def _print(step: CardStep) -> list[Widget]:
    """The card's file: to be written, replaced, or printed."""
    if step.written:
        return [TextWidget(f"{step.file.name} is written in {step.file.parent}; print it at 100 %, in colour")]
    if step.there:
        replace_it = Button("Replace it", want.WriteCard(overwrite=True), tip="the file that is there is lost")
        return [TextWidget(f"{step.file.name} is there already", "bad"), replace_it]
    return [Button(f"Write {step.file.name}", want.WriteCard(), tip=f"a PDF file, in {step.file.parent}")]


def _photo_row(step: CardStep, number: int) -> list[Widget]:
    name = step.photos[number].name
    out = Button("Leave out", want.LeaveOutPhoto(number), tip=f"{name} does not count", marker=f"photo {number}")
    return [TextWidget(name), out]


def measured_rows(measured: MeasuredShot) -> list[Widget]:
    """What a card said, with the photos as evidence; above the answer that it completes."""
    first, *others = measured.lines
    rows: list[Widget] = [TextWidget(first, "title", MARKS[measured.standing]), TextWidget("measured by the card", "faint")]
    rows.append(RowWidget([_small(measured, number) for number in range(len(measured.photos))]))
    rows += [TextWidget(line, "plain" if number == 0 else "faint") for number, line in enumerate(others)]
    return [*rows, measure_button("Measure it again ..."), Separator(), TextWidget("without the card:", "faint")]


def measure_button(label: str = "Measure it with a card ...") -> Button:
    """What leads to the steps of measuring the shot that is shown."""
    return Button(label, want.MeasureByCard(), tip=BY_CARD)


def _small(measured: MeasuredShot, number: int) -> ImageWidget:
    photo = measured.photos[number]
    return ImageWidget(
        _picture(measured, number, len(photo.pictures) - 1),
        _fitted(photo, SMALL),
        want.ShowCounted(number),
        tip=f"{photo.name}: {photo.words}; a click shows it large",
    )


def counted_panel(measured: MeasuredShot, number: int, size: tuple[int, int]) -> PanelWidgets:
    """A photo large, as it is and with what was counted, in a window of so many pixels."""
    photo = measured.photos[number]
    room = (int(BESIDE * size[0] / len(photo.pictures)), int(ABOVE * size[1]))
    pictures = [ImageWidget(_picture(measured, number, each), _fitted(photo, room)) for each in range(len(photo.pictures))]
    rows: list[Widget] = [RowWidget(pictures), TextWidget(photo.words)]
    if len(photo.pictures) > 1:
        rows.append(TextWidget("right: green where the silhouette is seen, yellow where it is hidden", "faint"))
    wide = sum(picture.size[0] + APART for picture in pictures) / LETTER
    return PanelWidgets(photo.name, "middle", rows, want.ShowCounted(number), width=max(wide, 34.0))


def _picture(measured: MeasuredShot, number: int, each: int) -> str:
    """Under which the window finds a picture."""
    return f"card/{measured.number}/{number}/{each}"


def _fitted(photo: CountedPhoto, room: tuple[int, int]) -> tuple[int, int]:
    """Width and height in pixels at which a photo fits."""
    high, wide = photo.pictures[0].shape[:2]
    scale = min(room[0] / wide, room[1] / high)
    return max(round(scale * wide), 1), max(round(scale * high), 1)
