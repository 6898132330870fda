"""The controller of shared moments: what is shown is written as one file, and such a file is shown as it was."""

from pathlib import Path

import numpy as np

from sightline.drafts.draft_table import Draft
from sightline.files.shared_moments import SharedMoment
from sightline.session.secret_choices import VEILED, is_secret
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot
from sightline.window.controllers import question_controller
from sightline.window.controllers.sharing.moment_export import (
    keeps_secrets,
    told_answers,
    write_battle,
    write_battle_table,
    write_table,
)
from sightline.window.controllers.shown_state import ShownState
from sightline.window.view.camera_orbit import FARTHEST, NEAREST, STEEPEST, Orbit
from sightline.window.view.openable_files import plain_name
from sightline.window.view.window_view import Pointed, WindowView

HELD_BACK = "it opens before what was chosen in secret and nobody has revealed"
TABLE_ALONE = "it opens as a table without the battle, which would tell what somebody draws or has chosen in secret"
NO_PICTURE = "without a picture, as that would show a secret choice"


def share(state: ShownState) -> None:
    """Write what is shown as one file that opens at this moment."""
    view, folder = state.view, state.folder
    shown, history, moment = view.battle, view.history, moment_of(view)
    seen = shown is not None and _shows_secret(shown)
    picture = b"" if seen else state.picture()
    alone = shown is not None and keeps_secrets(shown, seen=seen)
    back = shown is not None and told_answers(shown) < shown.at
    notes = [NO_PICTURE] * seen + ([TABLE_ALONE] if alone else [HELD_BACK] * back)

    def write() -> Path:
        if shown is not None and alone:
            return write_battle_table(shown, moment, picture, folder, f"{plain_name(shown.name)}-{shown.at}")
        if shown is not None:
            return write_battle(shown, moment, picture, folder, f"{plain_name(shown.name)}-{told_answers(shown)}")
        assert history is not None
        return write_table(history.now, moment, picture, folder, _table_moment(history.now, moment))

    def take(path: Path) -> None:
        state.say("; ".join([f"shared: {path.name} in {path.absolute().parent}, which opens at this moment", *notes]))

    state.say("writing the moment ...")
    state.workers.ask("share", view, write, take, fail=state.failed, slow=True)


def moment_of(view: WindowView) -> SharedMoment:
    """What is asked, and from where it is looked at."""
    asked = view.sight.verdict.question if view.sight is not None else None
    shooter = asked.shooter.id if asked is not None else view.figure.id if view.figure is not None else ""
    target = asked.target.id if asked is not None else ""
    orbit = view.through_eye or view.orbit
    looked = (*orbit.about, orbit.distance, orbit.azimuth, orbit.elevation)
    return SharedMoment(shooter, target, bool(target) and view.pinned == target, view.from_here, looked)


def take_up(state: ShownState) -> None:
    """Ask what was asked at the moment that was opened, from where it was looked at."""
    moment, state.moment = state.moment, None
    if moment is None:
        return
    there = {one.id: one for one in state.view.table.figures}
    if moment.view is not None:
        x, y, z, distance, azimuth, elevation = moment.view
        near, steep = float(np.clip(distance, NEAREST, FARTHEST)), float(np.clip(elevation, -STEEPEST, STEEPEST))
        state.glide, state.homing = None, False
        state.show(orbit=Orbit((x, y, z), near, azimuth, steep))
    missing = [one for one in (moment.shooter, moment.target) if one and one not in there]
    if missing:
        state.say(f'this moment asks about "{missing[0]}", who is not on the table now', bad=True)
    elif moment.shooter:
        target = there.get(moment.target)
        pointed = state.view.pointed if target is None else Pointed(target.id, target.position)
        pinned = moment.target if moment.pinned else ""
        state.show(selected=(moment.shooter,), from_here=moment.place, pinned=pinned, pointed=pointed)
        question_controller.ask_sight(state)


def _shows_secret(shown: BattleSnapshot) -> bool:
    """Whether somebody looks at a question that is not everybody's to see."""
    return is_secret(shown.question) and shown.question is not None and shown.question.what != VEILED


def _table_moment(draft: Draft, moment: SharedMoment) -> str:
    named = "-".join(one for one in (moment.shooter, moment.target) if one)
    return f"{named or plain_name(draft.table.name)}-moment"
