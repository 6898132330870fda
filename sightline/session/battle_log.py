"""The log of a battle in words: what happened, where that left the fighters, and every roll with what was needed and why."""

import re
from collections.abc import Callable, Iterator, Sequence

from rules.engine.dice import Faces, halved, is_hit_symbol
from rules.engine.game_history import Answered, Line, Ruled
from rules.engine.procedure_steps import Choose, Modifier, Roll, Say, chosen
from rules.skirmish.injury.hit_resolution import injury
from rules.skirmish.shooting.ammo_checks import AMMO_SYMBOL, holes
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.rulings import SOURCE
from scene.geometry.mesh import Point

Called = Callable[[str], str]
"""What sentences call somebody of an id."""
HIDDEN = "hidden"
"""What is shown in place of a secret answer."""
DRAWN = ", drawn by both"
"""What is said behind a roll that two devices drew together."""
ID = re.compile(r"[\w-]+")
INJURIES = {"flesh": "flesh wound", "serious": "serious injury", "out": "out of action"}


def lines(
    log: Sequence[Line], called: Called, *, start: int = 0, sources: bool = False, evidence: bool = True, untold: bool = False
) -> Iterator[str]:
    """One line for everything that happened, but for choices of which what follows tells as much.

    Args:
        log: of a game.
        called: what sentences call fighters and gangs, by id.
        start: how many entries to leave out; they still tell where everybody was.
        sources: whether to add the sections of the rules.
        evidence: whether to add what was known of a target when he was chosen, which takes a moment.
        untold: whether there is a line without words for what is left out, so that there is one for each entry.
    """
    from sightline.session.targets.evidence_log import log_evidence  # late: `odds` and others need only words of this module

    now = state_after(log[:start])
    where = _where(now)
    for entry in log[start:]:
        if _is_untold(entry):
            yield from ("",) if untold else ()
            continue
        words, source = _worded(entry, called)
        if evidence and (known := log_evidence(entry, now)):
            words += f": {known}"
        if isinstance(entry, Say | Ruled) and isinstance(entry.state, Battle):
            now = entry.state
            before, where = where, _where(now)
            found = {one: _place(place) for one, place in where.items() if before.get(one) != place}
            # A ruling that moves somebody says where to.
            by_ruling = isinstance(entry, Ruled) and " is moved to " in words
            moved = [f"{called(one)} at {place}" for one, place in found.items() if not by_ruling]
            words += f" ({', '.join(moved)})" if moved else ""
        yield f"{words}  [{source}]" if sources and source else words


def _is_untold(entry: Line) -> bool:
    """Whether a line is a choice that the log leaves out; no hidden one, as its absence would tell it."""
    if not isinstance(entry, Answered) or entry.hidden or not isinstance(entry.question, Choose):
        return False
    return entry.answer in entry.question.untold


def state_after(log: Sequence[Line]) -> Battle | None:
    """How things are after all this; None where nothing tells."""
    states = (entry.state for entry in reversed(log) if isinstance(entry, Say | Ruled))
    return next((state for state in states if isinstance(state, Battle)), None)


def _where(battle: Battle | None) -> dict[str, Point]:
    """Where everybody in play is, by id."""
    return {model.id: model.position for model in battle.on_table()} if battle is not None else {}


def _place(place: Point) -> str:
    return " ".join(f"{round(inches, 2) + 0.0:g}" for inches in place)


def _worded(entry: Line, called: Called) -> tuple[str, str]:
    """What a line says, and its source."""
    if isinstance(entry, Answered):
        return _answered(entry, called)
    return (ruled_words(entry, called), SOURCE) if isinstance(entry, Ruled) else (entry.text, entry.source)


def ruled_words(entry: Ruled, called: Called) -> str:
    """A ruling by the table: who made it, what it comes to, and which answers do not fit any more."""
    by = f" by {called(entry.ruling.by)}" if entry.ruling.by else ""
    dropped = "; ".join(_answered(one, called)[0].strip() for one in entry.dropped)
    return f"ruling{by}: {entry.words}" + (f"; no longer fits, and is asked again or gone: {dropped}" if dropped else "")


def _answered(entry: Answered, called: Called) -> tuple[str, str]:
    question, answer = entry.question, entry.answer
    about = f" ({called(question.about)})" if isinstance(question, Choose) and question.about else ""
    if entry.hidden:
        return f"  {called(question.who)}: {question.what}{about}: {HIDDEN}", question.source
    if isinstance(question, Roll):
        faces = tuple(map(int, answer))
        said = f"{question.what}: {fell(question.dice, faces)}{needs(question)}{_came(question, faces)}{DRAWN * entry.drawn}"
    elif is_deed(question, str(answer)):
        return f"  {called(question.about)} {answer_text(question, str(answer), called)}", question.source
    else:
        said = f"{question.what}{about}: {answer_text(question, str(answer), called)}"
    return f"  {called(question.who)}: {said}", question.source


def fell(dice: str, faces: Faces) -> str:
    """How the dice lie; for special dice, what a D6 in their place says."""
    shown = " ".join(map(str, faces))
    match dice.rpartition(" ")[2]:
        case "injury":
            said = [INJURIES[injury(face)] for face in faces]
        case "firepower":
            said = [
                f"{holes(face)} bullet hole{'s' * (holes(face) > 1)}{' and ammo' * (face == AMMO_SYMBOL)}" for face in faces
            ]
        case "scatter":
            return f"{'hit symbol' if is_hit_symbol(faces) else 'arrow'} at {faces[1]} degrees"
        case "D3":
            said = [str(halved(face)) for face in faces]
        case _:
            return shown
    return f"{', '.join(said)} (D6: {shown})"


def _came(roll: Roll, faces: Faces) -> str:
    """What came of a roll that succeeds or fails; the sum first, where several dice were added up."""
    if means := roll.meant_by(faces):
        return f" -> {means}"
    if roll.good is None:
        return ""
    total = f" = {sum(faces)}" if len(faces) > 1 else ""
    return f"{total} -> {roll.called[not roll.succeeds(faces)]}"


def answer_text(question: Choose, key: str, called: Called) -> str:
    """An answer to a choice as people read it; in one that was typed, fighters are called as sentences call them."""
    if question.free is not None and key not in question:
        return ID.sub(lambda word: word[0] if word[0].isdigit() else called(word[0]), key)
    return chosen(question, key).text


def is_deed(question: Choose, key: str) -> bool:
    """Whether an answer is one of those that tell what somebody does."""
    return question.deed and key in question


def needs(roll: Roll) -> str:
    """What a roll needs and why, in brackets; nothing where it needs nothing."""
    why = ", ".join(map(_modifier, roll.why))
    said = f"needs {roll.needs}" if roll.needs else ""
    both = ": ".join(part for part in (said, why) if part)
    return f" ({both})" if both else ""


def _modifier(one: Modifier) -> str:
    return f"{one.amount:+} {one.because.text}"
