"""What the Tab key offers for the words of a command: tables, figures, weapons, gangs, pieces of the kit, proxies."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from sightline.cli.parser_part import ParserPart

Offered = Sequence[tuple[str, str]]
"""What may be typed, each with a word on what it is."""


def tables(ctx: ParserPart, incomplete: str) -> Offered:  # noqa: ARG001 - typer names them
    """Bundled tables, and files of tables where one is typing."""
    from assets import tables as bundled
    from sightline.files.table_names import TABLE_ENDS

    folder = Path(incomplete).parent
    files = [str(one) for one in sorted(folder.glob("*")) if one.suffix in TABLE_ENDS] if folder.is_dir() else []
    return [(name, "bundled table") for name in bundled.names()] + [(name, "table") for name in files]


def figures(ctx: ParserPart, incomplete: str) -> Offered:  # noqa: ARG001
    """The figures of the table that was typed."""
    document = _document(ctx)
    return [(one.id, one.name or "") for one in document.figures] if document else []


def things(ctx: ParserPart, incomplete: str) -> Offered:
    """The figures and the terrain of the table that was typed."""
    document = _document(ctx)
    terrain = [(one.id, one.kit or one.mesh or "") for one in document.terrain] if document else []
    return [*figures(ctx, incomplete), *terrain]


def weapons(ctx: ParserPart, incomplete: str) -> Offered:  # noqa: ARG001
    """The weapons of the bundled armoury."""
    from sightline.session.gang_loading import armoury

    return _named((weapon.name for weapon in armoury().weapons.values()), "weapon")


def gangs(ctx: ParserPart, incomplete: str) -> Offered:  # noqa: ARG001
    """The bundled gangs."""
    from assets import gangs as bundled

    return _named(bundled.names(), "bundled gang")


def kit(ctx: ParserPart, incomplete: str) -> Offered:  # noqa: ARG001
    """The pieces of the kit."""
    from assets.kit import KIT

    return _named(KIT, "piece of the kit")


def proxies(ctx: ParserPart, incomplete: str) -> Offered:  # noqa: ARG001
    """The built-in bodies of figures."""
    from assets.figures.figure_proxies import PROXIES

    return [(name, one.description) for name, one in PROXIES.items()]


def lists(ctx: ParserPart, incomplete: str) -> Offered:  # noqa: ARG001
    """The lists of what is bundled."""
    from sightline.session import bundled_lists

    return _named(bundled_lists.lists(), "what is bundled")


def battles(ctx: ParserPart, incomplete: str) -> Offered:  # noqa: ARG001
    """The bundled battles, and battle files and journals in the present folder."""
    from assets import battles as bundled

    files = [str(one) for one in sorted(Path(incomplete).parent.glob("*")) if one.suffix in {".toml", ".journal"}]
    return _named(bundled.names(), "bundled battle") + _named(files, "battle") + [("verify", "check the rolls of a journal")]


def journals(ctx: ParserPart, incomplete: str) -> Offered:  # noqa: ARG001
    """Journals in the present folder."""
    return _named(map(str, sorted(Path(incomplete).parent.glob("*.journal"))), "journal")


def rules(offered: Sequence[str]) -> Callable[[ParserPart, str], Offered]:
    """The rules that a command can answer by, and files in the present folder that may be of a rule system."""

    def completed(ctx: ParserPart, incomplete: str) -> Offered:  # noqa: ARG001
        files = [str(one) for one in sorted(Path(incomplete).parent.glob("*.toml"))]
        return _named(offered, "rules") + _named(files, "system file")

    return completed


def _named(names: Iterable[str], what: str) -> list[tuple[str, str]]:
    return [(name, what) for name in names]


def _document(ctx: ParserPart) -> ParserPart:
    """What the file of the table says that was typed; None where it cannot be read."""
    from scene.base.errors import SceneError
    from scene.table_io.table_reading import load_document
    from sightline.errors import CommandError
    from sightline.files.table_names import table_file

    try:
        return load_document(table_file(ctx.params["table"]))
    except (SceneError, CommandError, KeyError, TypeError, OSError):
        return None
