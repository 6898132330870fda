"""Rulings by the table: what the players agree on beside the rules, from its text to the battle with it.

``FIGURE MARK [on|off|N]``, ``move FIGURE X Y Z``, ``cover of FIGURE [from FIGURE] open|partial|full|off``, ``door ID
open|closed``, ``fog X Y RADIUS [THROUGH]``, ``fog X Y off``, ``GANG plays CARD``, and free text in quotation marks, alone or
behind one of the others as its reason. Fighters and gangs go by id or, in any case, by name.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from rules.citations import Cover
from rules.errors import RulesError
from rules.skirmish.state.battle_pieces import doors, set_door
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.placement import typed_place
from rules.skirmish.state.ruling_marks import RulingMark, marks_of
from rules.skirmish.state.status_changes import without_hard_target
from rules.skirmish.state.typed_names import fighters_meant
from scene.base.messages import plain, shown_text
from scene.table.fog import Fog

SOURCE = "ruling by the table"
LONGEST = 300
"""Letters of a ruling."""
COVERS: tuple[Cover, ...] = ("open", "partial", "full")
SHAPE = 'FIGURE MARK, move FIGURE X Y Z, cover of FIGURE open, door ID open, fog X Y RADIUS, or "free text" in quotation marks'
MOST_FOGS, WIDEST_FOG = 12, 48.0
"""Banks of fog on a table, and the radius of the largest in inches."""
_PLAIN = re.compile(r"\d{1,4}(\.\d{1,4})?")
_REASON = re.compile(r'(?P<ruling>[^"]*)"(?P<reason>[^"]*)"')


def applied(battle: Battle, text: str) -> tuple[Battle, str]:
    """A battle with a ruling in force, and what it comes to in words; the very battle for what is only said.

    Raises:
        RulesError: with one line, for what is no ruling, or changes nothing.
    """
    text = " ".join(text.split())
    if len(text) > LONGEST or not text.isprintable():
        raise RulesError(f"a ruling has at most {LONGEST} letters, and nothing but letters; this one has {len(text)}")
    match = _REASON.fullmatch(text)
    ruling, reason = (match["ruling"].strip(), match["reason"].strip()) if match else (text, "")
    if match and not ruling:
        if not reason:
            raise RulesError(f"a ruling says something; type {SHAPE}")
        return battle, reason
    if '"' in ruling:
        raise RulesError("free text stands between two quotation marks, at the end of a ruling")
    after, words = _ruled(battle, ruling.split())
    return after, f"{words} ({reason})" if reason else words


def _ruled(battle: Battle, words: Sequence[str]) -> tuple[Battle, str]:
    match [word.casefold() for word in words[:2]]:
        case []:
            raise RulesError(f"a ruling says something; type {SHAPE}")
        case ["move", *_]:
            return _moved(battle, words[1:])
        case ["cover", "of"]:
            return _covered(battle, words[2:])
        case ["door", *_]:
            return _door(battle, words[1:])
        case ["fog", *_]:
            return _fog(battle, words[1:])
    if gang := card_player(battle, " ".join(words)):
        return _played(battle, gang, words)
    fighter, rest = _fighter(battle, words)
    return _marked(battle, fighter, rest)


def card_player(battle: Battle, text: str) -> str:
    """The gang that plays a tactic card by a ruling, by its id; empty for other rulings."""
    before, plays, _ = f" {' '.join(text.split())} ".casefold().partition(" plays ")
    named = before.strip()
    found = (side.id for side in battle.sides if named in {side.id.casefold(), battle.called(side.id).casefold()})
    return next(found, "") if plays else ""


def _played(battle: Battle, gang: str, words: Sequence[str]) -> tuple[Battle, str]:
    """A card leaves the hand at a time at which nobody is asked for one, such as while an enemy shoots."""
    said = " ".join(words[[word.casefold() for word in words].index("plays") + 1 :])
    hand = battle.side(gang).hand
    card = next((one for one in hand if " ".join(one.split()).casefold() == said.casefold()), None)
    if card is None:
        raise RulesError(f"{battle.called(gang)} holds no tactic card {_quoted(said)}")
    left = tuple(one for one in hand if one != card)
    return battle.side_changed(gang, hand=left), f"{card} is played by {battle.called(gang)}"


def _fighter(battle: Battle, words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Whom the first words stand for, and the words after them."""
    ids = {model.id.casefold(): model.id for model in battle.models}
    for count in range(len(words), 0, -1):
        (first, *others) = fighters_meant(battle, words[:count], ids.values())
        if not others and first in ids.values():
            return first, words[count:]
    if words and words[0].casefold() in ids:
        return ids[words[0].casefold()], words[1:]
    there = ", ".join(battle.called(model.id) for model in battle.models)
    named = f'"{shown_text(words[0])}" is no fighter' if words else "a fighter is missing"
    raise RulesError(f"{named}; there are: {there}; a ruling is {SHAPE}")


