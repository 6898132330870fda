"""The sources of answers in a battle at the command line: dice, the same for the same seed, scripts, people."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from rules.engine.dice import DIRECTION, HUNDRED, dice_count, plain_numbers, symbols, thrown, typed
from rules.engine.procedure_steps import Answer, Choose, Option, Question, Roll
from rules.errors import RulesError
from scene.base.safe_files import read_bytes
from sightline.errors import CommandError
from sightline.session.battle_log import Called, needs

MAX_SCRIPT = 5_000_000
MAX_ANSWER = 1000
NUMBER = re.compile(r"[0-9]{1,9}")
SPECIAL = ("injury", "firepower")
"""Dice with symbols of their own."""
TYPED = {
    "injury": "flesh, serious or out for each; of a D6, 1-2 is flesh, 3-5 serious, 6 out",
    "firepower": "ammo, 1, 2 or 3 (bullet holes) for each; of a D6, 1 is ammo, 2-3 is 1, 4-5 is 2, 6 is 3",
    "D3": "the face of the D6, 1 to 6",
    "D66": "both faces, the tens first",
    "scatter": "hit or arrow, and where the arrow points: degrees anticlockwise from +x, such as arrow 90",
}
"""How the dice that are no plain D6 are typed in."""


def rolled(seed: int, number: int, dice: str) -> Answer:
    """The faces of a roll that is answer ``number`` of a game.

    They are the same again if the roll is taken back, so that nobody rolls until it suits him.
    """
    return thrown(dice, np.random.default_rng([seed, number]))


def read_answer(question: Question, line: str) -> Answer:
    """The answer that a line of text gives.

    Raises:
        RulesError: if it cannot be one.
    """
    if isinstance(question, Roll):
        return typed(question.dice, line)
    words = " ".join(line.split())
    if len(words) > MAX_ANSWER:
        raise RulesError(f"an answer has at most {MAX_ANSWER} letters; this one has {len(words)}")
    if spelled := next((one for one in (line, words) if one in question), ""):
        return spelled
    if NUMBER.fullmatch(words) and 1 <= int(words) <= len(question.options) and not _of_numbers(question):
        return question.options[int(words) - 1].key
    alike = (one.key for one in question.options if words.casefold() in {one.key.casefold(), one.text.casefold()})
    return next(alike, words)


def ruling_typed(line: str) -> str | None:
    """What a ruling that is typed says, after the word rule; None for a line that is none."""
    first, _, rest = " ".join(line.split()).partition(" ")
    return rest if first.casefold() == "rule" else None


def several(line: str) -> bool:
    """Whether dice that are typed stand apart, so that they may be of several rolls."""
    return len(_words(line)) > 1


def _words(line: str) -> list[str]:
    return [word for word in re.split(r"[\s,+]+", line) if word]


def several_dice(line: str) -> Callable[[Question | None], Answer | None]:
    """Reads the dice of several rolls from one line, for one roll after another.

    Each roll takes as many words as it has dice, or one word with all its faces. The reader raises a `RulesError` where there
    are words left that no roll asks for.
    """
    left = _words(line)

    def read(question: Question | None) -> Answer | None:
        if not left:
            return None
        if not isinstance(question, Roll):
            asked = (
                f'after the others "{question.what}" is asked'
                if question is not None
                else "the battle is over after the others"
            )
            raise RulesError(f'no roll asks for {" ".join(left)[:40]}: {asked}; nothing of "{line.strip()[:40]}" was taken')
        count = dice_count(question.dice)
        together = len(left[0]) == count and not symbols(question.dice)
        words = [left.pop(0) for _ in range(min(1 if together else count, len(left)))]
        return typed(question.dice, " ".join(words))

    return read


def _respells(option: Option, called: Called) -> bool:
    """Whether the key only spells the text otherwise, such as a name as an id: then the text alone is shown, and typed."""
    if called(option.key) != option.key:
        return True
    text = "".join(letter if letter.isalnum() else " " for letter in option.text.casefold())
    return option.key in {option.text, "-".join(text.split())}


def _of_numbers(question: Choose) -> bool:
    """Whether a choice is between numbers, such as so many dice: then they stand for themselves."""
    return all(NUMBER.fullmatch(option.key) for option in question.options)


def script(path: Path) -> Iterator[tuple[int, str]]:
    """The answers of a file, one on a line, with the numbers of their lines; what follows a # is a remark."""
    data = read_bytes(path, MAX_SCRIPT)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CommandError(f'"{path}" is not UTF-8 text') from None
    lines = ((number, line.split("#", 1)[0].strip()) for number, line in enumerate(text.split("\n"), 1))
    return iter([(number, line) for number, line in lines if line])


def dice_words(dice: str) -> str:
    """What dice are called."""
    count, _, kind = dice.rpartition(" ")
    if kind == "scatter":
        return "the scatter die"
    if dice != HUNDRED and (numbers := plain_numbers(dice)) is not None:
        return "a direction" if dice == DIRECTION else f"a number from {numbers.start} to {numbers.stop - 1}"
    if kind not in SPECIAL:
        return dice
    return f"{count} {kind} dice" if count not in {"", "1"} else f"1 {kind} die"


def typed_how(dice: str) -> str:
    """How dice are typed in, where that is not plain; empty for D6."""
    if (numbers := plain_numbers(dice)) is not None:
        degrees = "degrees anticlockwise from +x, " if dice == DIRECTION else ""
        return f"{degrees}{numbers.start} to {numbers.stop - 1}"
    return TYPED.get(dice.rpartition(" ")[2], "")


def meanings(roll: Roll) -> Iterator[str]:
    """What comes of which faces, for rolls that tell more than success or failure: "1-2: is broken"."""
    for words, faces in roll.means:
        alone = len(faces[0]) == 1
        ends = dict.fromkeys((faces[0], faces[-1])) if alone else faces
        said = ("-" if alone else " ").join("".join(map(str, one)) for one in ends)
        yield f"{said}: {words}" if alone else f"{words}: {said}"


def question_lines(question: Question, called: Called) -> Iterator[str]:
    """What is asked, for a person; ``called`` tells what sentences call fighters and gangs, by id."""
    if isinstance(question, Roll):
        yield f"{called(question.who)}: roll {dice_words(question.dice)} for {question.what}{needs(question)}"
        yield from (f"      {line}" for line in (*([question.tells] if question.tells else []), *meanings(question)))
        if how := typed_how(question.dice):
            yield f"      type {how}"
        return
    about = f" ({called(question.about)})" if question.about else ""
    yield f"{called(question.who)}: {question.what}{about}?"
    for number, option in enumerate(question.options, 1):
        if _of_numbers(question):
            yield f"  {option.key:>2}  {option.text}"
        else:
            key = "" if _respells(option, called) else f"  [{option.key}]"
            yield f"  {number:>2}  {option.text}{key}" + (f": {option.hint}" if option.hint else "")
    if question.free is not None and question.hint:
        yield f"      or {question.hint}"
