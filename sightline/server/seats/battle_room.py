"""A battle that several phones play: who may answer what, and the dice. All of it belongs to one thread."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Literal

from rules.engine.game_history import Answered, Line, Ruled, given_by_somebody
from rules.engine.given_entries import Ruling
from rules.engine.procedure_steps import Choose, Question, Roll, Say
from rules.errors import RulesError
from rules.skirmish.opponent.style import USUAL
from rules.skirmish.phases.deployment import KINDS
from rules.skirmish.phases.tactic_cards import hand_words
from rules.skirmish.state.battle_rules import round_told
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.rulings import card_player
from rules.skirmish.state.scenario import over_words
from scene.table_io.standing_check import edge_warnings
from scene.walkable.agent import Agent
from sightline.answers.place_in_words import without_numbers
from sightline.api.given_values import place, words, wrong
from sightline.api.loaded_table import LoadedTable
from sightline.api.shown_answers import with_more
from sightline.console import warn
from sightline.errors import CommandError
from sightline.files.rule_systems import rules_called
from sightline.server.seat_links import Seat
from sightline.server.seats.answer_preview import preview_of, preview_of_tap
from sightline.server.seats.refused_messages import RefusedMessages, UninvitedError
from sightline.server.seats.shared_rolls import SharedRolls
from sightline.server.seats.told_question import conditions, told_question
from sightline.server.table_source import NO_PHOTOS, NO_SCAN, Heard, TableMoment
from sightline.session.acting_words import impossible
from sightline.session.answer_sources import ruling_typed
from sightline.session.battle_loading import agents
from sightline.session.battle_log import lines
from sightline.session.journal_files import GoneOnMeanwhileError
from sightline.session.play_loop import Play
from sightline.session.secret_choices import chooser
from sightline.window.battle.snapshots.fighter_signs import signs_of

Dice = Literal["program", "typed", "both"]
"""Who rolls: the program, people at the table, or both players' devices together."""
LOG = 60
"""Lines of the log that pages are told; the journal has all."""
MOST_RULINGS = 20
"""That pages are told, so that whoever makes one after the other keeps no page waiting."""
MOST_TEXT = 1_000
MOST_MADE = 500
"""Of one seat in a battle, with those that were taken back."""


