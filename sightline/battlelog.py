"""The log of a battle in words: what happened, and every roll with what was needed and why."""

from collections.abc import Iterable, Iterator

from rules.engine.asks import Choose, Modifier, Roll, Say, chosen
from rules.engine.game import Answered


def lines(log: Iterable[Say | Answered], *, sources: bool = False) -> Iterator[str]:
    """One line for everything that happened.

    Args:
        log: of a game.
        sources: whether to add the sections of the rules.
    """
    for entry in log:
        words, source = (entry.text, entry.source) if isinstance(entry, Say) else _answered(entry)
        yield f"{words}  [{source}]" if sources and source else words


def _answered(entry: Answered) -> tuple[str, str]:
    question, answer = entry.question, entry.answer
    if isinstance(question, Roll):
        faces = " ".join(str(face) for face in answer)
        return f"  {question.who}: {question.what}: {faces}{needs(question)}", question.source
    about = f" ({question.about})" if question.about else ""
    return f"  {question.who}: {question.what}{about}: {_text(question, str(answer))}", question.source


def _text(question: Choose, key: str) -> str:
    if question.free is not None and all(option.key != key for option in question.options):
        return key
    return chosen(question, key).text


def needs(roll: Roll) -> str:
    """What a roll needs and why, in brackets; nothing where it needs nothing."""
    why = ", ".join(map(_modifier, roll.why))
    said = f"needs {roll.needs}" if roll.needs else ""
    both = ": ".join(part for part in (said, why) if part)
    return f" ({both})" if both else ""


def _modifier(one: Modifier) -> str:
    return f"{one.amount:+} {one.because.text}"
