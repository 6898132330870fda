"""Messages in a programmer's words: commands and functions share what goes wrong, and each names its own arguments."""

import re
from collections.abc import Callable, Collection
from functools import wraps
from inspect import signature
from typing import ParamSpec, TypeVar

from scene.base.errors import Error

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

OTHERWISE = {"gang": "gangs", "miss": "missed", "range": "reach", "shooter": "attacker"}
"""Options and words of commands that functions call otherwise."""
_OPTION = re.compile(r"--([a-z]+(?:-[a-z]+)*)(?: (?=[\d.]))?")
_NAMED = re.compile(r"--rules ([\w.-]*\w)")
_METAVAR = re.compile(r"\b(SHOOTER|TARGET)\b")


def in_python_words(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """The function, whose errors say ``weapon=...`` where the command's say ``--weapon``."""
    names = set(signature(function).parameters)

    @wraps(function)
    def asked(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
        try:
            return function(*args, **kwargs)
        except Error as error:
            told = tuple(python_line(fault, names) for fault in error.faults)
            if told == error.faults:
                raise
            raise type(error)(told) from None

    return asked


def python_line(line: str, names: Collection[str]) -> str:
    """A line of a message with options as the arguments of these names; other options stay as they are."""

    def argument(found: re.Match[str]) -> str:
        name = _own_name(found[1].replace("-", "_"), names)
        return found[0] if name is None else f"{name}=" + ("" if found[0].endswith(" ") else "...")

    if "rules" in names:
        line = _NAMED.sub(r'rules="\1"', line)
    line = _METAVAR.sub(lambda found: _own_name(found[1].lower(), names) or found[0], line)
    return _OPTION.sub(argument, line)


def _own_name(name: str, names: Collection[str]) -> str | None:
    return next((one for one in (name, OTHERWISE.get(name, "")) if one in names), None)
