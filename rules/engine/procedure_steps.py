"""The steps that a procedure of the rules yields: rolls, choices, what is said, and calls of other procedures.

A procedure is a generator that reads like the rulebook's own sequence. It knows nothing of who answers: a player at the
window, one who rolled on the real table, the program, a script of a test, or the reckoning of odds that follows every answer.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, Generic, TypeVar, overload

from rules.citations import Reason
from rules.engine.dice import Faces
from rules.errors import RulesError

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)


@dataclass(frozen=True)
class Modifier:
    """What is added to a roll, and why."""

    amount: int
    because: Reason


@dataclass(frozen=True)
class Roll:
    """Dice to be rolled. The answer is their natural faces.

    Attributes:
        what: what is rolled for, such as ``hit roll``.
        dice: see `rules.engine.dice`.
        who: the fighter or gang for which is rolled.
        needs: what is needed, in words; empty where nothing is.
        why: what modifies it.
        source: document and section.
        good: the sums of natural faces with which it succeeds; None where it tells more than success or failure.
        called: what success and failure are called.
        shown: what the roll is about, as a value that can be drawn; None where there is nothing to draw.
        means: what comes of which faces, where they tell more than success or failure: it is told before they fall.
        tells: what it is besides, in a few words, where its name alone would ask for the book: of what it is a check, what
            failing it brings, or what its dice count.
        secret: whether the faces are shown to nobody but ``who`` until they are revealed, as the answer of a secret choice.
    """

    what: str
    dice: str
    who: str
    needs: str = ""
    why: tuple[Modifier, ...] = ()
    source: str = ""
    good: frozenset[int] | None = None
    called: tuple[str, str] = ("passed", "failed")
    shown: Any = field(default=None, compare=False)
    means: tuple[tuple[str, tuple[Faces, ...]], ...] = ()
    tells: str = ""
    secret: bool = False

    def __repr__(self) -> str:
        """What is rolled for whom."""
        return f"<Roll {self.dice} for {self.what} of {self.who}{': ' if self.needs else ''}{self.needs}>"

    @property
    def asks(self) -> str:
        """Which kind of roll it is, whatever weapon it is made with."""
        return self.what.partition(",")[0]

    def meant_by(self, faces: Faces) -> str:
        """What comes of faces; empty where that is not told."""
        return next((words for words, those in self.means if tuple(faces) in those), "")

    def succeeds(self, faces: Faces) -> bool:
        """Whether it is a success."""
        return self.good is not None and sum(faces) in self.good


@dataclass(frozen=True)
class Option:
    """One thing that can be chosen.

    Attributes:
        key: its name in a journal or a script.
        text: for people.
        value: what the procedure gets.
        hint: what it does, in a few words, where its text does not tell that.
    """

    key: str
    text: str
    value: Any = field(default=None, compare=False)
    hint: str = field(default="", compare=False)


class PossibleOptions(Sequence[Option]):
    """Those of some options that can be chosen. Each is looked at when somebody asks for it, and only once: it may take long.

    Whoever needs to know of one alone asks `option_of`, and is not kept waiting by the others.
    """

    def __init__(self, candidates: Sequence[Option], can: Callable[[Option], bool]) -> None:
        """Some options with different keys, and what tells whether one can be chosen; the same whenever it is asked."""
        self._candidates = tuple(candidates)
        self._can = cache(can)

    def followed_by(self, last: Option) -> "PossibleOptions":
        """These and another one, which can be chosen anyway; what has been looked at is not looked at again."""
        return PossibleOptions((*self._candidates, last), lambda option: option == last or self._can(option))

    def option_of(self, key: str) -> Option | None:
        """The one with a key; None where there is none."""
        return next((option for option in self._candidates if option.key == key and self._can(option)), None)

    @cached_property
    def _all(self) -> tuple[Option, ...]:
        return tuple(iter(self))

    def __iter__(self) -> Iterator[Option]:
        return filter(self._can, self._candidates)

    def __len__(self) -> int:
        return len(self._all)

    def __bool__(self) -> bool:
        return any(True for _ in self)

    @overload
    def __getitem__(self, place: int) -> Option: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, place: int | slice) -> Option | tuple[Option, ...]:
        return self._all[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, tuple | PossibleOptions) and self._all == tuple(other)

    def __hash__(self) -> int:
        return hash(self._all)


@dataclass(frozen=True)
class Choose:
    """A choice. The answer is the key of an option; the procedure gets the option's value.

    Attributes:
        what: the question.
        who: the gang that chooses.
        options: what there is to choose from, or some of it where ``free`` takes more.
        free: makes an option of any other answer, such as a place on the table; raises `RulesError` where it is none.
        about: the fighter that it is about.
        source: document and section.
        hint: how a free answer is written.
        against: the other fighter that it is about.
        preview: what an option would come to, as a value that can be drawn before it is chosen; None where nothing can.
        shown: what the choice is made with, such as the guns that a target is picked for; None where there is nothing.
        kind: what `asks` tells where the words differ from time to time; empty where they are always the same.
        secret: whether the answer is shown to nobody until the procedure says something that reveals it, and the question only
            to ``who``. Until then no state that is said or returned may tell it.
        deed: whether options tell what ``about`` does, so that a sentence is his name and an option's text.
        untold: the keys of options whose choice the log leaves out, as what follows from it tells as much.
    """

    what: str
    who: str
    options: tuple[Option, ...] | PossibleOptions
    free: Callable[[str], Option] | None = field(default=None, compare=False)
    about: str = ""
    source: str = ""
    hint: str = ""
    against: str = ""
    preview: Callable[[Option], Any] | None = field(default=None, compare=False)
    shown: Any = field(default=None, compare=False)
    kind: str = ""
    secret: bool = False
    deed: bool = False
    untold: frozenset[str] = frozenset()

    @property
    def asks(self) -> str:
        """Which kind of question it is, the same whatever its words are."""
        return self.kind or self.what

    @property
    def forced(self) -> Option | None:
        """The one possible answer; None where there are others, or none."""
        return self.options[0] if self.free is None and len(self.options) == 1 else None

    def offered(self, key: str) -> Option | None:
        """The option with a key; None where there is none."""
        if isinstance(self.options, PossibleOptions):
            return self.options.option_of(key)
        return next((option for option in self.options if option.key == key), None)

    def __contains__(self, key: object) -> bool:
        """Whether there is an option with a key."""
        return isinstance(key, str) and self.offered(key) is not None

    def takes(self, key: str) -> bool:
        """Whether an answer is one that can be given."""
        try:
            chosen(self, key)
        except RulesError:
            return False
        return True

    def __repr__(self) -> str:
        """What is asked of whom."""
        keys = ", ".join(option.key for option in self.options[:4]) + (", ..." if len(self.options) > 4 else "")
        return f'<Choose "{self.what}" for {self.who}: {keys}>'


@dataclass(frozen=True)
class Say:
    """A line of the log; needs no answer.

    Attributes:
        text: what happened.
        source: document and section that it follows from.
        state: how things are now, for whoever watches; None where nothing changed.
        shown: what happened, as a value that can be drawn; None where there is nothing to draw.
        reveals: whether the secret answers of this procedure, and of those that it called, are secret no longer. What was
            answered in a step of the game that has ended stays hidden.
        throughout: whether those of all steps before are revealed as well, as at the end of a game.
    """

    text: str
    source: str = ""
    state: Any = field(default=None, compare=False)
    shown: Any = field(default=None, compare=False)
    reveals: bool = False
    throughout: bool = False


@dataclass(frozen=True)
class Call(Generic[Result_co]):
    """Another procedure to be gone through; the answer is what it returns.

    Reckoning odds, what a call returns is all that is kept of it: ways that lead to the same result are one from there on. So a
    procedure that calls others in small steps is reckoned fast. All arguments and results must be hashable values.
    """

    procedure: "Callable[..., Procedure[Result_co]]"
    arguments: tuple[Any, ...]

    def begin(self) -> "Procedure[Result_co]":
        """The generator at its start."""
        return self.procedure(*self.arguments)


Request = Roll | Choose | Say | Call[Any]
Question = Roll | Choose
Asked = TypeVar("Asked", bound=Roll | Choose | Say)
Answer = Faces | str
"""The faces of a roll or the key of a choice."""
Procedure = Generator[Request, Any, Result]


def call(procedure: "Callable[..., Procedure[Result]]", *arguments: object) -> Procedure[Result]:
    """Go through another procedure, with ``yield from``."""
    result: Result = yield Call(procedure, arguments)
    return result


Cites = Callable[[str], str]
"""Document and section for a topic."""


def cited(request: "Asked", cites: Cites) -> "Asked":
    """A roll, a choice or what is said, with document and section in place of the topics that its procedure names."""
    found: dict[str, Any] = {"source": cites(request.source)}
    if isinstance(request, Roll):
        because = (Reason(one.because.text, cites(one.because.source)) for one in request.why)
        found["why"] = tuple(replace(one, because=each) for one, each in zip(request.why, because, strict=True))
    return replace(request, **found)


def chosen(request: Choose, key: str) -> Option:
    """The option that an answer means.

    Raises:
        RulesError: if it is not offered.
    """
    if (found := request.offered(key)) is not None:
        return found
    if request.free is not None:
        return request.free(key)
    offered = ", ".join(option.text for option in request.options[:20])
    raise RulesError(f'"{key[:60]}" is not offered for "{request.what}"; it may be: {offered or "nothing"}')
