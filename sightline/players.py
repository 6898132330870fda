"""Who answers in a battle at the command line: dice by chance that is the same for the same seed, scripts, people."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from rules.engine.asks import Answer, Question, Roll
from rules.engine.dice import dice_count, typed
from scene.files import read_bytes
from sightline.battlelog import needs
from sightline.errors import CommandError

MAX_SCRIPT = 5_000_000


def rolled(seed: int, number: int, dice: str) -> Answer:
    """The faces of a roll that is answer ``number`` of a game.

    They are the same again if the roll is taken back, so that nobody rolls until it suits him.
    """
    rng = np.random.default_rng([seed, number])
    return tuple(int(face) for face in rng.integers(1, 7, dice_count(dice)))


def read_answer(question: Question, line: str) -> Answer:
    """The answer that a line of text gives.

    Raises:
        RulesError: if it cannot be one.
    """
    if isinstance(question, Roll):
        return typed(question.dice, line)
    words = line.strip()
    if words.isdigit() and all(option.key != words for option in question.options) and 1 <= int(words) <= len(question.options):
        return question.options[int(words) - 1].key
    return words


def script(path: Path) -> Iterator[str]:
    """The answers of a file, one on a line; what follows a # is a remark."""
    data = read_bytes(path, MAX_SCRIPT)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CommandError(f'"{path}" is not UTF-8 text') from None
    lines = (line.split("#", 1)[0].strip() for line in text.splitlines())
    return iter([line for line in lines if line])


def question_lines(question: Question) -> Iterator[str]:
    """What is asked, for a person."""
    if isinstance(question, Roll):
        yield f"{question.who}: roll {question.dice} for {question.what}{needs(question)}"
        return
    about = f" ({question.about})" if question.about else ""
    yield f"{question.who}: {question.what}{about}?"
    for number, option in enumerate(question.options, 1):
        yield f"  {number:>2}  {option.text}" + (f"  [{option.key}]" if option.key != option.text else "")
    if question.free is not None and question.hint:
        yield f"      or {question.hint}"
