"""The log of a battle as the window has it: a line with its dice, the shot that they decided, and the choice of a target."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rules.engine.dice import Faces
from rules.engine.game_history import Line, Ruled, given_by_somebody
from rules.engine.procedure_steps import Choose, Roll, Say
from rules.engine.shown_events import ShotShown
from rules.skirmish.state.battle_sight import figure_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.rulings import SOURCE
from scene.geometry.mesh import Point
from sightline.session.battle_log import Called, lines, state_after
from sightline.session.targets.evidence_log import chooses_target


@dataclass(frozen=True, eq=False)
class Decision:
    """A line of the log that chose a target, from which what was known then can be worked out.

    Attributes:
        entry: what happened.
        before: how things were.
    """

    entry: Line
    before: Battle | None


@dataclass(frozen=True)
class ShotFired:
    """A shot that was rolled for.

    Attributes:
        battle: as it was then.
        shooter, target: their ids.
        hit: whether it hit.
    """

    battle: Battle = field(compare=False)
    shooter: str
    target: str
    hit: bool

    @property
    def line(self) -> tuple[Point, Point]:
        """From the shooter's eye to the middle of the target."""
        eye, box = figure_of(self.battle, self.shooter).eye, figure_of(self.battle, self.target).box
        (x, y, z), (a, b, c) = eye.tolist(), box.mean(axis=0).tolist()
        return (x, y, z), (a, b, c)


@dataclass(frozen=True)
class LogLine:
    """A line of the log.

    Attributes:
        words: what it says; empty for a choice of which what follows tells as much.
        answers: after how many answers it stands there.
        source: document and section.
        roll: the dice that it tells of; None for none.
        faces: how they fell.
        chosen: whether it tells of somebody's choice.
        shown: what happened, as a value that can be drawn.
        decision: that it tells of, if it chose a target; None for all others.
        hidden: whether its answer is secret still.
    """

    words: str
    answers: int
    source: str = ""
    roll: Roll | None = None
    faces: Faces = ()
    chosen: bool = False
    shown: object = None
    decision: Decision | None = field(default=None, compare=False)
    hidden: bool = False


def log_lines(log: Sequence[Line], called: Called, start: int = 0) -> Iterator[LogLine]:
    """The lines of a log.

    Args:
        log: of a game.
        called: what sentences call fighters and gangs, by id.
        start: how many to leave out.
    """
    answers, now = sum(map(given_by_somebody, log[:start])), state_after(log[:start])
    for entry, words in zip(log[start:], lines(log, called, start=start, evidence=False, untold=True), strict=True):
        decision = Decision(entry, now) if chooses_target(entry) else None
        if isinstance(entry, Say | Ruled) and isinstance(entry.state, Battle):
            now = entry.state
        if isinstance(entry, Say):
            yield LogLine(words, answers, entry.source, shown=entry.shown, decision=decision)
            continue
        answers += given_by_somebody(entry)
        if isinstance(entry, Ruled):
            yield LogLine(words, answers, SOURCE, chosen=True)
        elif isinstance(entry.question, Roll) and not entry.hidden:
            faces = tuple(map(int, entry.answer))
            shot = _shot(entry.question, faces, now)
            yield LogLine(words.strip(), answers, entry.question.source, entry.question, faces, shown=shot)
        else:
            told = (words.strip(), answers, entry.question.source)
            choice = isinstance(entry.question, Choose)
            yield LogLine(*told, chosen=choice, decision=decision, hidden=entry.hidden)


def _shot(roll: Roll, faces: Faces, battle: Battle | None) -> ShotFired | None:
    """The shot that a roll decided; None for all others."""
    about = roll.shown
    if not isinstance(about, ShotShown) or battle is None:
        return None
    hit = roll.succeeds(faces) or any(face in about.good for face in faces)
    return ShotFired(battle, about.shooter, about.target, hit)