def _moved(battle: Battle, words: Sequence[str]) -> tuple[Battle, str]:
    """A fighter stands elsewhere, with the objects that he holds; whom he dragged stays."""
    fighter, place = _fighter(battle, words)
    who = battle.called(fighter)
    _check_on_table(battle, fighter)
    if len(place) not in {2, 3}:
        raise RulesError(f"where is {who} moved? type move {fighter} and x y z, in inches")
    option = typed_place(battle, fighter, ())(" ".join(place))
    things = tuple(replace(one, position=option.value) if one.holder == fighter else one for one in battle.things)
    model = battle.model(fighter)
    drags = any(other.id == model.carries for other in battle.models)
    battle = replace(battle, things=things)
    battle = battle.changed(fighter, position=option.value, climb=None, carries="" if drags else model.carries)
    return without_hard_target(battle), f"{who} is moved to {option.key}"


def _covered(battle: Battle, words: Sequence[str]) -> tuple[Battle, str]:
    """The cover of a fighter until the activation ends, from everybody or from one."""
    fighter, rest = _fighter(battle, words)
    shooter = ""
    if rest and rest[0].casefold() == "from":
        shooter, rest = _fighter(battle, rest[1:])
    said = " ".join(rest).casefold()
    cover = next((one for one in COVERS if one == said), None)
    of = f"the cover of {battle.called(fighter)}{f' from {battle.called(shooter)}' if shooter else ''}"
    for one in filter(None, (fighter, shooter)):
        _check_on_table(battle, one)
    if shooter == fighter:
        raise RulesError(f"{battle.called(fighter)} is in no cover from the very same; name two fighters")
    if cover is None and said != "off":
        raise RulesError(f"{of} is open, partial or full, or off for what the rules say, not {_quoted(said)}")
    others = tuple(one for one in battle.overruled if one[:2] != (fighter, shooter))
    if cover is None:
        if others == battle.overruled:
            raise RulesError(f"there is no ruling about {of}")
        return replace(battle, overruled=others), f"{of} is what the rules say"
    return replace(battle, overruled=(*others, (fighter, shooter, cover))), f"{of} is {cover} until the activation ends"


def _door(battle: Battle, words: Sequence[str]) -> tuple[Battle, str]:
    """A door is opened or closed."""
    known = doors(battle)
    names = ", ".join(map(battle.called, known)) or "none"
    there = {battle.called(door).casefold(): door for door in known} | {door.casefold(): door for door in known}
    if not words:
        raise RulesError(f"which door? there are: {names}")
    said = " ".join(words[:-1] if words[-1].casefold() in {"open", "closed"} else words)
    if said.casefold() not in there and (called := " ".join(words[:-1]).casefold()) in there:
        raise RulesError(f"{battle.called(there[called])} is open or closed, not {_quoted(words[-1])}")
    if said.casefold() not in there:
        raise RulesError(f"there is no door {_quoted(said)}; there are: {names}")
    door, state = there[said.casefold()], words[-1].casefold()
    if state not in {"open", "closed"}:
        raise RulesError(f"{battle.called(door)} is open or closed; say which")
    return set_door(battle, door, open_it=state == "open"), f"{battle.called(door)} is {state}"


def _fog(battle: Battle, words: Sequence[str]) -> tuple[Battle, str]:
    """A bank of fog is there, or is gone."""
    *words, last = [word.casefold() for word in words] or [""]
    numbers = [_number(word) for word in (words if last == "off" else [*words, last])]
    x, y = numbers[:2] if len(numbers) > 1 else (None, None)
    if x is None or y is None or None in numbers or len(numbers) not in ({2} if last == "off" else {3, 4}):
        raise RulesError("fog is typed fog X Y RADIUS, then the inches that one sees through it if any, or fog X Y off")
    width, depth = battle.setting.table.size
    if not (0.0 <= x <= width and 0.0 <= y <= depth):
        raise RulesError(f"the middle of fog is on the table, which is {plain(width)} by {plain(depth)} inches")
    others = tuple(one for one in battle.fogs if one.middle != (x, y))
    where = f"at {plain(x)} {plain(y)}"
    if last == "off":
        if others == battle.fogs:
            there = ", ".join(f"{plain(one.middle[0])} {plain(one.middle[1])}" for one in battle.fogs)
            raise RulesError(f"there is no fog {where}" + (f"; there is at {there}" if there else ""))
        return replace(battle, fogs=others), f"the fog {where} lifts"
    return _fog_put(battle, others, Fog((x, y), *(number for number in numbers[2:] if number is not None)), where)


