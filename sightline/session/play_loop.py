"""A battle being played and kept: each answer goes to the game and the journal, from a script, the program or anybody."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from rules.engine.drawn_entries import falls_again, owed_now, under_way
from rules.engine.game_history import Answered, Game, Line
from rules.engine.given_entries import DrawnFaces, GivenAnswer, OwedReveal, Ruling, TypedFaces, plain
from rules.engine.journal_format import VERSION, Entry
from rules.engine.procedure_steps import Answer, Choose, Question, Roll
from rules.engine.shared_dice import RollBinding, SharedRoll
from rules.errors import RulesError
from rules.skirmish.state.battle_rules import battle_rules
from rules.skirmish.state.battle_state import Battle
from sightline.errors import CommandError
from sightline.session.acting_words import owed_words
from sightline.session.answer_sources import NUMBER, read_answer, rolled, ruling_typed, several, several_dice
from sightline.session.battle_log import lines
from sightline.session.journal_files import GoneOnMeanwhileError, JournalFile
from sightline.session.secret_choices import chooser

OLD_JOURNAL = "kept; this journal was begun by an earlier version of Sightline, which reads it only up to this ruling"
STOPPED = "somebody else has answered meanwhile, so it has stopped here; what it has answered before is kept"
SEEN = "what is taken back had shown secret answers; they are hidden again, and whoever has seen them knows them"
Program = Callable[[Battle, Choose], str]
"""Chooses for a gang."""


@dataclass
class Play:
    """A battle being played and kept.

    Attributes:
        game: the game.
        file: its journal.
        seed: of the dice that the program rolls.
        typed: whether people roll the dice and type them.
        told: lines of the log that have been shown.
        told_hidden: which of them tell a secret answer, and have been shown without it.
        heard: how many entries of the journal have come from other programs since it was opened.
    """

    game: Game[Battle]
    file: JournalFile
    seed: int
    typed: bool = False
    told: int = field(default=0)
    told_hidden: list[int] = field(default_factory=list)
    heard: int = field(default=0)

    def __post_init__(self) -> None:
        """What has been told before is no news, unless it was hidden then."""
        self.told_hidden = [place for place, line in enumerate(self.game.log[: self.told]) if _hidden(line)]

    def catch_up(self) -> tuple[Entry, ...]:
        """Take in what other programs have added to the journal, so that the game is what it tells; what came, in order.

        Raises:
            CommandError: it is damaged or another file by now, or what was added does not fit; the game is then as it tells
                before that.
        """
        news = self.file.news()
        for entry in news:
            try:
                self._take_in(entry)
            except RulesError as error:
                fault = f"another program has added an answer that does not fit: {error.faults[0]}"
                raise CommandError(f'"{self.file.path}": {fault}; is that program of the same version?') from None
            self.file.know(entry)
            self.heard += 1
        return news

    def _take_in(self, entry: Entry) -> None:
        match entry:
            case int():
                self.game.undo(-entry)
                self.told = min(self.told, len(self.game.log))
            case OwedReveal():
                pass
            case _ if self.game.taken_back[-1:] == (entry,):
                # Whether it was given again or anew, the rest may be given again.
                self.game.redo()
            case Ruling():
                self.game.rule(entry)
            case _:
                self.game.answer(entry)

    def give(self, answer: Answer) -> None:
        """Answer what is asked, and keep the answer; faces are those that somebody typed."""
        self._give(self._marked(answer))

    def _give(self, given: GivenAnswer) -> None:
        self._check_revealed()
        if (due := self._falls_again()) is not None:
            if plain(given) != due.faces:
                falls = " ".join(map(str, due.faces))
                raise RulesError(f"this roll was drawn by both and taken back; it falls as it did: {falls}")
            given = due
        self.game.answer(given)
        self._keep(given, self.game.undo)

    def _marked(self, answer: Answer) -> GivenAnswer:
        """An answer of somebody, with typed faces marked; journals that were begun without the marks go on without them."""
        return TypedFaces(answer) if isinstance(answer, tuple) and self.file.journal.marks_typed else answer

    def give_line(self, line: str, by: str = "") -> str:
        """Do what a line of text says: an answer, the dice of one roll or of several in turn, or a ruling.

        Args:
            line: as somebody typed it.
            by: the gang that typed it, if that is known; then several dice are taken for its own rolls alone.

        Returns:
            What is to be said about it; empty for nothing.
        """
        if (ruling := ruling_typed(line)) is not None:
            return self.rule(ruling, by)
        question = self.game.pending
        if question is None:
            raise RulesError(f'"{line[:40]}" answers nothing: the battle is over')
        if isinstance(question, Roll) and several(line):
            self._give_several(several_dice(line), by)
        else:
            self.give(read_answer(question, line))
        return ""

    def rule(self, text: str, by: str = "") -> str:
        """Make a ruling, and keep it; what is to be said about it."""
        self._check_revealed()
        old = self.file.journal.version < VERSION and not any(isinstance(one, Ruling) for one in self.file.journal.entries)
        ruling = Ruling(" ".join(text.split()), by)
        self.game.rule(ruling)
        self._keep(ruling, self.game.undo)
        return OLD_JOURNAL if old else ""

    def _give_several(self, read: Callable[[Question | None], Answer | None], by: str) -> None:
        """Give answers in turn, all or none of them, and keep them."""

        def marked(question: Question | None) -> GivenAnswer | None:
            answer = read(question)
            if answer is None:
                return None
            if by and (whose := chooser(self.game.state, question)) != by:
                raise RulesError(f"the dice after the first are for {self.game.state.called(whose)} to type; nothing was taken")
            return self._marked(answer)

        self._check_revealed()
        answers = self.game.answer_in_turn(marked)
        for number, answer in enumerate(answers):
            self._keep(answer, self.game.undo, times=len(answers) - number)

    def take_back(self, count: int) -> str:
        """Take answers back, and keep that; what is to be said about it, empty for nothing."""
        shown = self._shown_secrets()
        self.game.undo(count)
        self._keep(-count, self.game.redo, times=count)
        self.told = min(self.told, len(self.game.log))
        return SEEN if shown > self._shown_secrets() else ""

    def _shown_secrets(self) -> int:
        """How many secret answers have been revealed."""
        return sum(isinstance(line, Answered) and line.revealed for line in self.game.log)

    def give_again(self) -> None:
        """Give the last answer again that was taken back."""
        self._check_revealed()
        self.game.redo()
        self._keep(self.game.answers[-1], self.game.undo)

    def _keep(self, entry: Entry, undone: Callable[[], None], *, times: int = 1) -> None:
        """What cannot be kept is undone, so that the game is always what its journal tells."""
        try:
            self.file.add(entry)
        except CommandError:
            for _ in range(times):
                undone()
            raise

    def roll(self, question: Roll) -> None:
        """The program rolls. What falls as it did before it was taken back leaves the rest to be given again."""
        if not self.fall_again():
            self._fall(rolled(self.seed, len(self.game.answers), question.dice))

    def _fall(self, given: GivenAnswer) -> None:
        """Give dice that fall; what falls as it did before it was taken back leaves the rest to be given again."""
        if self.game.taken_back[-1:] == (given,):
            self.give_again()
        else:
            self._give(given)

    @property
    def owed(self) -> SharedRoll | None:
        """The roll that two devices draw and whose reveal is owed: nothing else is taken before it, but what takes back."""
        journal = self.file.journal
        owed = owed_now(journal.entries)
        return under_way(journal.game, len(journal.entries) - 1, owed) if owed is not None else None

    def fall_again(self) -> bool:
        """Give the roll again that two devices drew for what is asked and that was taken back; whether there is one."""
        again = self._falls_again()
        if again is not None:
            self._fall(again)
        return again is not None

    def _falls_again(self) -> DrawnFaces | None:
        question = self.game.pending
        return falls_again(self.file.journal.entries, question) if isinstance(question, Roll) else None

    def shared_roll(self, by: str, beside: str) -> SharedRoll:
        """The roll that is asked for, to be drawn by the devices of two gangs.

        It is bound to how far the journal is: if an answer, a ruling or what takes back comes before the answer to its
        commitment is kept, it is begun again.

        Args:
            by: the gang that rolls, by its id.
            beside: the gang that answers.

        Raises:
            RulesError: no roll is asked for, one that was taken back falls again, or these are no two gangs of the battle.
        """
        self._check_revealed()
        question, journal = self.game.pending, self.file.journal
        if not isinstance(question, Roll):
            raise RulesError("no roll is asked for")
        if self._falls_again() is not None:
            raise RulesError("this roll was drawn by both and taken back; it falls as it did")
        gangs = {side.id for side in self.game.state.sides}
        if not {by, beside} <= gangs or by == beside:
            raise RulesError(f'"{by[:40]}" and "{beside[:40]}" are no two gangs of this battle')
        bound = RollBinding(journal.game, len(journal.entries), question.what, question.dice, question.who, by, beside)
        return SharedRoll(bound)

    def keep_answered(self, roll: SharedRoll) -> None:
        """Keep a roll that was committed to and answered. Only then may the roller be told the answer.

        So whoever stops the program, because the dice do not suit him, finds his roll still owed.
        """
        self._check_revealed()
        bound, journal = roll.bound, self.file.journal
        if roll.waits_for != "reveal" or (bound.game, bound.number) != (journal.game, len(journal.entries)):
            raise RulesError("this roll is begun again: something else was kept meanwhile")
        self.file.add(OwedReveal(bound.by, bound.beside, bound.what, bound.dice, bound.who, roll.commitment, roll.answer))

    def give_drawn(self, roll: SharedRoll) -> None:
        """Answer what is asked with the roll that is owed, now that it is revealed, and keep it."""
        if roll.owes or self.owed != SharedRoll(roll.bound, roll.commitment, roll.answer):
            raise RulesError("this is not the roll that is owed")
        drawn = DrawnFaces(roll.faces, roll.bound.number, roll.secret)
        self.game.answer(drawn)
        self._keep(drawn, self.game.undo)

    def _check_revealed(self) -> None:
        """Nothing comes between a roll and its faces."""
        if owed := owed_words(self.file.journal.entries, self.game.state.called):
            raise RulesError(f"{owed}; nothing else is taken before it")

    def since(self, count: int) -> int:
        """How many answers there are from the last but so many on that people gave; rolls are theirs if they type them."""
        answers = self.game.answers
        theirs = [place for place, answer in enumerate(answers) if self.typed or isinstance(answer, str | Ruling)]
        if not 0 < count <= len(theirs):
            raise RulesError(f"{count} answers cannot be taken back; you have given {len(theirs)}")
        return len(answers) - theirs[-count]

    def news(self) -> Iterator[str]:
        """The lines of the log that have not been shown, after those that had been shown as hidden and are hidden no longer."""
        log, called, start = self.game.log, self.game.state.called, min(self.told, len(self.game.log))
        revealed = [place for place in self.told_hidden if place < start and not _hidden(log[place])]
        self.told, self.told_hidden = len(log), [place for place, line in enumerate(log) if _hidden(line)]
        for place in revealed:
            yield from lines(log[: place + 1], called, start=place)
        yield from lines(log, called, start=start)


def _hidden(line: Line) -> bool:
    """Whether a line of the log is a secret answer that nobody is to be shown yet."""
    return isinstance(line, Answered) and line.hidden


def by_script(play: Play, script: Iterator[tuple[int, str]]) -> None:
    """Take answers from a script while it has any.

    Each comes with the number of its line. Dice are rolled by the program unless they are typed; a line that begins with
    ``undo`` takes answers back.

    Raises:
        RulesError: with the number of the line that does not fit.
        CommandError: it cannot be kept, or somebody else has answered meanwhile.
    """
    for number, line in script:
        try:
            _roll_all(play)
            _scripted(play, line)
        except RulesError as error:
            raise RulesError(f"line {number} of the script: {error.faults[0]}") from None
        except GoneOnMeanwhileError:
            raise CommandError(f"line {number} of the script: {STOPPED}") from None
    _roll_all(play)


def _roll_all(play: Play) -> None:
    """Have the program roll what is to be rolled, unless people roll."""
    while not play.typed and isinstance(play.game.pending, Roll):
        play.roll(play.game.pending)


def _scripted(play: Play, line: str) -> None:
    if line.startswith("undo"):
        play.take_back(number_of_answers(line))
    elif play.game.pending is None:
        raise RulesError('the battle is over; a line "undo" takes the last answer back')
    else:
        play.give_line(line)


def by_program(play: Play, program: Program) -> None:
    """Let the program choose for all sides to the end.

    Raises:
        CommandError: it cannot be kept, or somebody else has answered meanwhile.
    """
    try:
        while (question := play.game.pending) is not None:
            if isinstance(question, Roll):
                play.roll(question)
            else:
                play.give(program(play.game.state, question))
    except GoneOnMeanwhileError:
        raise CommandError(STOPPED) from None


def play_on(play: Play) -> None:
    """Let all figures of gangs that the rules play do what they say, until people are asked for something else."""
    own = battle_rules(play.game.state).own_turns
    count = 0
    while (question := play.game.pending) is not None:
        if isinstance(question, Choose) and question.asks in own:
            play.give(question.options[0].key)
        elif isinstance(question, Roll) and not play.typed:
            play.roll(question)
        else:
            break
        count += 1
    if not count:
        raise RulesError("nothing is played by the rules now; answer what is asked")


def number_of_answers(line: str) -> int:
    """How many answers a line such as ``undo 3`` takes back; a `RulesError` for what is no number of them."""
    words = line.split()
    if len(words) == 1:
        return 1
    if len(words) == 2 and NUMBER.fullmatch(words[1]):
        return int(words[1])
    raise RulesError(f'"{line[:40]}" is no number of answers; write undo or undo 3')
