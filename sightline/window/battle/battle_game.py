"""The game of a battle in the window: what is wanted goes in, what is shown comes out.

It belongs to one thread that may take its time: opening it may work out the navmesh, an answer may look for paths and lines of
sight, and the program thinks for seconds. What comes out is a value that anybody may look at.
"""

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from rules.engine.game_history import Answered, Moment, Ruled, given_by_somebody
from rules.engine.given_entries import Ruling
from rules.engine.procedure_steps import Choose, Question, Roll, Say
from rules.errors import RulesError
from rules.skirmish.opponent.style import USUAL, style_named
from rules.skirmish.state.battle_rules import battle_rules
from rules.skirmish.state.battle_state import Battle
from scene.base.errors import SceneError
from scene.table.table import Terrain
from scene.walkable.agent import Agent
from sightline.errors import CommandError
from sightline.files.rule_systems import rule_system
from sightline.session.answer_sources import ruling_typed
from sightline.session.battle_keeping import kept, play_of
from sightline.session.battle_loading import agents, table_path
from sightline.session.battle_log import Called
from sightline.session.journal_files import GoneOnMeanwhileError
from sightline.session.play_loop import Play
from sightline.session.secret_choices import HandOver, Lookers, chooser, chooses_alone, is_secret, veiled
from sightline.window.battle.deed_words import deed, deed_told
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot, Waits, is_own_turn, shown, waiting
from sightline.window.battle.snapshots.logged_lines import LogLine, log_lines
from sightline.window.intents.battle_intents import LookNow, PlayInStyle, PlayOn, Rule, TypeDice
from sightline.window.intents.intents import Give, GiveText, Intent, PlayedBy, Redo, RollDice, Undo

MEANT_FOR_A_STATE = (Give, GiveText, RollDice, Undo, Redo, PlayOn)
"""What is no longer meant once others have answered."""