def _fog_put(battle: Battle, others: tuple[Fog, ...], fog: Fog, where: str) -> tuple[Battle, str]:
    if not 0.5 <= fog.radius <= WIDEST_FOG or not 0.0 <= fog.through <= WIDEST_FOG:
        raise RulesError(
            f"fog has a radius of half an inch to {plain(WIDEST_FOG)}, and one sees through 0 to {plain(WIDEST_FOG)}"
        )
    if len(others) >= MOST_FOGS:
        raise RulesError(f"there are {MOST_FOGS} banks of fog already, which is as many as there can be")
    if fog in battle.fogs:
        raise RulesError(f"there is this fog {where} already")
    through = f"one sees {plain(fog.through)} inches through it" if fog.through else "nobody sees through it"
    return replace(battle, fogs=(*others, fog)), f'there is fog {where}, {plain(fog.radius)}" to every side; {through}'


def _number(word: str) -> float | None:
    """A plain number, as places are typed; None for anything else."""
    return float(word) if _PLAIN.fullmatch(word) else None


def _marked(battle: Battle, fighter: str, words: Sequence[str]) -> tuple[Battle, str]:
    """A mark of a fighter is put on, taken off or set to a number."""
    who, plain = battle.called(fighter), [word.casefold() for word in words]
    marks = marks_of(battle, fighter)
    fits = [mark for mark in marks if plain[: len(mark.name.split())] == mark.name.split()]
    mark = max(fits, key=lambda one: len(one.name), default=None)
    if mark is None:
        names = ", ".join(one.name for one in marks)
        if not words:
            raise RulesError(f"what is the case with {who}? type one of these behind the name: {names}")
        raise RulesError(f"{_quoted(' '.join(words))} is no mark of {who}; there are: {names}")
    rest = list(words[len(mark.name.split()) :])
    value = _value(battle, fighter, mark, rest)
    if mark.on_table or value:
        _check_on_table(battle, fighter)
    about = _about(battle, fighter, mark, " ".join(rest))
    said = f"{who} {mark.words(about, value)}"
    if mark.now(battle, fighter, about) == value:
        now = f"{who} {mark.lacks(about)}" if not value else f"{said} already"
        raise RulesError(f"{now}, at the beginning of what is under way; the ruling would change nothing")
    return mark.put(battle, fighter, about, value), said


def _value(battle: Battle, fighter: str, mark: RulingMark, rest: list[str]) -> int:
    """The number or the on or off at the end, which is taken off ``rest``; on where there is none."""
    last = rest[-1].casefold() if rest else ""
    if mark.counted:
        least, most = mark.least, mark.most(battle, fighter)
        if last == "off" and not least:
            rest.pop()
            return 0
        number = rest.pop() if last.isdecimal() and len(last) < 5 else ""
        if not number or not least <= int(number) <= most:
            about = "".join(f" {name}" for name in (mark.about(battle, fighter)[:1] if mark.about is not None else ()))
            typed = f"{mark.name}{about} {min(most, max(least, 2))}"
            raise RulesError(f"{mark.name} is followed by a number from {least} to {most}; type {fighter} {typed}")
        return int(number)
    if last in {"on", "off"}:
        rest.pop()
    return int(last != "off")


def _about(battle: Battle, fighter: str, mark: RulingMark, said: str) -> str:
    """Which thing of the fighter's a mark is about; it need not be said where there is only one."""
    if mark.about is None:
        if said:
            raise RulesError(f"{mark.name} is followed by {'a number' if mark.counted else 'on or off'}, not {_quoted(said)}")
        return ""
    names = mark.about(battle, fighter)
    found = [name for name in names if name.casefold() == said.casefold()] if said or len(names) != 1 else list(names)
    if not found:
        raise RulesError(f"{mark.name}: which weapon of {battle.called(fighter)}? it may be: {', '.join(names) or 'none'}")
    return found[0]


def _check_on_table(battle: Battle, fighter: str) -> None:
    if not battle.model(fighter).on_table:
        raise RulesError(f"{battle.called(fighter)} is not on the table")


def _quoted(text: str) -> str:
    return f'"{shown_text(text)}"'
