"""A verdict as a value: the question, its sight ruling, vision arc, distance and reasons."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated, Literal

from rules.citations import Citations, Cover, Reason
from rules.named_numbers import About
from rules.sight.vision_arc import ARC_DEGREES
from scene.proof.sight_proof import SEARCHED, SEEN, WORK, Certainty, Proof
from scene.table.scan_measurements import Known, TerrainKnown, known_between
from scene.table.table import Figure, Table
from scene.visibility.hidden_share import FINE, Hidden, Precision
from scene.visibility.line_of_sight import LINES, Witness

SightTopic = Literal[
    "line of sight", "cover", "models as cover", "visible", "vision arc", "through walls", "point blank", "hiding"
]
"""What reasons of a verdict are about."""


COVERS: Mapping[Cover, str] = MappingProxyType(
    {"open": "in the open", "partial": "partial cover", "full": "full cover", "none-seen": "not seen"}
)
"""Degrees of cover as players say them."""


@dataclass(frozen=True)
class SightQuestion:
    """Who looks at whom; both may stand elsewhere than the table has them.

    Attributes:
        shooter, target: who.
        arc: degrees that the shooter sees.
    """

    shooter: Figure
    target: Figure
    arc: float = field(default=ARC_DEGREES, kw_only=True)


@dataclass(frozen=True)
class SightRuling:
    """What decides: sight, and cover by the rules.

    Attributes:
        witness: a free line from the shooter to the target; None without line of sight.
        cover: None where no rule system is asked.
        geometry: the share hidden by everything, before any allowance; None if the target has no body.
        counted: the share hidden by what counts for cover.
        terrain: the share hidden by the terrain that counts for cover.
        allowed: ids of what hides but does not count: terrain that the shooter stands behind, figures who are disregarded.
        undecided: whether the bound of ``terrain`` leaves open if as much is hidden as full cover takes.
        reasons: what a rule system says beyond these numbers.
        proof: of the line or of there being none; None where no line decides.
    """

    witness: Witness | None
    cover: Cover | None
    geometry: Hidden | None
    counted: Hidden | None
    terrain: Hidden | None
    allowed: tuple[str, ...] = ()
    undecided: bool = False
    reasons: tuple[Reason, ...] = ()
    proof: Proof | None = None

    @property
    def certainty(self) -> Certainty:
        """How sure it is that there is a line of sight, or none."""
        return self.proof.certainty if self.proof else SEEN if self.witness else SEARCHED


@dataclass(frozen=True)
class Effort:
    """How much work a question is worth.

    Attributes:
        lines: random lines from body to body that are tried where the eye sees nothing.
        thorough: also look for lines through thin slots, and from the target's eye.
        proof_work: how many faces are looked at for a proof that there is no line, as `prove` has it; `FIRST_WORK` for a
            quick proof. 0 for none: where figures move on and on, most quick proofs fail, and take twice as long as the search
            for slots that they could save.
    """

    precision: Precision = FINE
    lines: int = LINES
    thorough: bool = True
    proof_work: int = 0


FULL_EFFORT = Effort()

PROVING_EFFORT = Effort(proof_work=WORK)
"""For a question of its own, which may take a few seconds where it is hard to tell."""


@dataclass(frozen=True)
class Measured:
    """What the reasons of a verdict are made of, besides its ruling.

    Attributes:
        arc: what is said of the vision arc; inside: whether the target is in it.
        distance: inches between the nearest points of the bases.
        in_the_way: ids of what the distance may not be measured through.
    """

    arc: Reason
    inside: bool
    distance: float
    in_the_way: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class SightRules:
    """How a rule system judges line of sight and cover.

    Attributes:
        name: of the rule system.
        judge: what is seen and how well it is covered, for every question. It gets these rules first, and last, for every
            question, free lines that served the same figures standing nearly where they stand; or nothing.
        reasons: why, each with its section. It gets these rules first.
        full_cover: the share of a body that terrain has to hide for full cover; infinite where no share gives it. Answers near
            it get a closer look, and reasons print it.
        sections: where it stands, by topic; each `SightTopic` that its reasons are about, the vision arc always.
        point_blank: inches within which nothing in between gives cover to who is shot at.
        in_plan: whether all is judged from above, where no line in space can be used again.
        flat: its variant for flat tables, if there is one.
        citations: where stands what rulings only name a topic of; None where they name none.
        covers: what players call each degree of cover that there is.
        in_doubt: how it says that what is too close to call is settled; None where it leaves that to the players.
        found: inches within which a figure that hides is found by whoever sees it; None: nobody hides.
        turns: whether shooters may turn to their targets, so that no verdict hangs on where they face.
        by_rays: whether the judge asks nothing of large pieces but what rays between the figures meet.
    """

    name: str
    judge: Callable[["SightRules", Table, Sequence[SightQuestion], Effort, Sequence[Sequence[Witness]]], list[SightRuling]]
    reasons: Callable[["SightRules", Table, SightQuestion, SightRuling, Measured], list[Reason]]
    full_cover: Annotated[float, About("cover", "share of a body that terrain has to hide for full cover", 0.05, 1.0)]
    sections: Mapping[SightTopic, str]
    point_blank: float = 3.0
    in_plan: bool = False
    flat: "SightRules | None" = None
    citations: Citations | None = None
    covers: Mapping[Cover, str] = field(default_factory=lambda: COVERS)
    in_doubt: Reason | None = None
    found: Annotated[
        float | None,
        About("hiding", "inches within which a figure that hides is found by whoever sees it; none: nobody hides", 0, 48),
    ] = None
    turns: bool = False
    by_rays: bool = False


@dataclass(frozen=True)
class Verdict:
    """A sight ruling with all that goes with it.

    Attributes:
        rules: whose it is.
        in_arc: whether the target is in the shooter's vision arc, or the shooter may turn to it.
        distance: inches between the nearest points of the bases.
        in_the_way: ids of what the distance may not be measured through.
        because: the reasons, each with its source.
        terrain_known: what is known of the real table's scenery; None for a table that was made up.
        unseen: where only pieces are known: of what these leave free, the share that nobody saw through, 0 to 1.
    """

    question: SightQuestion
    rules: SightRules
    ruling: SightRuling
    in_arc: bool
    distance: float
    in_the_way: tuple[str, ...]
    because: tuple[Reason, ...]
    terrain_known: TerrainKnown | None = None
    unseen: float = 1.0

    def __repr__(self) -> str:
        """Who looks at whom, and what is seen."""
        one, other = self.question.shooter.called, self.question.target.called
        return f"<Verdict: {one} to {other}, {(self.ruling.cover or 'seen') if self.line_of_sight else 'not seen'}>"

    @property
    def line_of_sight(self) -> bool:
        """Whether any body point of one sees any body point of the other."""
        return self.ruling.witness is not None

    @property
    def hides(self) -> bool:
        """Whether the target hides, and the shooter is too far off to find it."""
        return is_hiding(self.rules, self.question.target, self.distance)

    @property
    def visible(self) -> bool:
        """In the vision arc, in line of sight and not hiding (main-rulebook: Visible)."""
        return self.in_arc and self.line_of_sight and not self.hides

    @property
    def known(self) -> Known | None:
        """Whether what was not measured could change who is seen, and how well: only where there is a line of sight."""
        found = known_between(self.terrain_known, blocked=not self.line_of_sight)
        return "clear" if found == "unknown" and self.unseen == 0.0 else found

    @property
    def most_hidden(self) -> float | None:
        """The most of the body that may be hidden, with what was not measured; None where there is no body to be seen."""
        hidden = self.ruling.geometry
        if hidden is None:
            return None
        return hidden.high if self.known != "unknown" else 1.0 - (1.0 - hidden.high) * (1.0 - self.unseen)

    @property
    def most_cover(self) -> Cover | None:
        """The most cover that there may be, with what was not measured; None where no rule system is asked."""
        cover, most = self.ruling.cover, self.most_hidden
        if cover is None or self.known != "unknown" or most is None:
            return cover
        if self.unseen >= 1.0:
            return "none-seen"
        # What hides is taken for terrain that counts.
        by_share: Cover = "full" if most >= min(self.rules.full_cover, 1.0) else "partial"
        return max(cover, by_share, key=list(COVERS).index)


def is_hiding(rules: SightRules, target: Figure, inches: float) -> bool:
    """Whether a figure that hides is not found from so far off."""
    return rules.found is not None and target.hides and inches > rules.found + 1e-9
