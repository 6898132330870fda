"""The templates of pages: what lies beside them, filled in so that words stay words whatever a file is called."""

from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from rules.percentages import percent
from sightline.drawing.rendering import palette
from sightline.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jinja2 import Environment


def rendered(template: str, **values: object) -> str:
    """A page of ``sightline/reports/templates``; all values are escaped but those that are markup already."""
    return _environment().get_template(template).render(version=__version__, **values)


def said(text: str) -> Markup:
    """Any text for an SVG picture, also in an attribute; what cannot be printed becomes a question mark."""
    return escape(_printable(text).replace("\n", "?"))


def source(name: str) -> str:
    """A file of the templates as it is."""
    environment = _environment()
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0]


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    found = Environment(
        loader=PackageLoader("sightline.reports"), autoescape=True, undefined=StrictUndefined, finalize=_printable,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    found.filters |= {"percent": percent, "laid": laid}
    colours = {name: value for name, value in vars(palette).items() if isinstance(value, tuple) and len(value) == 3}
    found.globals["colour"] = {name: "#{:02x}{:02x}{:02x}".format(*value) for name, value in colours.items()}
    return found


def _printable(value: Any) -> Any:  # noqa: ANN401 - whatever a template is given
    """Text with a question mark for what cannot be printed; markup and numbers as they are."""
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in value)


def laid(parts: "Sequence[tuple[str, float]]") -> list[tuple[str, float, float]]:
    """Parts of a bar, kinds with shares 0..1, end to end: where each begins and how long it is, in hundredths of the whole."""
    found, x = list[tuple[str, float, float]](), 0.0
    for kind, share in parts:
        length = max(0.0, min(float(share), 1.0 - x))
        found.append((kind, 100.0 * x, 100.0 * length))
        x += length
    return found
