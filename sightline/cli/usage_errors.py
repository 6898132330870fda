"""Usage errors: what is wrong with the words of a command, in a line that repeats them and says what is allowed."""

import re
from enum import Enum
from typing import Any, Literal, get_args, get_origin

import typer

MOST_SHOWN = 60


def usage_line(error: typer.TyperException, program: str) -> str:
    """What was wrong with the words of the command, and where its help is."""
    context = getattr(error, "ctx", None)
    where = context.command_path if context else program
    return f"{_what(error).strip().rstrip('.')} ({where} --help tells more)"


def _what(error: typer.TyperException) -> str:
    parameter = getattr(error, "param", None)
    errors = getattr(error.__cause__, "errors", None)
    if parameter is not None and errors:
        # What typer says of a wrong value is how its own libraries put it.
        return _wrong_value(parameter, errors()[0])
    option = str(getattr(error, "option_name", ""))
    if re.match(r"-[\d.]", option):
        return f'no option "{option}"; put -- before a place that begins with a minus, and all options before the --'
    return error.format_message() if hasattr(error, "format_message") else str(error)


def _wrong_value(parameter: Any, detail: dict[str, Any]) -> str:  # noqa: ANN401 - typer keeps the class private
    name = (parameter.opts[0] if parameter.opts[0].startswith("-") else parameter.metavar) or parameter.name.upper()
    given = str(detail.get("input", ""))
    given = given if len(given) <= MOST_SHOWN else given[:MOST_SHOWN] + "..."
    kind = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
    if choices := _choices(kind):
        return f'{name}: "{given}" is not available; there {_listed(choices)}'
    if kind in {int, float}:
        what = "a whole number" if kind is int else "a number"
        return f'{name}: "{given}" is not {what}{_range(parameter.min, parameter.max)}'
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
