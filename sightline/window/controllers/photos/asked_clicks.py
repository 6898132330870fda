"""What comes of clicks in photos is worked out beside the frames, and shown unless something else was clicked meanwhile."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from scene.base.errors import SceneError
from sightline.window.controllers.shown_state import ShownState
from sightline.window.view.photo_view import PhotoView

Found = TypeVar("Found")


def ask_of_clicks(
    state: ShownState,
    photo: PhotoView,
    work: Callable[[], Found],
    take: Callable[[PhotoView, Found], PhotoView],
    *,
    wrong: Callable[[Exception], bool] = lambda _error: True,
    slow: bool = False,
) -> None:
    """Have something worked out of the clicks of a photo's view.

    Args:
        state: where it is shown.
        photo: with the clicks.
        work: works it out, in another thread.
        take: what is shown then, of what is shown in that moment and what was found.
        wrong: whether something is wrong where it could not be found, rather than missing.
        slow: whether it takes long.
    """
    clicks = photo.clicks

    def show(shown: Callable[[PhotoView], PhotoView]) -> None:
        now = state.view.photo
        if now is not None and now.clicks is clicks:
            state.show(photo=shown(now))

    def fail(error: Exception) -> None:
        fault = error.faults[0] if isinstance(error, SceneError) else type(error).__name__
        show(lambda now: replace(now, fit=None, base=None, part=None, fault=fault, wrong=wrong(error)))

    state.workers.ask("fit", clicks, work, lambda found: show(lambda now: take(now, found)), fail=fail, slow=slow)