class BattleRoom:
    """A battle, its seats, and a roll that two of them draw. The one thing here that changes."""

    def __init__(self, play: Play, closing: ExitStack, table_file: Path, *, program: frozenset[str], dice: Dice) -> None:
        """Take over a battle with what closes its journal.

        Args:
            play: the battle.
            closing: closes its journal.
            table_file: of its terrain.
            program: the gangs that the program plays, or the rules.
            dice: who rolls.
        """
        self._play, self._closing, self._path, self._dice = play, closing, table_file, dice
        play.typed = dice == "typed"
        self._program = program
        self._rolls = SharedRolls(play)
        self._number = 0
        self._heard: list[Heard] = []
        self._log: list[str] = []
        self._entries: tuple[object, ...] = ()
        self._because = ""
        self._lost: tuple[str, ...] = ()
        self._refused = RefusedMessages()
        self._now = self._moment()

    @property
    def name(self) -> str:
        """What the battle is called."""
        return str(self._play.file.journal.header.get("name") or self._path.stem)

    @property
    def now(self) -> TableMoment:
        """The table as the battle has it."""
        return self._now

    @property
    def path(self) -> Path:
        """The file of the table."""
        return self._path

    @property
    def people(self) -> tuple[tuple[str, str], ...]:
        """The gangs that people play: their ids, and what sentences call them."""
        battle = self._battle
        return tuple((side.id, battle.called(side.id)) for side in battle.sides if side.id not in self._program)

    def listen(self, heard: Heard) -> None:
        """Have a function called after each change."""
        self._heard.append(heard)

    def take_scan_photo(self, _data: bytes) -> str:
        """Nothing is scanned here."""
        raise CommandError(NO_SCAN)

    def photos(self) -> None:
        """Figures of a battle stand where its rules have them."""

    def take_photo(self, _data: bytes, *, last: bool = True) -> str:  # noqa: ARG002 - it is refused
        """Photos are taken where a table is scanned."""
        raise CommandError(NO_PHOTOS)

    def doubts(self) -> tuple[str, ...]:
        """What makes answers about the table doubtful, a line each."""
        return (*edge_warnings(self._now.table), *self._lost)

    def close(self) -> None:
        """Let the journal go; every answer is in it already."""
        self._closing.close()

    @property
    def _battle(self) -> Battle:
        return self._play.game.state

    @property
    def _question(self) -> Question | None:
        return self._play.game.pending

    def told(self, seat: Seat) -> dict[str, Any]:
        """The battle as a seat may see it."""
        battle, question = self._battle, self._question
        return {
            "battle": {
                "name": self.name,
                "rules": rules_called(self._play.file.journal.header.get("rules")),
                "round": round_told(battle),
                "count": len(self._play.file.journal.entries),
                "over": over_words(battle) if question is None else "",
                "seats": [
                    {"gang": side.id, "called": battle.called(side.id), "program": side.id in self._program,
                     "mine": side.id == seat.gang}
                    for side in battle.sides
                ],
                "asked": told_question(battle, question, seat.gang),
                "how": list(conditions(battle)),
                "because": self._because,
                "acting": battle.activation.fighter if battle.activation is not None else "",
                "signs": {model.id: found for model in battle.on_table() if (found := _signs(battle, model.id))},
                "dice": {"who": self._dice, "roll": self._told_roll(), "drawn": self._rolls.drawn(seat.gang)},
                "cards": {"held": list(self._hand(seat)), "others": self._others_hold(seat)},
                "undo": self._to_take_back(seat) > 0,
                "rulings": self._rulings(seat),
                "log": self._told_log()[-LOG:],
            }
        }  # fmt: skip

    def changed(self, seat: Seat, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Do what a seat wants, or look what it would come to.

        Raises:
            RulesError, SceneError, CommandError: it cannot be, in a line for people; then nothing has changed.
        """
        what = wanted.get("change")
        if what == "preview":
            return self._preview(seat, wanted)
        if what == "why":
            return {"said": "", "lines": self._why(seat)}
        if not isinstance(what, str) or what not in _CHANGES:
            raise wrong("change", what, ", ".join(("preview", "why", *_CHANGES)))
        if not seat.gang:
            raise CommandError("from this link the battle can only be watched")
        self._catch_up()
        try:
            with self._refused.told(seat.name, what, always=what == "dice"):
                said = _CHANGES[what](self, seat, wanted)
        except GoneOnMeanwhileError:
            self._catch_up()
            raise
        self._because = ""
        self._tell()
        return {"said": said}

    def agents(self) -> tuple[Agent, ...]:
        """Those of all fighters, also of those who are still to be set up."""
        return agents(self._play.game.settled.setting)

    def go_on(self) -> bool:
        """One answer that nobody has to give: the program's, or a roll that it makes; whether there was one."""
        try:
            return self._program_goes_on()
        except GoneOnMeanwhileError:
            # Another program may play the same gang, and was faster.
            self.look()
            return True

    def look(self) -> None:
        """Take in what other programs have answered; where that cannot be, it is told once, and among the doubts."""
        known = self._lost
        try:
            self._catch_up()
            self._lost = ()
        except CommandError as error:
            self._lost = error.faults
        if self._lost != known:
            warn(self._lost)
            self._tell()

    def _program_goes_on(self) -> bool:
        question = self._question
        if question is None or self._play.owed is not None or self._lost:
            return False
        gang = chooser(self._battle, question)
        if isinstance(question, Roll):
            if gang not in self._program or self._dice == "typed":
                return False
            self._play.roll(question)
        elif gang in self._program:
            self._because = self._decided(question)
        else:
            return False
        self._tell()
        return True

    def _catch_up(self) -> None:
        """Take in what other programs have answered, and tell it."""
        heard = self._play.heard
        try:
            self._play.catch_up()
        finally:
            if self._play.heard > heard:
                # A roll that two devices had begun here is begun again, or goes on as the journal has it.
                self._rolls.begin_again()
                self._because = ""
                self._tell()

    def _decided(self, question: Choose) -> str:
        from rules.skirmish.opponent.program_player import decide
        from rules.skirmish.opponent.told_reasons import reason

        battle = self._battle
        key = decide(battle, question, USUAL)
        because = "" if question.secret else reason(battle, question, key, USUAL)
        self._play.give(key)
        return because

    def _answer(self, seat: Seat, wanted: Mapping[str, Any]) -> str:
        """Give an answer, typed dice, or a ruling."""
        text = words(wanted.get("text"), "text", "an answer as a text")[: MOST_TEXT + 1]
        if (ruling := ruling_typed(text)) is not None:
            if (player := card_player(self._battle, ruling)) not in {"", seat.gang}:
                # Whether that is refused would tell the other player's hand.
                raise UninvitedError(f"which tactic cards are played says {self._battle.called(player)}")
            made = sum(isinstance(one, Ruling) and one.by == seat.gang for one in self._play.file.journal.entries)
            if made >= MOST_MADE:
                # The journal has room for so much, and is the other player's as well.
                raise RulesError(f"{MOST_MADE} rulings came from this phone; make more at the computer")
            return self._play.give_line(text, seat.gang)
        question = self._asked(seat, wanted)
        if isinstance(question, Roll) and self._dice != "typed":
            raise RulesError("these dice are not typed: tap Roll")
        return self._play.give_line(text, seat.gang)

    def _rolled(self, seat: Seat, wanted: Mapping[str, Any]) -> str:
        """Have the program roll what a seat rolls for."""
        question = self._asked(seat, wanted)
        if not isinstance(question, Roll):
            raise RulesError(f'"{question.what}" is a choice, not a roll')
        if self._dice == "both" and self._play.fall_again():
            return "the dice fall as they did before they were taken back"
        if self._dice != "program" and self._beside(seat.gang):
            raise RulesError("these dice are drawn by both devices" if self._dice == "both" else "these dice are typed")
        self._play.roll(question)
        return ""

    def _exchange(self, seat: Seat, wanted: Mapping[str, Any]) -> str:
        """Take one message about a roll that two devices draw."""
        if self._dice != "both":
            raise RulesError("dice are not drawn by both devices in this battle")
        if self._rolls.under_way is None and not isinstance(self._asked(seat, None), Roll):
            raise RulesError("no roll is asked for")
        return self._rolls.take(seat.gang, self._beside(seat.gang), wanted)

    def _undo(self, seat: Seat, wanted: Mapping[str, Any]) -> str:
        """Take back what a seat answered last, while nobody else has answered since."""
        self._check_current(wanted)
        count = self._to_take_back(seat)
        if not count:
            raise RulesError(
                "you can take back only what you answered last, before another player has answered and before dice have fallen"
            )
        return self._play.take_back(count)

    def _asked(self, seat: Seat, wanted: Mapping[str, Any] | None) -> Question:
        """What is asked, if it is asked of this seat."""
        question = self._question
        if question is None:
            raise RulesError("the battle is over")
        if wanted is not None:
            self._check_current(wanted)
        gang = chooser(self._battle, question)
        if gang != seat.gang:
            raise UninvitedError(f"that is for {self._battle.called(gang)} to answer")
        return question

    def _check_current(self, wanted: Mapping[str, Any]) -> None:
        """An answer says to which state of the battle it belongs: one that comes late or twice answers something else."""
        if wanted.get("count") != len(self._play.file.journal.entries):
            raise UninvitedError("the battle has gone on meanwhile; look what is asked now")

    def _beside(self, gang: str) -> str:
        """Another gang that people play; empty for none."""
        return next((other for other, _ in self.people if other != gang), "")

    def _to_take_back(self, seat: Seat) -> int:
        """How many answers from the last on a seat gave, or a ruling, if no other player chose after it; else 0."""
        if (owed := self._play.owed) is not None:
            # Who owes a reveal cannot get out of it; the other one may let him, where his phone is lost.
            return 1 if seat.gang == owed.bound.beside and self._play.game.answers else 0
        given = [line for line in self._play.game.log if not isinstance(line, Say) and given_by_somebody(line)]
        for count, line in enumerate(reversed(given), 1):
            if isinstance(line, Ruled):
                # A ruling is what both agree on: whoever does not takes it back.
                return count if seat.gang else 0
            if isinstance(line.question, Roll) and self._beside(seat.gang):
                # What fell is known: nobody chooses anew because it does not suit him. A ruling can put right what both want.
                return 0
            gang = self._gang_of(line)
            if gang == seat.gang and isinstance(line.question, Choose):
                return count
            if gang not in self._program and isinstance(line.question, Choose):
                return 0
        return 0

    def _hand(self, seat: Seat) -> tuple[str, ...]:
        """The tactic cards that a seat holds, which nobody else is told."""
        return next((side.hand for side in self._battle.sides if side.id == seat.gang), ())

    def _others_hold(self, seat: Seat) -> list[str]:
        """How many the others hold; a line each."""
        return [hand_words(self._battle, side.id) for side in self._battle.sides if side.hand and side.id != seat.gang]

    def _rulings(self, seat: Seat) -> list[dict[str, Any]]:
        """The latest rulings that count, with who made them: who did not is to see them."""
        given = [line for line in self._play.game.log if not isinstance(line, Say) and given_by_somebody(line)]
        rulings = [(number, line) for number, line in enumerate(given, 1) if isinstance(line, Ruled)][-MOST_RULINGS:]
        called = self._battle.called
        return [
            {"key": f"{number} {line.words}", "text": line.words, "mine": line.ruling.by == seat.gang != "",
             "by": called(line.ruling.by) if line.ruling.by else "", "last": number == len(given)}
            for number, line in rulings
        ]  # fmt: skip

    def _gang_of(self, line: Answered) -> str:
        battle, who = self._battle, line.question.who
        return battle.model(who).gang if who in battle.setting.cards else who

    def _preview(self, seat: Seat, wanted: Mapping[str, Any]) -> dict[str, Any]:
        question = self._asked(seat, wanted)
        tell: Callable[[float], None] = lambda _share: None  # noqa: E731 - the ground is told about by who works it out
        if isinstance(text := wanted.get("text"), str):
            if not isinstance(question, Choose):
                raise RulesError("dice have no preview")
            return {"said": "", **preview_of(self._battle, question, text[:MOST_TEXT], tell)}
        owner = wanted.get("figure") or ""
        at = None if wanted.get("at") is None else place(wanted["at"], "at")
        return {"said": "", **preview_of_tap(self._battle, question, words(owner, "figure", "an id"), at, tell)}

    def _why(self, seat: Seat) -> list[str]:
        """What cannot be done now, and why; nothing of a secret choice of somebody else."""
        question = self._question
        if isinstance(question, Choose) and question.secret and chooser(self._battle, question) != seat.gang:
            return []
        return list(impossible(self._play.game.settled, question))

    def _told_roll(self) -> dict[str, Any] | None:
        """The roll that two devices draw: what it is bound to, and what has been said so far; None where there is none."""
        question = self._question
        gang = chooser(self._battle, question)
        beside = "" if gang in self._program else self._beside(gang)
        return self._rolls.told(gang, beside) if self._dice == "both" else None

    def _told_log(self) -> list[str]:
        """The lines of the log; what has been put in words once is not put in words again."""
        log = self._play.game.log
        pairs = enumerate(zip(self._entries, log, strict=False))
        same = next((number for number, (one, other) in pairs if one is not other), min(len(self._entries), len(log)))
        told = zip(log[same:], lines(log, self._battle.called, start=same, sources=True, untold=True), strict=True)
        self._log[same:] = ["" if _is_placing(line) else without_numbers(self._now.table, words) for line, words in told]
        self._entries = log
        return [line for line in self._log if line]

    def _moment(self) -> TableMoment:
        table = table_of(self._battle)
        return TableMoment(with_more(LoadedTable, table, warnings=()), self._number, moved=True)

    def _tell(self) -> None:
        self._number += 1
        self._now = self._moment()
        for heard in self._heard:
            heard()


_CHANGES: Mapping[str, Callable[[BattleRoom, Seat, Mapping[str, Any]], str]] = {
    "answer": BattleRoom._answer,  # noqa: SLF001 - of the class itself
    "roll": BattleRoom._rolled,  # noqa: SLF001
    "dice": BattleRoom._exchange,  # noqa: SLF001
    "undo": BattleRoom._undo,  # noqa: SLF001
}


def _is_placing(line: Line) -> bool:
    """Whether a line is the choice of a place to be set up at: the next one tells that somebody is placed."""
    return isinstance(line, Answered) and not line.hidden and line.question.asks in KINDS.values()


def _signs(battle: Battle, fighter: str) -> list[str]:
    return [sign.words for sign in signs_of(battle, fighter)]
