"""Esc and the right button: what was shown last is taken back, one thing at a time."""

from sightline.window.building.building_panels import NOTHING_HELD
from sightline.window.controllers import aim_controller, build_controller, click_controller, question_controller
from sightline.window.controllers.shown_state import ShownState


def cancel(state: ShownState) -> None:
    """Take back what was shown last, one thing at a time; in the end select nothing."""
    steps = (_close_help, _close_dialog, _close_card, _take_back_plan, _put_down, _close_recovery, _let_answer_go, _leave_mode)
    if not any(step(state) for step in steps):
        click_controller.select(state, None, also=False)


def _close_help(state: ShownState) -> bool:
    shown = state.view.help_shown or state.view.settings_shown or state.view.profile_large
    state.show(help_shown=False, settings_shown=False, profile_large=False)
    return shown


def _close_card(state: ShownState) -> bool:
    # What was given for it is let go; what was measured stays.
    shown = state.view.card is not None or state.view.counted is not None
    state.workers.drop("card")
    state.show(card=None, counted=None)
    return shown


def _take_back_plan(state: ShownState) -> bool:
    state.dragged = None
    if state.view.plan is not None:
        state.workers.drop("way")
        state.show(plan=None)
    elif aim_controller.is_moved(state):
        aim_controller.begin(state)
    else:
        return False
    return True


def _put_down(state: ShownState) -> bool:
    view = state.view
    if view.held.what:
        state.show(held=NOTHING_HELD)
        build_controller.preview(state)
    elif view.history is not None and (view.history.trial is not None or "trial" in state.workers.asked):
        state.workers.drop("trial")
        build_controller.take_history(state, view.history.tried(None))
    else:
        return False
    return True


def _close_dialog(state: ShownState) -> bool:
    asked = bool(state.view.leaving or state.view.files or state.view.dropped or state.view.rulings_shown)
    state.show(leaving="", files="", dropped=None, rulings_shown=False)
    return asked


def _close_recovery(state: ShownState) -> bool:
    # A draft that is left stays on the disk, and is offered again at the next start.
    left = bool(state.view.left)
    state.show(left=())
    return left


def _let_answer_go(state: ShownState) -> bool:
    view = state.view
    if view.mode == "from there":
        state.show(mode="look")
    elif view.from_here is not None or view.sight is not None or view.pinned:
        state.workers.drop("sight")
        state.show(from_here=None, sight=None, pinned="")
    else:
        return False
    return True


def _leave_mode(state: ShownState) -> bool:
    view = state.view
    if view.measured:
        state.show(measured=view.measured[:-1])
    elif view.mode != "look":
        state.show(mode="look")
    elif view.through_eye is not None:
        question_controller.look_through_eye(state)
    else:
        return False
    return True
