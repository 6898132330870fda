"""Making a gang in a talk: what its form asks is asked line by line, what is answered becomes its file."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.errors import RulesError
from rules.roster.gang import Gang
from rules.roster.gang_form import FormField, GangForm
from rules.roster.gang_formats import GangFormat
from rules.roster.toml_reading import nearest
from rules.roster.toml_writing import lines
from scene.base.errors import SceneError
from scene.base.json_fields import WrongValue
from scene.base.messages import shown_text
from sightline.errors import CommandError
from sightline.session.gang_loading import BASES, shipped

HELP = (
    "Return takes what stands in brackets; what may be chosen from goes by its number too, with commas between several; "
    '"back" asks the question before once more, for a name those about whoever came before; "quit" leaves without a file'
)
Say = Callable[[str], None]
Read = Callable[[], str | None]
Answers = dict[str, object]


class LeaveError(Exception):
    """Somebody leaves without a file."""


class BackError(Exception):
    """Somebody wants the question before once more."""


class EndError(Exception):
    """Nothing more is typed."""


@dataclass(frozen=True)
class MadeGang:
    """What came of a talk.

    Attributes:
        gang: as it will be read.
        text: its file.
        rows: its members, for people: a line with what the columns are, and one each.
    """

    gang: Gang
    text: str
    rows: tuple[str, ...]


class Talk:
    """A talk about a gang of some format.

    Attributes:
        form: what is asked.
        say: takes what people are told, line by line.
        read: what is typed next; None at the end.
        strict: whether an answer that will not do ends the talk, as those that were written before would all be of the wrong
            question from there on.
    """

    def __init__(self, form: GangFormat, say: Say, read: Read, *, strict: bool) -> None:
        assert form.form is not None
        self.format, self.form, self.say, self.read, self.strict = form, form.form, say, read, strict

    def made(self) -> MadeGang | None:
        """The gang that was asked for; None where somebody left.

        Raises:
            CommandError: the answers end too early, or with ``strict`` one will not do.
        """
        self.say(HELP)
        try:
            head = self._head()
            members = self._members(head)
        except LeaveError:
            return None
        except EndError:
            raise CommandError(
                "the answers end before there is a gang; answer every question, and a name of nobody last"
            ) from None
        gang, text = self._tried(head, members)
        return MadeGang(gang, text, tuple(table(self.form, members)))

    def agreed(self, question: str) -> bool:
        """Whether somebody says yes, which is usual."""
        while True:
            self.say(f"{question} [yes]")
            typed = (self.read() or "").strip().casefold()
            if typed in {"", "y", "yes", "n", "no", "quit"}:
                return typed in {"", "y", "yes"}
            self._refuse('type "yes" or "no"')

    def _head(self) -> Answers:
        while True:
            try:
                return self._answers(self.form.gang, {})
            except BackError:
                continue

    def _members(self, head: Answers) -> list[Answers]:
        found: list[Answers] = []
        while len(found) < self.form.most:
            self.say(f"{self.form.entry} {len(found) + 1}" + ("; an empty name ends the list" if found else ""))
            try:
                name = self._answer(self.form.members[0], may_end=bool(found))
            except BackError:
                found = found[:-1]
                continue
            if name is None:
                break
            try:
                member = self._answers(self.form.members[1:], {self.form.members[0].key: name})
                self._tried(head, [*found, member])
            except BackError:
                continue
            except RulesError as error:
                self._refuse(*error.faults)
                continue
            found.append(member)
        return found

    def _answers(self, fields: Sequence[FormField], known: Answers) -> Answers:
        """The answers to several questions, after those that are known."""
        found: list[object] = []
        while len(found) < len(fields):
            try:
                found.append(self._answer(fields[len(found)]))
            except BackError:
                if not found:
                    raise
                found.pop()
        return known | {field.key: value for field, value in zip(fields, found, strict=True)}

    def _answer(self, field: FormField, *, may_end: bool = False) -> object:
        """The answer to a question; None where nothing is answered and that ends the list."""
        offered = field.offered(shipped) if field.offered else ()
        for line in _asked(field, offered):
            self.say(line)
        while True:
            typed = self.read()
            if typed is None and not may_end:
                raise EndError
            words = (typed or "").strip()
            if words in {"quit", "back"}:
                raise LeaveError if words == "quit" else BackError
            if not words and may_end:
                return None
            try:
                return _value(field, words, offered)
            except WrongValue as error:
                self._refuse(f'"{shown_text(words)}" will not do for {field.question}: it must be {error}')
            except SceneError as error:
                self._refuse(*error.faults)

    def _refuse(self, *faults: str) -> None:
        if self.strict:
            raise CommandError(faults)
        for fault in faults:
            self.say(fault)

    def _tried(self, head: Mapping[str, object], members: Sequence[Mapping[str, object]]) -> tuple[Gang, str]:
        """The gang of these answers and its file; a `RulesError` with what does not go together."""
        tables = (f"[[{self.form.entry}]]\n{lines(**_worth_writing(one))}" for one in members)
        text = "\n".join([lines(**self.form.head, **_worth_writing(head)), *tables])
        return self.format.read(text.encode(), BASES, shipped)[0], text


def _asked(field: FormField, offered: Sequence[str]) -> Iterator[str]:
    """What people are asked, and what they may choose from."""
    usual = "" if field.usual is None else f" [{field.usual or 'none'}]"
    yield f"{field.question}?{usual}"
    if offered:
        yield "  " + ", ".join(f"{number} {one}" for number, one in enumerate(offered, 1))


def _value(field: FormField, typed: str, offered: Sequence[str]) -> object:
    """What was typed, as the file has it."""
    words = typed or (field.usual if field.usual is not None else "")
    if not field.several:
        return field.check(_chosen(words, offered))
    several = [_chosen(one.strip(), offered) for one in words.split(",") if one.strip()]
    field.check(several)
    return several


def _chosen(typed: str, offered: Sequence[str]) -> str:
    """What is offered under a number or a name; what was typed where nothing is offered."""
    if not offered:
        return typed
    known = {name.casefold(): name for name in offered} | {str(number): name for number, name in enumerate(offered, 1)}
    if typed.casefold() not in known:
        names = {name.casefold(): name for name in offered}
        raise WrongValue(f"one of those, by name or number{nearest(typed, names, names.__getitem__)}")
    return known[typed.casefold()]


def _worth_writing(answers: Mapping[str, object]) -> dict[str, object]:
    """The answers without those that a file leaves out: nothing, and what is not so."""
    return {key: value for key, value in answers.items() if value is not False and value != []}


def table(form: GangForm, members: Sequence[Mapping[str, object]]) -> Iterator[str]:
    """The members for people, a line each under the names of the columns."""
    rows = [[_shown(member[field.key]) for field in form.members] for member in members]
    cells = [[field.key for field in form.members], *rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(form.members))]
    for row in cells:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "-"
    return {True: "yes", False: "-"}[value] if isinstance(value, bool) else str(value)
