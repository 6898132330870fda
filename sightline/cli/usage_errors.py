"""Usage errors: what is wrong with the words of a command, in a line that repeats them and says what is allowed."""

import re
from enum import Enum
from typing import Any, Literal, get_args, get_origin

import typer

from sightline.cli.parser_part import ParserPart
from sightline.cli.typed_words import DECIMAL_COMMA

MOST_SHOWN = 60
DASHES = "\u2012\u2013\u2014\u2212"
"""What word processors make of two hyphens."""


def usage_line(error: typer.TyperException, called: str, command: ParserPart = None) -> str:
    """What was wrong with words, and where help is.

    Args:
        error: of the parser.
        called: the program, or the program and its command.
        command: that command, if it is known.
    """
    context = getattr(error, "ctx", None)
    where = called if command is not None or context is None else context.command_path
    return f"{_what(error, where, command).strip().rstrip('.')} ({where} --help tells more)"


def order_of(command: ParserPart, called: str) -> str:
    """The words of a command in their order."""
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    names = [str(one.metavar or one.name.upper()) for one in arguments]
    listed = (name if one.required else f"[{name}]" for one, name in zip(arguments, names, strict=True))
    return f"the order is: {' '.join([called, *listed])}"


def _what(error: typer.TyperException, called: str, command: ParserPart) -> str:
    parameter = getattr(error, "param", None)
    errors = getattr(error.__cause__, "errors", None)
    if parameter is not None and errors:
        # What typer says of a wrong value is how its own libraries put it.
        return _wrong_value(parameter, errors()[0])
    if type(error).__name__ == "MissingParameter":
        is_option = parameter is not None and parameter.param_type_name == "option"
        missing = f"{_named(parameter)} is missing" if parameter is not None else "a word is missing"
        return missing if command is None or is_option else f"{missing}; {order_of(command, called)}"
    message = str(getattr(error, "message", "") or error).rstrip(".")
    if option := str(getattr(error, "option_name", "")):
        return _wrong_option(error, option, message, command)
    if found := re.match(r"No such command '([^']*)'(?:\. Did you mean ([^?]*))?", message):
        return f'there is no command "{found[1]}"' + _meant(found[2])
    if (found := re.match(r"Got unexpected extra argument(?:\(s\)|s)? \((.*)\)", message)) and command is not None:
        return _too_many(found[1], called, command)
    return message


def _too_many(words: str, called: str, command: ParserPart) -> str:
    if dashed := next((word for word in words.split() if word[0] in DASHES), None):
        return f'"{dashed}" begins with a long dash: write two hyphens: --{dashed.lstrip(DASHES + "-")}'
    size = next((one.opts[0] for one in command.params if one.metavar == "X Y" and re.search(r"\d", words)), None)
    return f'"{words}" is more than it takes; ' + (f"write {size} before a size; " if size else "") + order_of(command, called)


def _wrong_option(error: typer.TyperException, option: str, message: str, command: ParserPart) -> str:
    if re.match(r"-[\d.]", option):
        return f'no option "{option}"; a place is X Y Z or X,Y,Z in numbers'
    if type(error).__name__ == "NoSuchOption":
        close = ", ".join(getattr(error, "possibilities", None) or ())
        return f'there is no option "{option}"' + _meant(close)
    known = [one for one in (command.params if command is not None else ()) if option in (*one.opts, *one.secondary_opts)]
    if "requires" in message:
        metavar = str(known[0].metavar or "") if known else ""
        # Names that it may be are too long for a line; words in capitals are not.
        needs = metavar if metavar and ("|" not in metavar or metavar == metavar.upper()) else "a value"
        return f"{option} needs {needs} after it"
    return f"{option} is a switch and takes no value" if "does not take a value" in message else message


def _meant(close: str | None) -> str:
    return f"; did you mean {close.replace(chr(39), chr(34))}?" if close else ""


def _named(parameter: ParserPart) -> str:
    return str((parameter.opts[0] if parameter.opts[0].startswith("-") else parameter.metavar) or parameter.name.upper())


def _wrong_value(parameter: ParserPart, detail: dict[str, Any]) -> str:
    name = _named(parameter)
    given = str(detail.get("input", ""))
    given = given if len(given) <= MOST_SHOWN else given[:MOST_SHOWN] + "..."
    kind = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
    if choices := _choices(kind):
        return f'{name}: "{given}" is not available; there {_listed(choices)}'
    if kind in {int, float}:
        what = "a whole number" if kind is int else "a number"
        comma = f"; write {given.replace(',', '.')}" if DECIMAL_COMMA.fullmatch(given) else ""
        return f'{name}: "{given}" is not {what}{_range(parameter.min, parameter.max)}{comma}'
    why = str(detail.get("msg", "")).removeprefix("Value error, ")
    return f'{name}: "{given}" cannot be used: {why}'


def _choices(kind: object) -> list[str]:
    """What can be given, where that is one of a few words."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return [str(choice.value) for choice in kind]
    return [str(choice) for choice in get_args(kind)] if get_origin(kind) is Literal else []


def _listed(choices: list[str]) -> str:
    return f"is only {choices[0]}" if len(choices) == 1 else f"are: {', '.join(choices)}"


def _range(low: float | None, high: float | None) -> str:
    if low is None:
        return "" if high is None else f" of at most {high:,g}"
    return f" of at least {low:,g}" if high is None else f" from {low:,g} to {high:,g}"
