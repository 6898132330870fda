"""The view of the window, as a value: all that it shows."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from rules.engine.procedure_steps import Question
from rules.movement.movement_rules import MovementRules
from rules.movement.path_rules import NoPath, Reach
from rules.sight.sensitivity import Sensitivity
from rules.sight.verdict import SightRules, Verdict
from rules.skirmish.moving.walk_preview import WalkPreview
from rules.systems.registry import DEFAULT, system
from scene.geometry.mesh import FloatArray, Point
from scene.pathfinding.path_legs import Path
from scene.table.seen_table import SeenTable
from scene.table.table import Figure, Piece, Table
from sightline.drafts.draft_saving import Left
from sightline.drafts.mesh_import import MeshQuestion
from sightline.drawing.rendering.baked_light import BakedTerrain
from sightline.drawing.rendering.side_marks import Wanted
from sightline.files.recent_files import RecentFiles
from sightline.session.targets.target_chances import EnemyTarget, Known
from sightline.session.targets.target_evidence import TargetEvidence
from sightline.window.background.path_risks import PathRisks
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot
from sightline.window.battle.snapshots.logged_lines import Decision
from sightline.window.battle.template_aim import Aim
from sightline.window.building.building_panels import NOTHING_HELD
from sightline.window.building.edit_history import History
from sightline.window.intents.building_intents import Take
from sightline.window.intents.intents import Mode, Overlay
from sightline.window.stand_points.stand_answers import PlaceAnswers
from sightline.window.stand_points.threat_places import ThreatPlaces
from sightline.window.stand_points.watched_places import WatchedPlaces
from sightline.window.view.camera_orbit import Orbit
from sightline.window.view.card_step import CardStep, MeasuredShot
from sightline.window.view.label_spacing import Box
from sightline.window.view.photo_view import PhotoGround, PhotoView
from sightline.window.view.window_settings import WindowSettings

Stop = str | Point
"""What is measured to: a figure by its id, or a place."""

LARGER = 1.6
"""Times its size that a figure is drawn where it is to be larger."""
CHECKED_TILE = 0.55
"""How wide the squares of a reach are where a check is needed, as a part of the others."""
SEEN_TILES = ((-1.0, 0.0005, 0.92), (0.0005, 0.5, 0.66), (0.5, 2.0, 0.4))
"""Above which hidden share and up to which a square is how wide, in the paint of from where somebody is seen."""


@dataclass(frozen=True)
class Pointed:
    """What the cursor rests on.

    Attributes:
        owner: id of a figure or piece; empty on the bare table, None beside it.
        place: where, inches.
        floors: places on the floors that may be meant there, the nearest first; none where nothing is to be placed.
    """

    owner: str | None = None
    place: Point | None = None
    floors: tuple[Point, ...] = ()


@dataclass(frozen=True, eq=False)
class Sight:
    """Who sees whom.

    Attributes:
        verdict: what is settled.
        steady: how it fares under small shifts; None as long as that is being worked out.
        elsewhere: whether it is asked from a place where the shooter does not stand.
        searching: whether no free line was found so far, and it is still being proven that there is none.
    """

    verdict: Verdict
    steady: Sensitivity | None = None
    elsewhere: bool = False
    searching: bool = False


@dataclass(frozen=True, eq=False)
class ProfilePicture:
    """The height profile of a line of sight.

    Attributes:
        verdict: whose.
        small, large: (rows, columns, 3) their colours.
    """

    verdict: Verdict
    small: NDArray[np.uint8]
    large: NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class PlannedMove:
    """A move that is shown and not done.

    Attributes:
        figure: whose.
        goals: where to; several where more than one floor may be meant, the likeliest first.
        floor: which of the floors is taken.
        path: the cheapest; that to the place before as long as it is being looked for, None where there is none yet.
        floors: where one can stand there, a place a floor; none as long as they are not known.
        found: whether the way is the one to this goal.
        path_risks: the falls that it may end in; None as long as they are not known.
        dropped: whether the figure was let go there, so that it can be confirmed.
        answers: whether confirming it answers a question of a battle.
        preview: in a battle: how far the way is gone with the action; None as long as that is not known.
        answer: in a battle: what is answered to go it.
        meant: whom it leads to, as an answer; empty where it leads to a place.
    """

    figure: Figure
    goals: tuple[Point, ...]
    floor: int = 0
    path: Path | NoPath | None = None
    floors: tuple[Point, ...] = ()
    found: bool = False
    path_risks: PathRisks | None = None
    dropped: bool = False
    answers: bool = False
    preview: WalkPreview | None = None
    answer: str = ""
    meant: str = ""

    @property
    def glanced(self) -> bool:
        """Whether somebody is only pointed at to whom the way leads, and nothing is chosen yet."""
        return bool(self.meant) and not self.dropped

    @property
    def whom(self) -> str:
        """To whom it leads; empty where it leads to a place."""
        return self.meant.split()[-1] if self.meant else ""

    @property
    def goal(self) -> Point:
        """Where to, as far as it is known: to a place to stand, or to what was pointed at."""
        places = self.floors or self.goals
        return places[min(self.floor, len(places) - 1)]

    @property
    def gone(self) -> Path | None:
        """What is gone of the way: all of it on a table, as much as the action gives in a battle; None without a way."""
        return self.preview.gone if self.preview is not None else self.path if isinstance(self.path, Path) else None

    @property
    def end(self) -> Point:
        """Where the figure is once it has gone as far as is shown; the goal without a way."""
        if self.preview is not None:
            return self.preview.stops
        return self.path.legs[-1].end if isinstance(self.path, Path) and self.path.legs else self.goal


@dataclass(frozen=True, eq=False)
class FigureSight:
    """From where a figure is seen, and how well covered it is.

    Attributes:
        figure: its id.
        places: (n, 3) inches.
        hidden: (n,) the share that is hidden from there; not a number where it is not seen.
        step: inches between places.
    """

    figure: str
    places: FloatArray
    hidden: FloatArray
    step: float


@dataclass(frozen=True)
class Message:
    """A line for people.

    Attributes:
        text: what it says.
        bad: whether something did not work.
        question: of a battle, that it says how to answer: it goes with it. None: it stays until something else is done.
    """

    text: str
    bad: bool = False
    question: Question | None = None


@dataclass(frozen=True, eq=False)
class WindowView:
    """All that is shown.

    Attributes:
        table: as it is drawn.
        orbit: from where it is looked at.
        size: of the window, width and height.
        free: the part of it between the panels; None as long as none is drawn.
        settings: what people have chosen.
        recent: what they had open last.
        mode: what clicks and drags do.
        selected: ids of figures and pieces, the last one first.
        frame: two corners, pixels, of the frame that is being drawn about what is to be selected; None for none.
        pointed: what is under the cursor.
        pinned: id of the target that the answer is about until another question; empty if it follows the cursor.
        overlay: what the floors are painted with.
        from_here: where the selected figure is taken to stand for questions; None for where it does.
        sight: the answer about the selected figure and the one that is pointed at.
        plan: a move that is shown.
        aim: a marker or a template that is shown.
        reach: what is painted for ``overlay`` "reach".
        seen: what is painted for ``overlay`` "seen".
        watched: what is painted for ``overlay`` "watched", "cover" and "chance".
        threat: what is painted for ``overlay`` "threat".
        there: the enemies and the selected figure where it is taken to stand, as far as they are looked at.
        profile: the height profile of ``sight``, as a picture; None as long as it is being drawn.
        profile_large: whether it is shown large.
        measured: the places and the ids of figures that are measured between.
        message: the last line for people.
        busy: what is being worked out, in words.
        done: how far that has come, 0 to 1; None where that is not known.
        opening: what is being opened and takes the place of what is shown, by its name; empty for nothing.
        cut: inches above which nothing is drawn.
        stored: views by their numbers.
        through_eye: whether one looks through the eye of a figure; the view that one comes back to.
        help_shown, settings_shown: whether these lie open.
        tour: the step of the tour; None when it is over.
        undo, redo: what undo and redo would do, in words; empty for nothing.
        changed: whether there is anything to save.
        history: the table as it is built; None while a battle is shown.
        held: what the next click places, in building.
        ghosts: that, where it would come to rest under the cursor.
        misplaced: of figures among these, or that are dragged, which cannot stand there, by their ids, and why not.
        faults: what of the table commands refuse, or warn of, a line each.
        leaving: whether it is asked what becomes of what is not saved, or the window closes once that is saved.
        not_kept: why what is built cannot be kept safe; empty if it is.
        left: drafts that a crash left.
        dropped: a mesh file that was dropped on the window, and what is to be said about it.
        files: which of the panels for files lies open.
        battle: the battle, at the moment that is shown; None while a table is shown.
        stopped: whether people have stopped the program.
        walking: figures that are still on their way to where they stand, by their ids, as they are drawn meanwhile.
        picked: faces of typed dice that have been said so far.
        targets: of the selected fighter, with whose they are; None while they are worked out.
        target_lines: the same by rules that tell it in lines of their own; None while they are worked out.
        chances: of attacks, as far as they are worked out, and how things are then.
        way_label: with what attacks are told of.
        evidence: on the options of a choice of a target, by their keys, as far as it is worked out; None for no candidate.
        known: what was known of targets that lines of the log chose, as far as it is worked out.
        rulings_shown: whether the panel of rulings lies open.
        photo: the photos of the scan, as scenery is clicked in them; None as long as nobody has opened them.
        ground: in the colours of photos; None where there are none, or they are not read yet.
        baked: the terrain and the ground with their light; None as long as that is not worked out.
        surface: what photos show of the whole table; None where nothing is kept of them, or it is not read yet.
        card: what was given so far to measure a shot by a card; None as long as nobody asks for that.
        card_shots: what cards said of shots on this table, the last one last.
        counted: which photo of the card is shown large.
        phones: the links under which phones are shown this, by the names of their seats; None while they are not.
        phones_shown: whether these links lie open.
    """

    table: Table
    orbit: Orbit
    size: tuple[int, int]
    free: Box | None = field(default=None, kw_only=True)
    settings: WindowSettings = field(default_factory=WindowSettings)
    recent: RecentFiles = field(default_factory=RecentFiles, kw_only=True)
    mode: Mode = "look"
    selected: tuple[str, ...] = ()
    frame: tuple[tuple[float, float], tuple[float, float]] | None = None
    pointed: Pointed = field(default_factory=Pointed)
    pinned: str = ""
    overlay: Overlay = "none"
    from_here: Point | None = None
    sight: Sight | None = None
    plan: PlannedMove | None = None
    aim: Aim | None = None
    reach: Reach | None = None
    seen: FigureSight | None = None
    watched: WatchedPlaces | None = None
    threat: ThreatPlaces | None = None
    there: PlaceAnswers | None = None
    profile: ProfilePicture | None = None
    profile_large: bool = False
    measured: tuple[Stop, ...] = ()
    message: Message | None = None
    busy: str = ""
    done: float | None = None
    opening: str = ""
    cut: float = float("inf")
    stored: Mapping[int, Orbit] = field(default_factory=dict)
    through_eye: Orbit | None = None
    help_shown: bool = False
    settings_shown: bool = False
    tour: int | None = None
    undo: str = ""
    redo: str = ""
    changed: bool = False
    history: History | None = None
    held: Take = NOTHING_HELD
    ghosts: tuple[Piece | Figure, ...] = ()
    misplaced: Mapping[str, str] = field(default_factory=dict)
    faults: tuple[str, ...] = ()
    leaving: Literal["", "asked", "saving"] = ""
    not_kept: str = ""
    left: tuple[Left, ...] = ()
    dropped: tuple[str, MeshQuestion] | None = None
    files: Literal["", "open", "save", "new", "photos"] = ""
    battle: BattleSnapshot | None = None
    stopped: bool = False
    walking: Mapping[str, Figure] = field(default_factory=dict)
    picked: tuple[int, ...] = ()
    targets: tuple[str, tuple[EnemyTarget, ...]] | None = None
    target_lines: tuple[str, tuple[str, ...]] | None = None
    chances: Known = field(default_factory=dict)
    way_label: str = ""
    evidence: Mapping[str, TargetEvidence | None] = field(default_factory=dict)
    known: Mapping[Decision, str] = field(default_factory=dict)
    rulings_shown: bool = False
    photo: PhotoView | None = None
    ground: PhotoGround | None = None
    baked: BakedTerrain | None = None
    surface: SeenTable | None = None
    card: CardStep | None = None
    card_shots: tuple[MeasuredShot, ...] = ()
    counted: int | None = None
    phones: tuple[tuple[str, str], ...] | None = None
    phones_shown: bool = False

    @property
    def title(self) -> str:
        """What the title of the window says: the battle, or the table, its file, and a star if there is anything to save."""
        if self.opening:
            return f"opening {self.opening} - Sightline"
        if self.battle is not None:
            return f"{self.battle.name} - {self.battle.journal.name} - Sightline"
        path = self.history.now.path if self.history is not None else None
        names = [self.table.name or ("" if path else "a table"), path.name if path else ""]
        return f"{'* ' if self.changed else ''}{' - '.join(name for name in (*names, 'Sightline') if name)}"

    @property
    def figure(self) -> Figure | None:
        """The selected figure, where it stands."""
        return next((one for one in self.table.figures if one.id in self.selected[:1]), None)

    @property
    def shown_figures(self) -> tuple[Figure, ...]:
        """All figures of the table as they are shown: some are on their way."""
        return tuple(self.walking.get(figure.id, figure) for figure in self.table.figures)

    @property
    def side_colours(self) -> Wanted:
        """The colours that the gangs of a battle want, in their order, whoever of them stands on the table."""
        return self.battle.colours if self.battle is not None else ()

    @property
    def asker(self) -> Figure | None:
        """The selected figure, where questions take it to stand."""
        figure = self.figure
        return figure.moved(self.from_here) if figure is not None and self.from_here is not None else figure

    @property
    def sight_rules(self) -> SightRules:
        """By which it is told who sees whom: those of the battle."""
        return system(DEFAULT).sight if self.battle is None else self.battle.battle.setting.part(SightRules)

    @property
    def movement_rules(self) -> MovementRules:
        """By which it is told where somebody can go: those of the battle."""
        return system(DEFAULT).movement if self.battle is None else self.battle.battle.setting.part(MovementRules)

    @property
    def target(self) -> Figure | None:
        """The figure that is asked about: the pinned one, else that which is pointed at, unless it is the selected one."""
        wanted = self.pinned or self.pointed.owner
        return next((one for one in self.table.figures if one.id == wanted and one.id not in self.selected[:1]), None)

    @property
    def foes(self) -> tuple[Figure, ...]:
        """All who are not of the selected figure's side, the nearest first; where it is of none, all others."""
        figure = self.figure
        if figure is None:
            return ()
        others = [one for one in self.table.figures if one.id != figure.id and not (figure.side and one.side == figure.side)]
        return tuple(sorted(others, key=lambda one: math.dist(one.position, figure.position)))
