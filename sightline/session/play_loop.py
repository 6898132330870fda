"""The loop that plays a battle at the command line: answers from dice, a script, the program or a person, each kept."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, suppress
from dataclasses import dataclass, field

from rules.engine.drawn_entries import falls_again, owed_now, under_way
from rules.engine.game_history import Answered, Game, Line
from rules.engine.given_entries import DrawnFaces, GivenAnswer, OwedReveal, Ruling, TypedFaces, plain
from rules.engine.journal_format import VERSION, Entry
from rules.engine.procedure_steps import Answer, Choose, Question, Roll
from rules.engine.shared_dice import RollBinding, SharedRoll
from rules.errors import RulesError
from rules.skirmish.phases.action_list import listed_for
from rules.skirmish.state.action import against, status
from rules.skirmish.state.battle_rules import battle_rules, marks_told
from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.scenario import over_words
from sightline.errors import CommandError
from sightline.session.answer_sources import NUMBER, question_lines, read_answer, rolled, ruling_typed, several, several_dice
from sightline.session.battle_log import lines, needs
from sightline.session.journal_files import GoneOnMeanwhileError, JournalFile
from sightline.session.secret_choices import Lookers, chooses_alone
from sightline.session.targets.decision_evidence import asked_evidence

HELP = (
    "type an answer or its number; or: undo [N], redo, why (what cannot be done, and why), log, help, quit, "
    "play on (where the rules play a gang: all of it does what they say), and any player: "
    "rule FIGURE MARK [on|off|N], rule move FIGURE X Y Z, rule cover of FIGURE open|partial|full, "
    'rule door ID open|closed, rule "free text"'
)
OLD_JOURNAL = "kept; this journal was begun by an earlier version of Sightline, which reads it only up to this ruling"
STOPPED = "somebody else has answered meanwhile, so it has stopped here; what it has answered before is kept"
AT_END = '"undo" takes the last answer back, return leaves'

ANYBODY = frozenset({"undo", "redo", "help", "log", "why", "rule"})
"""What can be typed while a secret question waits that is not shown yet."""
SEEN = "what is taken back had shown secret answers; they are hidden again, and whoever has seen them knows them"

Program = Callable[[Battle, Choose], str]
"""Chooses for a gang."""
Beside = Callable[[], AbstractContextManager[None]]
"""Brings up a screen of which nothing is left afterwards."""


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
            by: the gang that makes a ruling, if that is known.

        Returns:
            What is to be said about it; empty for nothing.
        """
        if (ruling := ruling_typed(line)) is not None:
            return self.rule(ruling, by)
        question = self.game.pending
        if question is None:
            raise RulesError(f'"{line[:40]}" answers nothing: the battle is over')
        if isinstance(question, Roll) and several(line):
            self._give_several(several_dice(line))
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

    def _give_several(self, read: Callable[[Question | None], Answer | None]) -> None:
        """Give answers in turn, all or none of them, and keep them."""
        self._check_revealed()
        answers = self.game.answer_in_turn(lambda question: (read_one := read(question)) and self._marked(read_one))
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
        if (owed := self.owed) is not None:
            by, what = self.game.state.called(owed.bound.by), owed.bound.what
            raise RulesError(f'{by} owes the reveal of a roll, "{what}"; nothing else is taken before it')

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
        play.take_back(_count(line))
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


def by_people(
    play: Play,
    say: Callable[[str], None],
    read: Callable[[], str | None],
    *,
    hide: Callable[[str], None] | None = None,
    beside: Beside | None = None,
    ask_at_end: bool = False,
) -> None:
    """Ask people until the battle is over or they leave.

    What others answer meanwhile in other programs is told, and then asked is what is asked now. Dice that came of their
    answers may be rolled there, in whatever way, and so may those that were to be rolled already when it was opened at a
    terminal (``ask_at_end``): the program rolls them here once Enter is pressed.

    Args:
        play: the battle.
        say: takes what they are told, line by line.
        read: what they type next; None at the end; a `GoneOnMeanwhileError` where others have answered before.
        hide: takes a secret that was typed off the screen.
        beside: a screen on which one of them alone is told what he chooses in secret, once Enter is pressed there; None where
            nobody looks on, such as in a pipe: then nothing is read for it.
        ask_at_end: whether they are asked once more when the battle is over, so that nothing that they typed is final.
    """
    with ExitStack() as away:
        shared = _Shared(play, say, read, hide, beside, away, rolls=not ask_at_end)
        goes_on = True
        while goes_on and (play.game.pending is not None or ask_at_end):
            with suppress(GoneOnMeanwhileError):
                goes_on = shared.ask()
        shared.back()
    for line in play.news():
        say(line)
    if play.game.pending is not None:
        say("kept; the same command goes on from here")


