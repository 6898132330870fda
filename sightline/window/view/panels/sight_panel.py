"""The panel of a line of sight, with its height profile small and large."""

import numpy as np
from numpy.typing import NDArray

from rules.percentages import between, percent
from sightline.answers.sight_answer import doubt_words
from sightline.answers.sight_answer import words as verdict_lines
from sightline.drawing.rendering import palette
from sightline.window.intents.intents import Evidence, ShowProfile
from sightline.window.intents.key_bindings import key_of
from sightline.window.intents.panel_widgets import Button, ImageWidget, PanelWidgets, Separator, TextWidget, Widget
from sightline.window.view.card_panels import measure_button, measured_rows
from sightline.window.view.card_step import measured_of
from sightline.window.view.panels.panel_words import LETTER, inches_words
from sightline.window.view.table_questions import SMALL_PROFILE
from sightline.window.view.window_view import ProfilePicture, WindowView

PROFILE_BESIDE = 0.9
"""Of the window, what a height profile takes at most where it is large."""


def sight(view: WindowView) -> PanelWidgets:
    """Who sees whom."""
    assert view.sight is not None
    verdict, steady = view.sight.verdict, view.sight.steady
    first, *others = verdict_lines(verdict, steady, share=False)
    measured = measured_of(view.card_shots, verdict.question)
    rows: list[Widget] = [] if measured is None else measured_rows(measured)
    rows.append(TextWidget(first, "title" if measured is None else "plain"))
    # Both lie where they lay, whatever else is found out.
    rows.append(Button("Evidence", Evidence(), tip="writes the report of this very question", key=key_of(Evidence())))
    told = "pinned; Esc lets it go" if view.pinned else "follows the cursor; a click pins it"
    rows.append(TextWidget(told, "faint", palette.ORANGE if view.pinned else palette.FAINT_INK))
    if view.sight.elsewhere:
        rows.append(TextWidget("asked from where it does not stand", "faint", palette.SKY))
    hidden, unknown = verdict.ruling.geometry, verdict.known == "unknown"
    if measured is None and view.history is not None and view.table.scan is not None and doubt_words(verdict, steady)[1]:
        rows.append(measure_button())
    if hidden is not None:
        by = " by what was measured" if unknown else ""
        rows.append(TextWidget(f"{percent(hidden.share)} hidden{by} ({between(hidden.low, hidden.high)})", "strong"))
        for number, blocker in enumerate(hidden.by[:6]):
            colour = palette.BLOCKERS[number] if number < len(palette.BLOCKERS) else palette.FAINT_INK
            rows.append(TextWidget(f"{blocker.called}: {100 * blocker.share:.1f} %", colour=colour))
    rows.append(_small_profile(view))
    rows.append(TextWidget(f"{inches_words(verdict.distance, view)} from base to base"))
    rows += [TextWidget(line, "faint") for line in others]
    if steady is None:
        doing = "proving that there is none" if view.sight.searching else "trying small shifts"
        rows.append(TextWidget(f"{doing} ...", "faint"))
    rows.append(Separator())
    rows += [TextWidget("as far as measured:", "faint")] if unknown else []
    rows += [TextWidget(reason.text, "plain", tip=reason.source) for reason in verdict.because]
    rows.append(TextWidget(f"by the rules {verdict.rules.name}", "faint"))
    return PanelWidgets("Line of sight", "right", rows)


def profile_shown(view: WindowView) -> ProfilePicture | None:
    """The height profile of the line of sight that is shown; None as long as it is being drawn."""
    found, shown = view.profile, view.sight
    return found if found is not None and shown is not None and found.verdict is shown.verdict else None


def _small_profile(view: WindowView) -> ImageWidget:
    """The height profile beside the answer; its place is kept while it is being drawn."""
    found = profile_shown(view)
    if found is None:
        return ImageWidget("", SMALL_PROFILE)
    tip = "the line of sight from the side; a click shows it large"
    return ImageWidget("profile/small", _fitted(found.small, SMALL_PROFILE), ShowProfile(), tip)


def large_profile(view: WindowView) -> PanelWidgets:
    """The height profile as large as there is room for."""
    found = profile_shown(view)
    assert found is not None
    size = _fitted(found.large, (round(PROFILE_BESIDE * view.size[0]), round(PROFILE_BESIDE * view.size[1])))
    picture = ImageWidget("profile/large", size, ShowProfile(), "a click shows it small again")
    return PanelWidgets("Height profile", "middle", [picture], ShowProfile(), width=size[0] / LETTER + 3.0)


def _fitted(picture: NDArray[np.uint8], room: tuple[int, int]) -> tuple[int, int]:
    """Width and height in pixels at which a picture fits, no larger than it is."""
    high, wide = picture.shape[:2]
    scale = min(room[0] / wide, room[1] / high, 1.0)
    return max(round(scale * wide), 1), max(round(scale * high), 1)
