"""Intents on a shot that is measured by a printed card: the card written, its photos given, and what is counted in them."""

from dataclasses import dataclass

from sightline.window.intents.intents import Intent


@dataclass(frozen=True)
class MeasureByCard(Intent):
    """Ask how the shot that is shown is measured by a card; the same again goes back to the answer."""


@dataclass(frozen=True)
class WriteCard(Intent):
    """Write the card to be printed; a file of that name is replaced if ``overwrite``."""

    overwrite: bool = False


@dataclass(frozen=True)
class BrowsePhotos(Intent):
    """Ask for photos of the card by the system's own dialog."""


@dataclass(frozen=True)
class AddCardPhotos(Intent):
    """Photos of the card, or a folder of them."""

    paths: tuple[str, ...]


@dataclass(frozen=True)
class LeaveOutPhoto(Intent):
    """Let go of a photo of the card, by its place among them."""

    photo: int


@dataclass(frozen=True)
class ByLamp(Intent):
    """Whether a lamp stood in the eye's place, rather than the phone's lens."""

    on: bool


@dataclass(frozen=True)
class NearestThing(Intent):
    """Millimetres from the eye to the nearest thing in between, as typed; empty where nobody measured."""

    typed: str


@dataclass(frozen=True)
class CountCard(Intent):
    """Tell how much of the target is hidden from the photos."""


@dataclass(frozen=True)
class ShowCounted(Intent):
    """Show a photo of the card large, by its place among those that count; the same again takes it away."""

    photo: int
