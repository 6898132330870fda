"""A battle that is played on, answer by answer; each is kept in its journal at once."""

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from rules.engine.procedure_steps import Question, Roll
from rules.errors import RulesError
from rules.skirmish.state import battle_state
from rules.skirmish.state.battle_rules import round_told
from rules.skirmish.state.battle_sight import table_of
from scene.base.messages import shown_text
from sightline.api.given_values import MOST_SEED, file, rules_of, seed_of, whole, words, yes_or_no
from sightline.api.python_words import in_python_words
from sightline.errors import CommandError
from sightline.session.answer_sources import question_lines, ruling_typed
from sightline.session.battle_keeping import kept, play_of
from sightline.session.battle_log import lines
from sightline.session.journal_files import GoneOnMeanwhileError
from sightline.session.play_loop import Play
from sightline.session.targets.decision_evidence import asked_evidence, evidence
from sightline.session.targets.evidence_words import document

if TYPE_CHECKING:
    from PIL import Image


class Battle:
    """A battle being played. Other programs may play it at the same time: `catch_up` takes in what they have answered.

    ``with Battle.open(...) as battle:`` closes it.
    """

    def __init__(self, play: Play, held: ExitStack) -> None:
        """As `open` makes it."""
        self._play, self._held, self._closed = play, held, False

    @classmethod
    @in_python_words
    def open(
        cls,
        path: str | Path,
        *,
        rules: str | None = None,
        seed: int | None = None,
        journal: str | Path | None = None,
        typed: bool = False,
    ) -> Self:
        """A new battle, or the one that its journal tells.

        Args:
            path: a battle file, a journal, or the name of a bundled battle, whose journal lies in the present folder.
            rules: the name of the rule system of a new battle, or a system file; else what the battle file says. A battle
                that is gone on with must have been begun by the same.
            seed: of the dice of a new battle; by chance if none is given. A battle that is gone on with must have the same.
            journal: where the journal of a new battle goes instead.
            typed: whether the dice are asked for too, as faces; else the program rolls them.

        Raises:
            RulesError, SceneError, CommandError: there is no such battle, or it cannot be gone on with.
        """
        yes_or_no(typed=typed)
        place = file(path, "path", "a battle file, a journal, or the name of a bundled battle")
        to = None if journal is None else file(journal, "journal", "the path of a file for the journal, or None")
        chosen = None if seed is None else seed_of(seed)
        told_by = None if rules is None else rules_of(rules)
        with ExitStack() as stack:
            held = stack.enter_context(kept(str(place), to, chosen, rules=told_by))
            battle = cls(play_of(held, typed=bool(typed)), stack.pop_all())
        battle._roll()
        return battle

    @property
    def question(self) -> Question | None:
        """What is asked; None once the battle is over."""
        return self._play.game.pending

    @property
    def state(self) -> battle_state.Battle:
        """Where everybody is, and how."""
        return self._play.game.state

    @property
    def journal(self) -> Path:
        """The file that keeps all answers."""
        return self._play.file.path

    @property
    def name(self) -> str:
        """What the battle is called."""
        return str(self._play.file.journal.header.get("name") or self.journal.stem)

    @property
    def log(self) -> list[str]:
        """What has happened so far, with every roll."""
        game = self._play.game
        return list(lines(game.log, game.state.called, sources=True))

    def answer(self, text: str) -> Question | None:
        """Answer what is asked, as at a terminal: an answer, its number, or faces of dice; what is asked next.

        A text that begins with ``rule`` is a ruling, as for `rule`.

        Raises:
            RulesError: it cannot be an answer, or nothing is asked.
            CommandError: the battle is closed, that is no text, or another program has answered meanwhile; what that was has
                been taken in then, and `question` is what is asked now.
        """
        self._check_open()
        text = words(text, "text", 'an answer as a text, such as "1"')
        self._check_seen()
        rolled_here = isinstance(self.question, Roll) and not self._play.typed and ruling_typed(text) is None
        if rolled_here and text.strip():
            raise RulesError('the program rolls these dice: answer "", or catch up once others have rolled them')
        if not rolled_here:
            self._play.give_line(text)
        self._roll()
        return self.question

    def catch_up(self) -> bool:
        """Take in what other programs have answered since; whether there was anything.

        Dice that come of it may be rolled by them, in whatever way; the answer "" has the program roll them here.

        Raises:
            CommandError: the battle is closed, or the journal is damaged or another file by now.
        """
        self._check_open()
        return bool(self._play.catch_up())

    def evidence(self) -> list[dict[str, Any]]:
        """What is known of each candidate, where a target is to be chosen: distance, cover, doubts and exact chances.

        As JSON has it, one for each option that is a candidate; empty where no target is asked for. Derived from how things
        are, so that the same question gets the same evidence again.
        """
        return [document(one) for one in evidence(self.state, self.question)]

    def rule(self, text: str) -> Question | None:
        """Make a ruling by the table, what the players agree on beside the rules; what is asked next.

        It is kept in the journal, and `undo` takes it back, like an answer. What is under way begins again with it.

        Args:
            text: such as ``"quill broken"``, ``"move quill 12 8 0"``, ``"cover of quill open"``, or ``'"we play on"'``.

        Raises:
            RulesError: it is no ruling, with what there is, or the battle is over.
            CommandError: the battle is closed, or that is no text.
        """
        said = words(text, "text", 'a ruling as a text, such as "quill broken"')
        return self.answer(said if ruling_typed(said) is not None else f"rule {said}")

    def undo(self, count: int = 1) -> Question | None:
        """Take back so many answers that were given here, with the dice that fell since; what is asked again.

        Raises:
            RulesError: so many were not given.
            CommandError: the battle is closed, that is no whole number, or another program has answered meanwhile.
        """
        self._check_open()
        count = whole(count, "count", (1, MOST_SEED))
        self._check_seen()
        self._play.take_back(self._play.since(count))
        self._roll()
        return self.question

    def close(self) -> None:
        """Let the journal go; what was asked and has happened can still be read."""
        self._held.close()
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise CommandError("this battle is closed; open it again to play on")

    def _check_seen(self) -> None:
        if self._play.catch_up():
            raise GoneOnMeanwhileError

    def _roll(self) -> None:
        while isinstance(question := self.question, Roll) and not self._play.typed:
            try:
                self._play.roll(question)
            except GoneOnMeanwhileError:
                self._play.catch_up()

    def __enter__(self) -> Self:
        """The battle itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Closed."""
        self.close()

    def __str__(self) -> str:
        """What is asked, as at a terminal."""
        question = self.question
        if question is None:
            return "the battle is over"
        return "\n".join((*question_lines(question, self.state.called), *asked_evidence(self.state, question)))

    def __repr__(self) -> str:
        """What is asked, in short."""
        question, state = self.question, self.state
        asked = "over" if question is None else f"{state.called(question.who)}: {question.what}?"
        return f'<Battle "{shown_text(self.name)}", {round_told(state)}: {shown_text(asked)}>'

    def picture(self) -> "Image.Image":
        """The table as it stands."""
        from sightline.drawing.sight.overview import overview

        return overview(replace(table_of(self.state), name=self.name))

    def _repr_png_(self) -> bytes:
        from sightline.drawing.rendering.png_bytes import png_bytes

        return png_bytes(self.picture())
