"""The table that a command is given: found by its file or its bundled name, and words in another order told so."""

from pathlib import Path

from scene.base.messages import shown_text
from sightline.cli.parser_part import ParserPart
from sightline.cli.usage_errors import order_of
from sightline.errors import CommandError

TABLE = "TABLE"
"""How the help writes an argument that is a table."""


def with_tables(context: ParserPart) -> None:
    """Puts the file of a bundled table in the place of its name.

    Raises:
        CommandError: there is no such table, but another word is one; with the order of the words.
    """
    arguments = [one for one in context.command.params if one.param_type_name == "argument"]
    for one in arguments:
        if one.metavar == TABLE:
            context.params[one.name] = _found(context, one.name, arguments)


def _found(context: ParserPart, name: str, arguments: list[ParserPart]) -> Path:
    from sightline.files.table_names import is_table, table_file

    given = context.params[name]
    found = table_file(given)
    if not found.exists():
        others = [context.params[one.name] for one in arguments if one.name != name]
        words = [word for value in others for word in (value if isinstance(value, list) else [value]) if isinstance(word, str)]
        if any(map(is_table, words)):
            raise CommandError(f'"{shown_text(str(given))}" is no table; {order_of(context.command, context.command_path)}')
    return found
