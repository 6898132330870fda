"""What is asked about places, made of what is shown: whose, against whom, with what guns, and what enemies can do next turn."""

from rules.roster.weapon import WeaponProfile
from rules.skirmish.moving.carrying import movement
from rules.skirmish.opponent.shot_scores import range_of
from rules.skirmish.shooting.shot_hit_roll import Gun
from rules.skirmish.state.battle_state import Battle
from scene.table.table import Figure
from sightline.window.battle.fighter_panels import way_of
from sightline.window.stand_points.stand_question import StandQuestion
from sightline.window.stand_points.threat_places import Threat
from sightline.window.view.floor_panels import why_no_chances
from sightline.window.view.window_view import WindowView


def stand_question(view: WindowView) -> StandQuestion:
    """Where the selected figure could stand, in a battle with the weapon that is selected on the panel of its targets."""
    figure, shown = view.figure, view.battle
    assert figure is not None
    battle = shown.battle if shown is not None and figure.id in shown.fighters else None
    guns: tuple[Gun, ...] = ()
    if shown is not None and not why_no_chances(view):
        way = way_of(shown, figure.id, view.way_label)
        guns = way.guns if way is not None else ()
    return StandQuestion(
        view.table, figure, view.foes, view.settings.inches, view.movement_rules, view.sight_rules, battle, guns
    )


def threats_of(view: WindowView) -> tuple[Threat, ...]:
    """What each enemy can do next turn: in a battle by his card, else as far as is set, and without end."""
    battle = view.battle.battle if view.battle is not None else None
    if battle is None:
        return tuple(Threat(foe, view.settings.inches) for foe in view.foes)
    return tuple(_threat(battle, foe) for foe in view.foes)


def _threat(battle: Battle, foe: Figure) -> Threat:
    model = battle.model(foe.id)
    # Who lies has to stand up first.
    inches = movement(battle, foe.id) if model.status == "standing" else 0.0
    weapons = (weapon for weapon in battle.card(foe.id).weapons if weapon.name not in model.empty)
    profiles = [profile for weapon in weapons for profile in weapon.profiles if profile.ranged]
    return Threat(foe, inches, max(map(_reach, profiles), default=0.0) if model.operational else 0.0)


def _reach(profile: WeaponProfile) -> float:
    """Inches that a weapon reaches."""
    return max(range_of(profile), profile.short or 0.0)
