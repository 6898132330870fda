"""Writing the TOML of gangs and scenarios: the counterpart of `rules.roster.toml_reading`."""

import json

LONG = 400
"""Characters of a list that go on one line; no line gets longer than the reader takes."""


def lines(**values: object) -> str:
    """A line ``key = value`` for each value that is not None."""
    return "".join(f"{key} = {_toml(value)}\n" for key, value in values.items() if value is not None)


def _toml(value: object) -> str:
    match value:
        case dict():
            return "{" + ", ".join(f"{key} = {_toml(inner)}" for key, inner in value.items()) + "}"
        case list() | tuple():
            inner = [_toml(one) for one in value]
            return "[" + (", " if sum(map(len, inner)) < LONG else ",\n    ").join(inner) + "]"
        case float():
            return str(int(value)) if value.is_integer() else repr(value)
    # A JSON text is a TOML text.
    return json.dumps(value, ensure_ascii=False)
