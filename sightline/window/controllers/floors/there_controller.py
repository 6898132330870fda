"""The controller of what is asked from one place: all enemies in turn, while the figure is taken to be there."""

from sightline.window.controllers.floors.stand_asking import stand_question
from sightline.window.controllers.shown_state import ShownState
from sightline.window.stand_points.stand_answers import PlaceAnswers
from sightline.window.view.window_view import WindowView


def follow_place(state: ShownState) -> None:
    """Have the next enemy looked at from where the selected figure is taken to stand; nothing where it is not."""
    view = state.view
    if view.from_here is None or view.figure is None:
        if view.there is not None:
            state.workers.drop("there")
            state.show(there=None)
        return
    known = view.there
    if known is None or not _is_about(known, view):
        known = PlaceAnswers(stand_question(view), view.from_here)
        state.show(there=known)
    if (step := known.next) is None:
        return
    asked, now = step, known

    def take(found: PlaceAnswers) -> None:
        if state.view.there is now:
            state.show(there=found)

    quick = asked[1] == "look"
    state.workers.ask("there", now, lambda: now.worked_out(*asked), take, fail=state.failed, slow=not quick)


def _is_about(known: PlaceAnswers, view: WindowView) -> bool:
    """Whether answers are about what is shown."""
    question = known.question
    return known.place == view.from_here and question.table is view.table and question.figure is view.figure