class BattleGame:
    """A battle being played and kept, and who plays it. The one thing here that changes; use `opened`."""

    def __init__(self, play: Play, closing: ExitStack, program: frozenset[str]) -> None:
        """Take over a battle with what closes its journal."""
        self._play = play
        self._closing = closing
        battle = play.game.settled
        self._program = program | battle_rules(battle).played(battle.setting)
        self._playing_on = False
        self._lost: tuple[str, ...] = ()
        self._lookers = Lookers()
        self._styles = USUAL
        self._log: list[LogLine] = []
        self._entries: tuple[object, ...] = ()

    def shown(self, faults: tuple[str, ...] = ()) -> BattleSnapshot:
        """The battle as it is now. May take a second: what the one who is activated can do depends on whom he sees."""
        play, game = self._play, self._play.game
        self._lookers = self._lookers.now_asked(self._alone()) if len(self._people()) > 1 else Lookers()
        count = self._to_take_back()
        called = game.state.called
        undo = _taken_back(self._given()[-count:], called) if count else ""
        redo = deed(game.pending, game.taken_back[-1], called) if game.pending is not None and game.taken_back else ""
        header = play.file.journal.header
        found = shown(
            str(header.get("name", "")),
            play.file.path,
            table_path(str(header["table"]), play.file.path.parent),
            self._told(),
            self._moments(),
            play.file.journal,
            program=self._program,
            typed=play.typed,
            styles=self._styles,
            undo=undo,
            redo=redo,
            faults=faults,
            playing_on=self._playing_on,
            hand_over=self._hand_over(),
        )
        return replace(found, heard=play.heard)

    def look(self) -> BattleSnapshot | None:
        """The battle with what other programs have answered since; None for nothing, which costs next to nothing."""
        heard, known = self._play.heard, self._lost
        try:
            self._play.catch_up()
            self._lost = ()
        except CommandError as error:
            self._lost = error.faults
        if self._play.heard > heard or self._lost != known:
            return self.shown(self._lost)
        return None

    def carry_out(self, intent: Intent, heard: int | None = None) -> BattleSnapshot:
        """Do what is wanted, and show what came of it. May take seconds, as answers do.

        Args:
            intent: `Give`, `GiveText`, `Rule`, `RollDice`, `Undo`, `Redo`, `PlayedBy`, `PlayInStyle`, `PlayOn`, `TypeDice` or
                `LookNow`; others do nothing.
            heard: of the battle as it was shown when that was wanted: what other programs have answered since makes it void,
                unless it is a ruling or settles who plays. None: whatever they have answered.

        Returns:
            The battle as it is now; where it could not be done, as it was, with the reasons among its faults.
        """
        try:
            self._check_current(intent, heard)
            self._playing_on = isinstance(intent, PlayOn) or (
                self._playing_on and isinstance(intent, Give | RollDice | LookNow)
            )
            said = self._carry_out(intent)
        except (RulesError, SceneError, CommandError) as error:
            if isinstance(error, GoneOnMeanwhileError):
                self.look()
            typed = intent.text if isinstance(intent, GiveText) else ""
            return replace(self.shown(error.faults), refused=typed)
        return self.shown((said,) if said else ())

    def _check_current(self, intent: Intent, heard: int | None) -> None:
        """Whatever answers or takes back is meant for the battle as it was shown."""
        self._play.catch_up()
        ruling = isinstance(intent, GiveText) and ruling_typed(intent.text) is not None
        if heard in {None, self._play.heard} or ruling or not isinstance(intent, MEANT_FOR_A_STATE):
            return
        raise GoneOnMeanwhileError

    def let_program_answer(self) -> BattleSnapshot:
        """One answer of the program, if it is the program's turn: a roll, or a choice, which may take it seconds."""
        question, because = self._play.game.pending, ""
        if question is None or self._waits() != "program":
            return self.shown()
        try:
            if isinstance(question, Roll):
                self._play.roll(question)
            elif self._playing_on and is_own_turn(self._play.game.state, question):
                self._play.give(question.options[0].key)
            else:
                because = self._decided(question)
        except GoneOnMeanwhileError:
            # Another program may play the same gang, and was faster.
            return self.look() or self.shown()
        except (RulesError, SceneError, CommandError) as error:
            return self.shown(error.faults)
        return replace(self.shown(), because=because)

    def _decided(self, question: Choose) -> str:
        """Give the program's own answer to a question; why it is that one."""
        from rules.skirmish.opponent.program_player import decide
        from rules.skirmish.opponent.told_reasons import reason

        battle = self._play.game.state
        key = decide(battle, question, self._styles)
        because = "" if question.secret else reason(battle, question, key, self._styles)
        self._play.give(key)
        return because

    @property
    def ground(self) -> tuple[Terrain, tuple[float, float], tuple[Agent, ...]]:
        """The terrain, the size of the table and the agents of which the battle needs navmeshes, sooner or later."""
        setting = self._play.game.settled.setting
        return setting.table.terrain, setting.table.size, agents(setting)

    def close(self) -> None:
        """Let go of the journal; every answer is in it already."""
        self._closing.close()

    def _carry_out(self, intent: Intent) -> str:
        """Do what is wanted; what is to be said about it, mostly nothing."""
        match intent:
            case Rule():
                return self._play.rule(intent.text, self._ruler())
            case GiveText() if ruling_typed(intent.text) is not None:
                return self._play.give_line(intent.text, self._ruler())
            case Give():
                self._check_typed()
                self._play.give(intent.answer)
            case GiveText():
                self._check_typed()
                self._play.give_line(intent.text)
            case RollDice():
                self._roll()
            case Undo():
                count = self._to_take_back()
                if not count:
                    raise RulesError("there is no answer of yours to take back")
                return self._play.take_back(count)
            case Redo():
                self._redo()
            case _:
                self._settle(intent)
        return ""

    def _settle(self, intent: Intent) -> None:
        """Settle who plays, who rolls the dice and who looks."""
        match intent:
            case PlayedBy():
                self._check_gang(intent.gang)
                self._program = self._program | {intent.gang} if intent.program else self._program - {intent.gang}
            case PlayInStyle():
                self._check_gang(intent.gang)
                self._styles = self._styles.with_gang(intent.gang, style_named(intent.style))
            case TypeDice():
                self._play.typed = intent.on
            case LookNow() if (hand := self._hand_over()) is not None and hand.to == intent.gang:
                self._lookers = Lookers(intent.gang)

    def _ruler(self) -> str:
        """The gang that makes a ruling, where only one is played by people."""
        people = self._people()
        return next(iter(people)) if len(people) == 1 else ""

    def _people(self) -> frozenset[str]:
        """The gangs that people play."""
        return frozenset(side.id for side in self._play.game.settled.sides if side.id not in self._program)

    def _alone(self) -> str:
        """The gang whose player alone may see what is asked; empty where everybody may."""
        return chooses_alone(self._play.game.state, self._play.game.pending, self._people())

    def _hand_over(self) -> HandOver | None:
        """To whom the screen is to be handed first."""
        return self._lookers.hand_over(self._alone())

    def _moments(self) -> tuple[Moment[Battle], ...]:
        """How things were, with secret questions veiled: only what is asked now is seen, by whoever looks alone."""
        *before, now = self._play.game.moments()
        seen = [
            one if not is_secret(one.question) else replace(one, question=veiled(one.state, one.question)) for one in before
        ]
        programs = is_secret(now.question) and chooser(now.state, now.question) in self._program
        if programs or self._alone() != self._lookers.alone:
            now = replace(now, question=veiled(now.state, now.question))
        return (*seen, now)

    def _check_typed(self) -> None:
        """Nothing is answered before the screen is handed over; dice can be given only where people roll them."""
        if isinstance(self._asked(), Roll) and not self._play.typed:
            raise RulesError("the program rolls the dice; say that you roll them yourselves, then type them")

    def _check_gang(self, gang: str) -> None:
        if gang not in {side.id for side in self._play.game.settled.sides}:
            raise RulesError(f'there is no gang "{gang[:40]}"')

    def _asked(self) -> Question:
        """What people are asked."""
        question = self._play.game.pending
        if question is None:
            raise RulesError("the battle is over; take an answer back to go on from there")
        if (hand := self._hand_over()) is not None:
            who = self._play.game.state.called(hand.to or hand.done)
            raise RulesError(
                f"a secret choice of {who}: everybody else looks away first"
                if hand.to
                else f"the choice of {who} is made: go on"
            )
        if self._waits() == "program":
            raise RulesError(
                f"the program plays {self._play.game.state.called(question.who)}; wait for it, or play it yourselves"
            )
        return question

    def _roll(self) -> None:
        question = self._asked()
        if not isinstance(question, Roll):
            raise RulesError(f'"{question.what}" is a choice, not a roll')
        if self._play.typed:
            raise RulesError("you roll the dice yourselves; type them, or let the program roll")
        self._play.roll(question)

    def _redo(self) -> None:
        """What people did, and the rolls and the program's answers that came of it."""
        game = self._play.game
        self._play.give_again()
        while game.taken_back and game.pending is not None and not self._is_peoples(game.pending):
            if isinstance(game.taken_back[-1], Ruling):
                return
            self._play.give_again()

    def _to_take_back(self) -> int:
        """How many answers and rulings there are from the last on that people gave; 0 if they gave none."""
        theirs = (isinstance(line, Ruled) or self._is_peoples(line.question) for line in reversed(self._given()))
        return next((count for count, people in enumerate(theirs, 1) if people), 0)

    def _given(self) -> list[Answered | Ruled]:
        """The answers and rulings of the history, by their lines of the log."""
        return [line for line in self._play.game.log if not isinstance(line, Say) and given_by_somebody(line)]

    def _is_peoples(self, question: Question) -> bool:
        """Whether a question is for people to decide; rolls are theirs if they type them."""
        return self._play.typed if isinstance(question, Roll) else question.who not in self._program

    def _waits(self) -> Waits:
        game = self._play.game
        if self._hand_over() is not None or self._play.owed is not None:
            return "nobody"
        return waiting(game.state, game.pending, self._program, typed=self._play.typed, playing_on=self._playing_on)

    def _told(self) -> tuple[LogLine, ...]:
        """The lines of the log; what has been put in words once is not put in words again."""
        log = self._play.game.log
        pairs = enumerate(zip(self._entries, log, strict=False))
        same = next((number for number, (one, other) in pairs if one is not other), min(len(self._entries), len(log)))
        self._log[same:] = log_lines(log, self._play.game.state.called, same)
        self._entries = log
        return tuple(self._log)


