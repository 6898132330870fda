"""The panel of dice that are asked for: what is needed and why, and buttons to roll them or to say how they fell."""

from rules.engine.dice import SCATTER, dice_count, halved, plain_numbers, symbols
from rules.engine.procedure_steps import Question, Roll
from sightline.session.answer_sources import dice_words, meanings, typed_how
from sightline.window.intents.battle_intents import PickArrow, PickDie
from sightline.window.intents.intents import Give, GiveText, Intent, RollDice
from sightline.window.intents.panel_widgets import Button, Entry, RowWidget, Slider, TextWidget, Widget

MANY = 20
"""Numbers that have buttons of their own."""
FEW = 4
"""Dice that have buttons of their own; more are typed only."""


def dice_widgets(
    question: Roll, who: str, *, typed: bool, picked: tuple[int, ...] = (), why_not: str = "", refused: str = ""
) -> list[Widget]:
    """A roll: what for, what is needed, every modifier with its reason and section, and how to answer.

    Args:
        question: what is rolled.
        who: what sentences call whoever rolls.
        typed: whether people roll; else there is one button with which the program does.
        picked: the faces said so far, 0 for those that are not.
        why_not: why nobody can answer now; empty if somebody can.
        refused: what was typed before and could not be.
    """
    needs = [TextWidget(f"needs {question.needs}", tip=question.source)] if question.needs else []
    modifiers = [TextWidget(f"{one.amount:+} {one.because.text}", tip=one.because.source) for one in question.why]
    tells = [TextWidget(question.tells, "faint")] if question.tells else []
    means = [*tells, *(TextWidget(line) for line in meanings(question))]
    said: list[Widget] = [TextWidget(f"{who}: {question.what}", "strong", tip=question.source), *needs, *modifiers, *means]
    if not typed:
        return [*said, Button(f"Roll {dice_words(question.dice)}", RollDice(), why_not)]
    lie = "they lie" if dice_count(question.dice) > 1 and question.dice != SCATTER else "it lies"
    return [
        *said,
        TextWidget(f"roll {dice_words(question.dice)}, then say how {lie}"),
        *_answers(question, picked, why_not, refused),
    ]


def picked_with(picked: tuple[int, ...], question: Question | None, intent: Intent) -> tuple[int, ...]:
    """The faces said so far after another one is said; none where no dice are asked for."""
    if not isinstance(question, Roll):
        return ()
    count = dice_count(question.dice)
    faces = list(picked) if len(picked) == count else [0] * count
    match intent:
        case PickDie(die, face) if die < count:
            faces[die] = face
        case PickArrow(degrees) if question.dice == SCATTER:
            faces[1] = round(degrees) % 360
    return tuple(faces)


def _answers(question: Roll, picked: tuple[int, ...], why_not: str, refused: str) -> list[Widget]:
    count = dice_count(question.dice)
    faces = picked if len(picked) == count else (0,) * count
    hint = typed_how(question.dice) or "the faces as they lie"
    typed: list[Widget] = [] if why_not else [Entry("or typed", hint, GiveText, refused)]
    if question.dice == SCATTER:
        ways = Slider("arrow, degrees from +x", faces[1], 0, 359, PickArrow, whole=True, shown="%d")
        turns: list[Widget] = (
            [] if why_not else [TextWidget("drag the arrow on the table to where yours points", "faint"), ways]
        )
        return [_die(question, 0, faces, why_not), *turns, _these(faces, faces[:1], why_not), *typed]
    if count == 1 and not _faces(question.dice):
        return typed
    if count == 1:
        return [RowWidget([Button(label, Give((face,)), why_not) for label, face in _faces(question.dice)]), *typed]
    if count > FEW:
        return typed
    dice = [_die(question, number, faces, why_not) for number in range(count)]
    return [*dice, _these(faces, faces, why_not), *typed]


def _die(question: Roll, number: int, faces: tuple[int, ...], why_not: str) -> RowWidget:
    """The faces of one die, that which was said marked."""
    return RowWidget(
        [
            Button(label, PickDie(number, face), why_not, chosen=faces[number] == face, marker=f"die {number + 1}")
            for label, face in _faces(question.dice)
        ]
    )


def _faces(dice: str) -> list[tuple[str, int]]:
    """What one of the dice can show, and the face that stands for it; nothing where that is too much for buttons."""
    if (numbers := plain_numbers(dice)) is not None:
        return [(str(number), number) for number in numbers] if len(numbers) <= MANY else []
    kind = dice.rpartition(" ")[2]
    if shown := symbols(dice):
        return [(_symbol(kind, symbol), face) for symbol, face in shown.items()]
    return [(f"{face}, counts {halved(face)}" if kind == "D3" else str(face), face) for face in range(1, 7)]


def _symbol(kind: str, symbol: str) -> str:
    if kind != "firepower" or symbol == "ammo":
        return symbol
    return f"{symbol} bullet hole{'s' * (symbol != '1')}"


def _these(faces: tuple[int, ...], needed: tuple[int, ...], why_not: str) -> Button:
    """Gives the faces that were said."""
    label = "So it lies" if len(needed) == 1 else "So they lie"
    return Button(label, Give(faces), why_not or ("" if all(needed) else "say first what every die shows"))
