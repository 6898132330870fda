"""The controller of a shot that is measured by a printed card: the card written, photos given, and counted."""

from dataclasses import replace
from pathlib import Path

from scene.base.errors import SceneError
from scene.base.messages import shown_text
from sightline.errors import CommandError
from sightline.files.photo_files import is_file, photo_files
from sightline.window.controllers.question_controller import telling
from sightline.window.controllers.shown_state import ShownState
from sightline.window.view.card_step import READING, CardStep, MeasuredShot, measured_of, measured_shot, write_card


def begin(state: ShownState) -> None:
    """Ask how the shot that is shown is measured by a card; the same again goes back to the answer."""
    view = state.view
    if view.card is not None:
        state.workers.drop("card")
        state.show(card=None)
        return
    if view.sight is None or view.history is None:
        raise SceneError("select a figure and point at another one of a table first; the card measures who sees whom")
    question, path = view.sight.verdict.question, view.history.now.path
    folder = path.absolute().parent if path is not None else state.folder
    file = folder / f"{question.shooter.id}-{question.target.id}-card.pdf"
    # The answer stays while photos are given, wherever the cursor goes.
    state.show(card=CardStep(question, view.table, file), pinned=question.target.id, counted=None)


def write(state: ShownState, *, overwrite: bool) -> None:
    """Write the card; where a file of its name is there, it is asked first."""
    step = _step(state)
    if step.file.exists() and not overwrite:
        state.show(card=replace(step, there=True))
        return

    def take(_none: None) -> None:
        now = state.view.card
        if now is not None and now.question == step.question:
            state.show(card=replace(now, written=True, there=False))
        state.say(f"written: {step.file.name} in {step.file.parent}")

    state.say("writing the card ...")
    work = lambda: write_card(step, overwrite=overwrite)  # noqa: E731
    state.workers.ask("card file", step.file, work, take, fail=lambda error: _failed(state, error), slow=True)


def add_photos(state: ShownState, paths: tuple[str, ...]) -> None:
    """Take photos of the card, or all of a folder."""
    step = _step(state)
    found = photo_files([_meant(path) for path in paths])
    if gone := next((one for one in found if not is_file(one)), None):
        raise SceneError(f'there is no photo or folder "{shown_text(gone.name)}"')
    state.show(card=replace(step, photos=tuple(dict.fromkeys((*step.photos, *(one.absolute() for one in found))))))


def _meant(typed: str) -> Path:
    try:
        return Path(typed).expanduser()
    except RuntimeError:  # "~name" of nobody
        return Path(typed)


def leave_out(state: ShownState, number: int) -> None:
    """Let go of a photo."""
    step = _step(state)
    state.show(card=replace(step, photos=(*step.photos[:number], *step.photos[number + 1 :])))


def by_lamp(state: ShownState, *, on: bool) -> None:
    """Whether a lamp stood in the eye's place."""
    state.show(card=replace(_step(state), lamp=on))


def nearest(state: ShownState, typed: str) -> None:
    """How far the nearest thing in between is from the eye, as typed."""
    # OpenCV is wanted here only.
    from sightline.answers.scanned.card_questions import nearest_typed

    state.show(card=replace(_step(state), nearest_mm=nearest_typed(typed)))


def count(state: ShownState) -> None:
    """Have what the photos show counted, and show it with the answer."""
    step, rules, tell = _step(state), state.view.sight_rules, telling(state, READING)
    number = len(state.view.card_shots)

    def take(found: MeasuredShot) -> None:
        state.show(card_shots=(*state.view.card_shots, found), card=None, counted=None)
        state.say(f"measured, {step.question.shooter.called} at {step.question.target.called}: {found.lines[0]}")

    state.share = (READING, 0.0)
    work = lambda: measured_shot(step, rules, number, tell)  # noqa: E731
    state.workers.ask("card", step, work, take, fail=lambda error: _failed(state, error), tell=tell, slow=True)


def show_counted(state: ShownState, number: int) -> None:
    """Show a photo that counts large; the same again takes it away."""
    sight = state.view.sight
    found = measured_of(state.view.card_shots, sight.verdict.question) if sight is not None else None
    if found is not None and number < len(found.photos):
        state.show(counted=None if state.view.counted == number else number)


def _failed(state: ShownState, error: Exception) -> None:
    """One line of what is wrong, in the words of the window."""
    if isinstance(error, SceneError | CommandError):
        from sightline.answers.scanned.card_answer import said_here

        state.say(said_here(error.faults[0]), bad=True)
    else:
        state.failed(error)


def _step(state: ShownState) -> CardStep:
    if state.view.card is None:
        raise SceneError("ask first how a shot is measured by a card")
    return state.view.card