def _taken_back(lines: list[Answered | Ruled], called: Called) -> str:
    """What would be taken back: what people did, and how much of what the program has chosen since."""
    since = sum(isinstance(line, Answered) and isinstance(line.question, Choose) for line in lines[1:])
    more = f" and {since} choice{'s' * (since > 1)} of the program" if since else ""
    return deed_told(lines[0], called) + more


def opened(
    name: str,
    *,
    journal: Path | None = None,
    seed: int | None = None,
    rules: str = "",
    program: frozenset[str] = frozenset(),
    typed: bool = False,
) -> BattleGame:
    """Open a battle, and begin it if it has no journal yet. May take a minute if it needs a navmesh to get where it is.

    Args:
        name: a battle file, its journal, a shared battle, or the name of a bundled battle, whose journal lies in the present
            folder.
        journal: where it is kept instead.
        seed: of the dice of a new battle; by chance if none is given.
        rules: by which a new battle goes, a name or a system file; empty: as its file says.
        program: the gangs that the program plays.
        typed: whether people roll the dice and type them.

    Raises:
        RulesError, SceneError, CommandError: if there is no such battle, or its journal cannot be gone on with.
    """
    with ExitStack() as stack:
        file = stack.enter_context(kept(name, journal, seed, rules=rule_system(rules) if rules else None))
        play = play_of(file, typed=typed, ground_first=False)
        return BattleGame(play, stack.pop_all(), program)
