"""Small battles on an empty table, and procedures gone through with scripted answers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast

from assets.mesh_library import LIBRARY
from rules.engine.game_history import meant
from rules.engine.procedure_steps import Answer, Call, Procedure, Question, Say
from rules.roster.gang import Fighter, Gang
from rules.skirmish.state.battle_state import Battle, FighterState, GangState, Setting
from rules.systems import registry
from scene.table.table import Body, Piece, Table, Terrain
from scene.table_io.table_statuses import POSTURES, Status

Place = tuple[float, float] | tuple[float, float, float]


def body(proxy: str, status: Status) -> Body:
    return LIBRARY.body(proxy, POSTURES[status], "upright")


def battle(
    places: Mapping[str, Place],
    *,
    cards: Sequence[Fighter] = (),
    pieces: Sequence[Piece] = (),
    size: tuple[float, float] = (48.0, 48.0),
    rules: str = "main-rulebook",
    **changes: object,
) -> Battle:
    """A battle of the gangs ``red`` and ``blue``: ids that begin with ``b`` are blue, all others red.

    Fighters stand at their places and face along +x; those without a card among ``cards`` have the rulebook's example profile.
    ``rules`` names the rule system.
    """
    known = {card.id: card for card in cards}
    fighters = {name: known.get(name) or Fighter(name, name.title()) for name in places}
    gangs = tuple(
        Gang(gang, gang.title(), tuple(card for name, card in fighters.items() if _gang(name) == gang))
        for gang in ("red", "blue")
    )
    setting = Setting(Table(size, Terrain(tuple(pieces))), gangs, body, registry.system(rules).battle)
    models = tuple(
        FighterState(name, _gang(name), _point(place), wounds=fighters[name].profile.wounds, ready=True)
        for name, place in places.items()
    )
    start = Battle(
        setting, models, (GangState("red"), GangState("blue")), round=1, phase="action", order=("red", "blue"), turn="red"
    )
    return replace(start, **changes)  # type: ignore[arg-type]


def _gang(name: str) -> str:
    return "blue" if name.startswith("b") else "red"


def _point(place: Place) -> tuple[float, float, float]:
    return (place[0], place[1], place[2] if len(place) == 3 else 0.0)


Result = TypeVar("Result")


class Told(list[Question]):
    """What was asked, in order, and what was said."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[Say] = []

    def names(self) -> list[str]:
        return [question.what for question in self]


def gone_through(
    procedure: Procedure[Result], *answers: Answer, always: Mapping[str, Answer] | None = None
) -> tuple[Result, Told]:
    """The result of a procedure with these answers, no more and no less, and what it asked.

    Questions that are named in ``always`` get that answer and are not told.
    """
    told, left = Told(), list(answers)

    def run(steps: Procedure[Any]) -> object:
        reply: object = None
        while True:
            try:
                request = steps.send(reply)
            except StopIteration as stop:
                return stop.value
            match request:
                case Say():
                    told.said.append(request)
                    reply = None
                case Call():
                    reply = run(request.begin())
                case _ if request.what in (always or {}):
                    reply = meant(request, (always or {})[request.what])
                case _:
                    told.append(request)
                    assert left, f"no answer left for {request}"
                    reply = meant(request, left.pop(0))

    result = cast("Result", run(procedure))
    assert not left, f"answers never asked for: {left}; asked was {told.names()}"
    return result, told
