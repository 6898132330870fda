"""A shot that was measured by its card, as an answer of the page: words, facts, a picture, and its evidence page."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules.sight.verdict import SightRules
from scene.table.table import Table
from sightline.api.shown_answers import ShownAnswer

if TYPE_CHECKING:
    from PIL import Image

    from capture.shot_cards.card_shot import CardShot


@dataclass(frozen=True, eq=False, repr=False)
class CardMeasurement(ShownAnswer):
    """What photos of a card say of a shot.

    Attributes:
        table: where.
        shot: what was counted.
        rules: by which the cover is told.
        nearest_mm: from the eye to the nearest thing in between, as somebody measured; None where nobody did.
    """

    table: Table
    shot: "CardShot"
    rules: SightRules
    nearest_mm: float | None

    def lines(self) -> list[str]:
        """The answer for a person, as ``sightline card-photo`` gives it."""
        from sightline.answers.scanned.card_answer import said_here, words

        return [said_here(line) for line in words(self.shot, self.rules)]

    def document(self) -> dict[str, Any]:
        """The answer as ``sightline card-photo --json`` prints it."""
        from sightline.answers.scanned.card_answer import document

        return document(self.shot, self.rules)

    def picture(self) -> "Image.Image":
        """The first photo with what was counted."""
        from sightline.reports.card_report import first_counted

        return first_counted(self.shot)

    def command(self, table: str) -> list[str]:
        """The words that repeat it, with the photos beside."""
        shot = self.shot
        lamp = shot.lamp
        views = [one.view for one in shot.readings] if lamp is None else [lamp.lit, lamp.dark]
        words = ["sightline", "card-photo", table, shot.shooter.id, shot.target.id, *(one.photo.name for one in views)]
        words += [] if lamp is None else ["--lamp"]
        words += [] if self.nearest_mm is None else ["--nearest-mm", f"{self.nearest_mm:g}"]
        return [*words, "--rules", self.rules.name]

    def page(self, *, name: str, digest: str, command: str, warnings: tuple[str, ...]) -> str:
        """The report as one HTML page; the arguments are those of `card_report_html`."""
        from sightline.reports.card_report import card_report_html

        return card_report_html(self.shot, self.rules, table_name=name, digest=digest, command=command, warnings=warnings)