@dataclass
class _Shared:
    """A screen that several people share, where one may have to look alone.

    Attributes:
        play: what they play.
        say: takes what they are told.
        read: what they type.
        hide: takes what was typed off the screen.
        beside: a screen for one of them alone; None for none.
        away: leads back from it.
        rolls: whether the program rolls at once what is rolled for now.
        lookers: who looks.
        told: how much of the log was told when one began to look alone: the rest is told everybody again.
    """

    play: Play
    say: Callable[[str], None]
    read: Callable[[], str | None]
    hide: Callable[[str], None] | None
    beside: Beside | None
    away: ExitStack
    rolls: bool
    lookers: Lookers = field(default_factory=Lookers)
    told: int = 0

    def ask(self) -> bool:
        """Tell what is new, ask what is asked now, and do what is typed; False where people leave instead."""
        play = self.play
        self._follow()
        question = play.game.pending
        alone = self.looking_at(question)
        if isinstance(question, Roll) and self.rolls and not play.typed and play.owed is None:
            play.roll(question)
            return True
        if alone != self.lookers.alone:
            return self.hand_over(alone)
        for line in (*play.news(), *_asked(play, question)):
            self.say(line)
        typed = (self.read() or "quit").strip()
        if self.hide is not None and alone:
            self.hide(typed)
        if typed == "quit" or (question is None and not typed):
            return False
        self._do(question, typed)
        return True

    def _follow(self) -> None:
        """Take in what others have answered, and tell what of it the log does not."""
        for entry in self.play.catch_up():
            self.rolls = False
            if isinstance(entry, int):
                self.say(f"answers taken back by others: {-entry}")

    def _do(self, question: Question | None, typed: str) -> None:
        """Do what was typed for a question; of dice that come of it nobody else has to know."""
        kept = len(self.play.file.journal.entries)
        _try(self.play, question, typed, self.say)
        self.rolls = self.rolls or len(self.play.file.journal.entries) > kept

    def looking_at(self, question: Question | None) -> str:
        """Whose question it is if nobody else may see it; everybody is told to look again once one has looked alone."""
        battle = self.play.game.state
        people = {side.id for side in battle.sides} - battle_rules(battle).played(battle.setting)
        alone = chooses_alone(battle, question, people)
        now = self.lookers.now_asked(alone)
        if now.done:
            self.back()
            self.say(f"the choice of {battle.called(now.done)} is made: everybody looks again")
        return alone

    def hand_over(self, player: str) -> bool:
        """Have everybody else look away before the player of a gang is asked; False where people leave instead."""
        for line in self.play.news():
            self.say(line)
        away = f"a secret choice of {self.play.game.state.called(player)}: everybody else looks away"
        self.say(away if self.beside is None else f"{away}; press Enter")
        typed = "" if self.beside is None else (self.read() or "quit").strip()
        if typed == "quit":
            return False
        if not typed:
            self.lookers, self.told = Lookers(player), self.play.told
            if self.beside is not None:
                self.away.enter_context(self.beside())
        elif typed.split()[0].casefold() in ANYBODY:
            _try(self.play, None, typed, self.say)
        else:
            self.say("press Enter first: what is asked is not shown yet")
        return True

    def back(self) -> None:
        """Everybody looks at the screen; what was told one alone is gone from it, and the news of it are told again."""
        self.away.close()
        if self.lookers.alone and self.beside is not None:
            self.play.told = min(self.told, len(self.play.game.log))
        self.lookers = Lookers()


def _try(play: Play, question: Question | None, typed: str, say: Callable[[str], None]) -> None:
    """Do what was typed; why it cannot be is said."""
    try:
        if typed and play.file.gone_on:
            raise GoneOnMeanwhileError  # noqa: TRY301 - refused as where it is found out later
        _carry_out(play, question, typed, say)
    except (RulesError, GoneOnMeanwhileError) as error:
        for fault in error.faults:
            say("".join(letter if letter.isprintable() else "?" for letter in fault))


