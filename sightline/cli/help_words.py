"""The help of a command in plain words: what may be given for an option, without names of a programming language."""

from collections.abc import Iterable

from sightline.cli.parser_part import ParserPart

PLAIN = {"str": "text", "path": "file", "float": "number", "int": "whole number", "bool": "", "uuid": "text"}
"""What is said in place of the name of a type."""


def in_plain_words(command: ParserPart) -> ParserPart:
    """The command; its help says number and file where it would name types, and nothing of a switch."""
    for parameter in command.params:
        for what, said in (("display_type_rich", kind_of), ("_get_number_range_help_str", range_of)):
            setattr(parameter, what, _saying(said, parameter))
    return command


def _saying(said: ParserPart, parameter: ParserPart) -> ParserPart:
    def words(*_: object, **__: object) -> str:
        return str(said(parameter))

    return words


def kind_of(parameter: ParserPart) -> str:
    """What is given: the word for it in the help, or one of some choices."""
    if parameter.metavar is not None:
        return "" if parameter.param_type_name == "argument" else str(parameter.metavar)
    if getattr(parameter, "is_flag", False):
        return ""
    name = str(type(parameter).display_type_rich(parameter, ctx=None) or "").strip("<>")
    return name if "|" in name else _plain(name)


def _plain(name: str) -> str:
    inner = name.removeprefix("list[").removesuffix("]").removesuffix(" range")
    return PLAIN.get(inner, inner)


def range_of(parameter: ParserPart) -> str:
    """Between which numbers it is."""
    low, high = (getattr(parameter, name, None) for name in ("min", "max"))
    return "" if low is None and high is None else " ".join(_ends(low, high))


def _ends(low: float | None, high: float | None) -> Iterable[str]:
    if low is not None and high is not None:
        return (f"{low:,g}", "to", f"{high:,g}")
    return (f"from {low:,g}",) if low is not None else (f"to {high:,g}",)
