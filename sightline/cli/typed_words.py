"""The words of a command as its parser takes them: values that are several words are joined, a place's minus is no option.

So ``--at 24 18 3`` and ``--at 24,18,3`` are the same, and places may begin with a minus.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from sightline.cli.parser_part import ParserPart

MINUS = "\u2212"
"""Stands for the minus of a place among the words of a command, where a hyphen would begin an option."""
NUMBER = re.compile(rf"[-+{MINUS}]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?", re.IGNORECASE)
DECIMAL_COMMA = re.compile(rf"[-+{MINUS}]?\d+,\d+")


def is_number(word: str) -> bool:
    """Whether a word may be a number of a place, or several with commas between."""
    return all(NUMBER.fullmatch(part) for part in word.strip(",").split(","))


GATHERED: Mapping[str, tuple[int, Callable[[str], bool]]] = {
    "X Y Z": (3, is_number),
    "FIGURE|X Y": (3, is_number),
    "X Y": (2, is_number),
    "A B MM": (3, lambda word: not word.startswith("--")),
}
"""Options by how their values are written in the help: how many words belong together at most, and which do."""


def taken_by(command: ParserPart) -> dict[str, tuple[str, int]]:
    """What each option of a command takes: how that is written in its help, and how many words it is; 0 for a switch."""
    options = [one for one in command.params if one.param_type_name == "option"]
    return {
        name: (str(one.metavar or ""), 0 if one.is_flag else one.nargs)
        for one in options
        for name in (*one.opts, *one.secondary_opts)
    }


def has_places(command: ParserPart) -> bool:
    """Whether there may be places among the words that are no options."""
    return any(one.metavar in {"X Y Z", "A B"} for one in command.params if one.param_type_name == "argument")


def joined(options: Mapping[str, tuple[str, int]], words: Sequence[str], *, places: bool) -> list[str]:
    """The words with values of several words made one.

    Args:
        options: what each option's value is written as in the help, and how many words it takes (0 for a switch).
        words: of the command, without its name.
        places: whether those that are no options may be places.
    """
    found, rest = list[str](), list(words)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.partition("=")
        if word == "--":
            return [*found, word, *rest]
        if name not in options:
            found.append(MINUS + word[1:] if places and word.startswith("-") and is_number(word) else word)
            continue
        written, count = options[name]
        if written in GATHERED and (value or not equals):
            most, belongs = GATHERED[written]
            values = [value] if equals else rest[:1]
            del rest[: 0 if equals else 1]
            while rest and len(values) < most and " " not in values[0] and belongs(values[0]) and belongs(rest[0]):
                values.append(rest.pop(0))
            found += [name, " ".join(values)] if values else [name]
            continue
        found.append(word)
        if not equals:
            found += rest[:count]
            del rest[:count]
    return found