def _asked(play: Play, question: Question | None) -> Iterator[str]:
    """What people are asked; when the battle is over, only whether to take something back."""
    if question is None:
        yield f"the battle is over: {winner(play)}; {AT_END}"
    elif (owed := play.owed) is not None:
        yield f'{play.game.state.called(owed.bound.by)} owes the reveal of a roll, "{owed.bound.what}"; it is waited for'
    else:
        yield from _how_it_stands(play, question)
        yield from question_lines(question, play.game.state.called)
        # Only what is asked for is worked out, and people read the question meanwhile.
        yield from asked_evidence(play.game.state, question)
        if isinstance(question, Roll) and not play.typed:
            yield "      others may roll; Enter has the program roll"


def winner(play: Play) -> str:
    """Who has won a battle that is over."""
    return over_words(play.game.state)


def _how_it_stands(play: Play, question: Question) -> Iterator[str]:
    """What the fighter whose action is asked for has left, and what hinders him."""
    acting = play.game.settled.activation
    if acting is not None and question.what == "action":
        battle = play.game.settled
        yield f"{battle.called(acting.fighter)}: {condition(battle, acting.fighter)}; actions left: {acting.left}"


def condition(battle: Battle, fighter: str) -> str:
    """A fighter's status and conditions in words."""
    model, now = battle.model(fighter), status(battle, fighter)
    met = f" with {battle.all_called(engaged(battle, fighter))}" if now == "engaged" else ""
    hangs = ["climbing"] if model.climb is not None else []
    others = [name.replace("_", " ") for name in ("broken", "insane", "hard_target") if getattr(model, name)]
    return ", ".join([now + met, *hangs, *others, *marks_told(battle, fighter)])


def _carry_out(play: Play, question: Question | None, line: str, say: Callable[[str], None]) -> None:
    match line.split():
        case []:
            if isinstance(question, Roll) and not play.typed:
                play.roll(question)
        case ["undo", *_]:
            _say_any(play.take_back(play.since(_count(line))), say)
        case ["redo"]:
            play.give_again()
        case ["help"]:
            say(HELP)
        case ["play", "on"] if question is not None:
            play_on(play)
        case ["log"]:
            for told in lines(play.game.log, play.game.state.called):
                say(told)
        case ["why"]:
            for told in impossible(play.game.settled, question):
                say(told)
        case _:
            _say_any(_given(play, question, line), say)


def _given(play: Play, question: Question | None, line: str) -> str:
    """Give what was typed as an answer or a ruling; what is to be said about it."""
    if ruling_typed(line) is None:
        if question is None:
            raise RulesError(f'"{line[:40]}" answers nothing: nothing more is asked')
        if isinstance(question, Roll) and not play.typed:
            raise RulesError("the program rolls these dice: press Enter, or wait for who rolls them")
    return play.give_line(line)


def _say_any(said: str, say: Callable[[str], None]) -> None:
    """Say something, if it is anything."""
    if said:
        say(said)


def impossible(battle: Battle, question: Question | None) -> Iterator[str]:
    """What the fighter who acts cannot do now, and why; of somebody else who is asked, what he can answer."""
    acting = battle.activation
    if acting is None:
        yield "nobody is activated"
        return
    asked = question.about if isinstance(question, Choose) else question.who if question is not None else ""
    if question is not None and asked in battle.setting.cards and asked != acting.fighter:
        yield from _answers(battle, question, asked)
        return
    for action in listed_for(battle, acting.fighter):
        for reason in against(battle, acting.fighter, action):
            yield f"{action.name}: {reason.text}  [{reason.source}]"


def _answers(battle: Battle, question: Question, asked: str) -> Iterator[str]:
    """What somebody can do who is asked while another one acts."""
    assert battle.activation is not None
    who, acting = battle.called(asked), battle.called(battle.activation.fighter)
    yield f"{acting} acts; {who} does no action now"
    if isinstance(question, Roll):
        yield f"{who} rolls for {question.what}{needs(question)}  [{question.source}]"
        return
    can = [option.text for option in question.options] + (
        [question.hint] if question.free is not None and question.hint else []
    )
    yield f"{question.what}, {who} can answer: {'; '.join(can)}  [{question.source}]"


def _count(line: str) -> int:
    words = line.split()
    if len(words) == 1:
        return 1
    if len(words) == 2 and NUMBER.fullmatch(words[1]):
        return int(words[1])
    raise RulesError(f'"{line[:40]}" is no number of answers; write undo or undo 3')
