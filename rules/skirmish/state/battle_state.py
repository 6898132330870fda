"""The state of a battle as a value: what stands where and in what condition, whose turn it is, what has been done.

Everything that can differ between two moments is in `Battle`; what stays the same all through is in its `Setting`. Battles are
equal if they are equal in all that can differ, so odds can be reckoned over them.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, Protocol, TypeVar, runtime_checkable

from rules.citations import Cover
from rules.errors import RulesError
from rules.roster.gang import Fighter, Gang
from scene.geometry.mesh import Point
from scene.pathfinding.path_legs import Path
from scene.table.called import called, namesakes
from scene.table.fog import Fog
from scene.table.table import Body, Figure, Piece, Table
from scene.table_io.table_statuses import Status

Whereabouts = Literal["table", "reserve", "out_of_action", "fled"]
PieceState = Literal["open", "closed", "whole", "gone"]
"""How a piece of terrain is: a door open or closed, another piece whole; gone is what was blown up."""


@dataclass(frozen=True)
class Mark:
    """A condition or a counter of a fighter that only some rule system knows: a constant, used as key.

    Attributes:
        name: for people, and for rulings.
        most: how often somebody can have it.
        until: when it goes by itself; procedures take it away otherwise.
        source: document and section, or the topic of it.
        told: what sentences say of who has it; by default that he is what the mark is called.
        about_somebody: whether it is about another fighter, whom sentences name behind it; then rulings leave it alone.
        about_thing: the same of a weapon, or of something else that is no fighter.
        counter: what one of it is called, where people count it as counters beside a figure; empty where they do not.
        silent: whether it is for the rules alone: nobody is told of it, and no ruling puts it on.
        status: in which whoever has it is; empty for any.
    """

    name: str
    most: int = 1
    until: Literal["", "activation begins", "activation ends", "round ends"] = ""
    source: str = ""
    told: str = ""
    about_somebody: bool = False
    about_thing: bool = False
    counter: str = ""
    silent: bool = False
    status: Status | Literal[""] = ""


Marks = tuple[tuple[str, str, int], ...]
"""The names of the marks that somebody has, whom each is about (mostly nobody), and how often he has it; sorted."""


@dataclass(frozen=True)
class Climb:
    """Where a move was broken off mid-climb or mid-air.

    Attributes:
        rest: the legs still to go.
        back: the legs back to the ground that he came from; none in the air.
        on_ladder: who holds on to a ladder does not fall at the end of his next activation.
        in_air: whether he is over a gap rather than on a face.
        began: whether he was there already when his activation began.
    """

    rest: Path = field(hash=False)
    on_ladder: bool = False
    in_air: bool = False
    began: bool = False
    back: Path = field(default=Path(()), hash=False)


@dataclass(frozen=True)
class FighterState:
    """A fighter on the table: all that changes about him.

    Attributes:
        id: of his card.
        gang: for which he fights: that of his card, but for the insane while another gang controls them.
        position: of the middle of his base, inches.
        facing: degrees.
        status: how his figure lies or stands.
        whereabouts: whether he is on the table at all.
        wounds: left.
        flesh_wounds: taken; each makes his toughness one less.
        ready: whether he has a ready marker.
        nerve_tested: whether he made a nerve test this round.
        empty: weapons out of ammo, by name.
        climb: where he hangs; None on his feet.
        carries: the object or fighter that he carries or drags.
        arrived: the round in which he came as a reinforcement; 0 for those from the start.
        marks: conditions and counters that only his rule system knows.
        proxy: the built-in figure that stands for him now; empty: that of his card. His base is that of his card all the same.
    """

    id: str
    gang: str
    position: Point = (0.0, 0.0, 0.0)
    facing: float = 0.0
    status: Status = "standing"
    whereabouts: Whereabouts = "table"
    wounds: int = 1
    flesh_wounds: int = 0
    ready: bool = False
    broken: bool = False
    insane: bool = False
    hard_target: bool = False
    reduced_actions: bool = False
    nerve_tested: bool = False
    empty: frozenset[str] = frozenset()
    climb: Climb | None = None
    carries: str = ""
    arrived: int = 0
    marks: Marks = ()
    proxy: str = ""

    @cached_property
    def elsewhere(self) -> "FighterState":
        """The same fighter with nothing told of where he is: what is worked out of that alone stays true when he moves."""
        return replace(self, position=(0.0, 0.0, 0.0), facing=0.0, climb=None)

    def has(self, mark: Mark) -> int:
        """How often he has a mark, about whomever."""
        return sum(count for name, _, count in self.marks if name == mark.name)

    def about(self, mark: Mark) -> tuple[str, ...]:
        """The ids of those whom a mark of his is about."""
        return tuple(other for name, other, _ in self.marks if name == mark.name)

    @property
    def on_feet(self) -> bool:
        """Whether he is in play and stands."""
        return self.on_table and self.status == "standing"

    @property
    def on_table(self) -> bool:
        """Whether he is in play."""
        return self.whereabouts == "table"

    @property
    def operational(self) -> bool:
        """Source: main-rulebook, Operational / Non-operational."""
        return self.on_table and not (self.status == "seriously_injured" or self.broken or self.insane)


@dataclass(frozen=True)
class Activation:
    """A fighter's activation under way.

    Attributes:
        fighter: who acts.
        left: actions that he still has.
        done: keys of the actions made, in their order.
        free: keys of actions that he may make once for free.
        aimed: whether he aimed and has not shot since.
        controller: the gang that acts with him; its own but for the insane.
        charged: whether the fight that is going on came from a charge.
        blind: whether the shot that he makes is fired blindly, all round.
        lucid: whether an insane fighter acts as normal, and may come to his senses at the end.
    """

    fighter: str
    left: int
    done: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    aimed: bool = False
    controller: str = ""
    charged: bool = False
    blind: bool = False
    lucid: bool = False


@dataclass(frozen=True)
class GangState:
    """What changes about a gang.

    Attributes:
        lost_this_round: fighters taken out of action this round.
        lost: fighters out of action or fled, all told.
        tested: who made the bottle test of the last round, and of this.
        bottled: whether it bottles this round.
        hand, deck: tactic cards held and still to be drawn.
        reroll: whether it may roll again for priority.
        score: points of the scenario.
        marks: conditions and counters that only its rule system knows.
    """

    id: str
    lost_this_round: int = 0
    lost: int = 0
    tested_before: str = ""
    tested: str = ""
    bottled: bool = False
    gave_up: bool = False
    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    reroll: bool = False
    score: int = 0
    marks: Marks = ()

    def has(self, mark: Mark) -> int:
        """How often it has a mark."""
        return sum(count for name, _, count in self.marks if name == mark.name)


@dataclass(frozen=True)
class TableObject:
    """An object on the table: loot, an ammo crate, what a scenario says.

    Attributes:
        light: whether it is picked up by moving over it and carried with ease.
        holder: the fighter who carries it; empty when it lies.
        locked: whether it is a casket whose lock is still closed.
        smashed: whether it was smashed open, which costs a point.
    """

    id: str
    position: Point
    light: bool = False
    holder: str = ""
    locked: bool = False
    smashed: bool = False


@runtime_checkable
class Named(Protocol):
    """What knows what sentences call things of its own, as a scenario does."""

    @property
    def names(self) -> dict[str, str]:
        """By id."""


Part = TypeVar("Part")


@dataclass(frozen=True, eq=False)
class Setting:
    """What stays the same all through a battle.

    Attributes:
        table: terrain and size; its figures do not count.
        gangs: in the order in which they sit round the table.
        body: the body of a proxy in a status.
        parts: what the rule system says, for the procedures that ask for it: how sight is judged, how figures move.
        scenario: the scenario's value, for the procedures that know it.
    """

    table: Table
    gangs: tuple[Gang, ...]
    body: Callable[[str, Status], Body]
    parts: tuple[object, ...]
    scenario: object = None

    def __repr__(self) -> str:
        """Where, and who fights."""
        return f"<Setting: {' against '.join(gang.name for gang in self.gangs)}>"

    def part(self, kind: type[Part]) -> Part:
        """What the rule system says of one thing; a `RulesError` where it says nothing of it."""
        for one in self.parts:
            if isinstance(one, kind):
                return one
        raise RulesError(f"these rules have no {kind.__name__}")

    def has_part(self, kind: type[object]) -> bool:
        """Whether the rule system says anything of one thing."""
        return any(isinstance(one, kind) for one in self.parts)

    @cached_property
    def cards(self) -> dict[str, Fighter]:
        """Every fighter's card by id."""
        return {fighter.id: fighter for gang in self.gangs for fighter in gang.fighters}

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of every fighter's card among all, by the fighter's id."""
        return {fighter: place for place, fighter in enumerate(self.cards)}

    @cached_property
    def home(self) -> dict[str, str]:
        """The gang of every fighter's card, by the fighter's id."""
        return {fighter.id: gang.id for gang in self.gangs for fighter in gang.fighters}

    @cached_property
    def names(self) -> dict[str, str]:
        """What sentences call every fighter, every gang, all that is at stake and every piece of terrain, by id."""
        known = {gang.id: gang.name for gang in self.gangs} | {card.id: card.name for card in self.cards.values()}
        known |= self.scenario.names if isinstance(self.scenario, Named) else {}
        pieces = self.table.terrain.names
        shared = namesakes(known.items(), {*pieces, *pieces.values()})
        return pieces | {own_id: called(own_id, name, shared=own_id in shared) for own_id, name in known.items()}


@dataclass(frozen=True)
class Battle:
    """A battle at one moment.

    Attributes:
        setting: what stays the same.
        models: all fighters, on the table or not.
        sides: all gangs.
        things: objects.
        round: 1 for the first.
        phase: the key of the phase that is going on; ``deploy`` before the first round, ``over`` when all is over.
        order: gangs by priority; empty before the first roll.
        turn: the gang whose turn it is in the action phase.
        group: fighters nominated to be activated after the present one.
        activation: who is acting; None between activations.
        winner: when it is over; empty for a draw.
        overruled: covers by rulings of the table until the activation ends: of whom, from whom (empty for everybody), which.
        pieces: pieces of terrain that are not as the table file has them, by id, and how they are; sorted.
        fogs: banks of fog on the table.
    """

    setting: Setting
    models: tuple[FighterState, ...]
    sides: tuple[GangState, ...] = ()
    things: tuple[TableObject, ...] = ()
    round: int = 0
    phase: str = "priority"
    order: tuple[str, ...] = ()
    turn: str = ""
    group: tuple[str, ...] = ()
    activation: Activation | None = None
    winner: str = field(default="")
    overruled: tuple[tuple[str, str, Cover], ...] = ()
    pieces: tuple[tuple[str, PieceState], ...] = ()
    fogs: tuple[Fog, ...] = ()

    def __hash__(self) -> int:
        """Reckoned once: a battle is the key of much that is remembered, and holds some twenty fighters."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, name) for name in self.__match_args__))

    @cached_property
    def engagements(self) -> dict[str, tuple[str, ...]]:
        """Who is engaged with whom at this very moment, as far as somebody has asked; battles are values, so it stays true."""
        return {}

    @cached_property
    def figures(self) -> dict[tuple[str, Status | None, str | None], Figure]:
        """How fighters look at this very moment, in a status and with a proxy, as far as somebody has asked."""
        return {}

    def __repr__(self) -> str:
        """How far it has come."""
        turn = f", turn of {self.called(self.turn)}" if self.turn else ""
        there = sum(1 for _ in self.on_table())
        return f"<Battle: round {self.round}, phase {self.phase}{turn}, {there} fighters on the table>"

    def model(self, fighter: str) -> FighterState:
        """The model of a fighter; a `KeyError` for none."""
        # Models stand in the order of their cards, almost always; nothing is asked so often.
        place = self.setting.places.get(fighter, 0)
        if place < len(self.models) and self.models[place].id == fighter:
            return self.models[place]
        for model in self.models:
            if model.id == fighter:
                return model
        raise KeyError(fighter)

    def card(self, fighter: str) -> Fighter:
        """The card of a fighter."""
        return self.setting.cards[fighter]

    def proxy(self, fighter: str) -> str:
        """The built-in figure that stands for a fighter now."""
        return self.model(fighter).proxy or self.card(fighter).proxy

    def called(self, who: str) -> str:
        """What sentences call a fighter or a gang, or anything else of an id, which they repeat."""
        return self.setting.names.get(who, who)

    def all_called(self, people: Iterable[str]) -> str:
        """What sentences call several, one after the other, with "and" between them."""
        return " and ".join(map(self.called, people))

    def side(self, gang: str) -> GangState:
        """What changes about a gang; a `KeyError` for none."""
        for side in self.sides:
            if side.id == gang:
                return side
        raise KeyError(gang)

    def cover_ruled(self, shooter: str, target: str) -> Cover | None:
        """The cover of a target from a shooter by a ruling of the table; None where the rules say it."""
        ruled = {(of, whose): cover for of, whose, cover in self.overruled}
        return ruled.get((target, shooter), ruled.get((target, "")))

    def on_table(self, gang: str = "") -> Iterator[FighterState]:
        """The models in play, of one gang or of all."""
        return (model for model in self.models if model.on_table and gang in {"", model.gang})

    def foes(self, gang: str) -> Iterator[FighterState]:
        """The models in play of all other gangs."""
        return (model for model in self.models if model.on_table and model.gang != gang)

    def changed(self, fighter: str, **changes: object) -> "Battle":
        """The battle with something changed about a fighter."""
        models = tuple(replace(model, **changes) if model.id == fighter else model for model in self.models)  # type: ignore[arg-type]
        return replace(self, models=models)

    def marked(self, fighter: str, mark: Mark, count: int = 1, *, about: str = "") -> "Battle":
        """The battle with a fighter who has a mark so often; 0 takes it away.

        Args:
            about: the other fighter whom it is about; where it goes away, all that he has of it go.
        """
        rest = [one for one in self.model(fighter).marks if one[0] != mark.name or (count and one[1] != about)]
        new = [(mark.name, about, min(count, mark.most))] if count else []
        return self.changed(fighter, marks=tuple(sorted([*rest, *new])))

    def side_marked(self, gang: str, mark: Mark, count: int = 1) -> "Battle":
        """The battle with a gang that has a mark so often; 0 takes it away."""
        rest = [one for one in self.side(gang).marks if one[0] != mark.name]
        new = [(mark.name, "", min(count, mark.most))] if count else []
        return self.side_changed(gang, marks=tuple(sorted([*rest, *new])))

    def side_changed(self, gang: str, **changes: object) -> "Battle":
        """The battle with something changed about a gang."""
        sides = tuple(replace(side, **changes) if side.id == gang else side for side in self.sides)  # type: ignore[arg-type]
        return replace(self, sides=sides)

    def piece_state(self, piece: str) -> PieceState:
        """How a piece of terrain is now; a `SceneError` that suggests the nearest one where there is none of that id."""
        own = self.setting.table.piece(piece)
        return dict(self.pieces).get(piece, as_set_up(own))

    def piece_changed(self, piece: str, state: PieceState) -> "Battle":
        """The battle with a piece of terrain in another state; a `RulesError` for one that it cannot be in.

        What is as the table file has it is not told of in `pieces`, so that battles that look alike are equal.
        """
        own = self.setting.table.piece(piece)
        can: tuple[PieceState, ...] = ("open", "closed", "gone") if own.kind == "door" else ("whole", "gone")
        if state not in can:
            raise RulesError(f"{self.called(piece)} cannot be {state}, only {' or '.join(can)}")
        told: dict[str, PieceState] = {**dict(self.pieces), piece: state}
        return replace(self, pieces=tuple(sorted(item for item in told.items() if item != (piece, as_set_up(own)))))


def as_set_up(piece: Piece) -> PieceState:
    """How a piece of terrain is on the table as its file has it."""
    if piece.kind == "door":
        return "open" if piece.open else "closed"
    return "whole"


def sequences(battle: Battle) -> str:
    """The gang that says what comes first of all that happens at the same time: whoever makes a turn, or has priority.

    Source: main-rulebook, Resolving simultaneous actions and effects.
    """
    acting = battle.activation
    return acting.controller if acting is not None and acting.controller else battle.order[0]
