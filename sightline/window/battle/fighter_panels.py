"""The panels of one fighter in a battle: his card, and whom he can attack with what chances."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from rules.engine.procedure_steps import Choose, Roll
from rules.percentages import percent
from rules.roster.gang import Fighter, Saves
from rules.roster.profile import BY_2D6, BY_D6, CHARACTERISTICS, Characteristic, Profile
from rules.roster.weapon import WeaponProfile
from rules.skirmish.attack_odds import AttackOdds
from rules.skirmish.state.battle_rules import ShownCard, battle_rules
from rules.skirmish.state.characteristics import profile_now
from rules.skirmish.state.skirmish_rules import skirmish_rules
from sightline.session.targets.evidence_words import conditions_words
from sightline.session.targets.target_chances import Asked, AttackOption, Chances, EnemyTarget, Known, used_up, ways_of
from sightline.session.targets.target_evidence import laid_note
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot
from sightline.window.battle.snapshots.fighter_signs import FighterSnapshot
from sightline.window.intents.battle_intents import PickWay
from sightline.window.intents.intents import Give, Select
from sightline.window.intents.panel_widgets import Button, Columns, PanelWidgets, RowWidget, TextWidget, Widget

HEADS: dict[Characteristic, str] = {
    "movement": "M",
    "weapon_skill": "WS",
    "ballistic_skill": "BS",
    "strength": "S",
    "toughness": "T",
    "wounds": "W",
    "initiative": "I",
    "attacks": "A",
    "leadership": "LD",
    "cool": "CL",
    "willpower": "WIL",
    "intelligence": "INT",
}
WIDE = 54.0
"""Letters: both panels are as wide for everybody, so that they stay where they are when somebody else is selected."""
NAME = 12.0
"""Letters after which names of weapons and their traits go on in another line."""
THEM = "them"
"""Several, in the reason why none of them can be attacked."""
WAIT = "..."
"""What is being worked out."""
FIGHTS = "the fight is under way"
"""As long as a fight goes on, whose action is spent already."""


@dataclass(frozen=True, eq=False)
class _Ways:
    """An attack that is told of: whose, with what, and what is known of its chances."""

    fighter: str
    way: AttackOption
    known: Known

    def found(self, target: EnemyTarget) -> Chances | None:
        """The chances against a target; None as long as they are not worked out."""
        return self.known.get((self.fighter, target.id, self.way.label))


def card_panel(shown: BattleSnapshot, fighter: str) -> PanelWidgets:
    """A fighter's card as he is now: characteristics, wounds, weapons with ranges and ammo, equipment, skills, status."""
    standing, card = shown.fighters[fighter], shown.battle.card(fighter)
    if (own := battle_rules(shown.battle).card) is not None:
        rows = _own_card(shown, fighter, own(shown.battle, fighter))
        return PanelWidgets(standing.name, "right", rows, width=WIDE, key="card", folded=shown.question is not None)
    now, model = profile_now(shown.battle, fighter), standing.model
    status = _status(standing)
    gang = shown.battle.called(model.gang)
    widgets: list[Widget] = [
        TextWidget(f"{card.rank} of {gang}, {card.cost} credits", "faint"),
        TextWidget(status, "strong"),
        Columns([HEADS[one] for one in CHARACTERISTICS], [[_value(card.profile, now, one) for one in CHARACTERISTICS]]),
        TextWidget(f"wounds left: {model.wounds} of {card.profile.wounds}"),
        _weapons(card, model.empty),
    ]
    groups = skirmish_rules(shown.battle).activations.groups
    rows = [*widgets, *_rest(card, groups=groups)]
    return PanelWidgets(standing.name, "right", rows, width=WIDE, key="card", folded=shown.question is not None)


def _status(standing: FighterSnapshot) -> str:
    """Whether it is his turn, and all that is marked about him."""
    turn = "activated" if standing.acting else "ready" if standing.ready else "not ready"
    words = [turn if standing.model.on_table else "", *(sign.words for sign in standing.signs)]
    return ", ".join(word for word in words if word)


def _own_card(shown: BattleSnapshot, fighter: str, card: ShownCard) -> list[Widget]:
    """The card of a rule system with sheets of its own."""
    values = [TextWidget(one.text, "bad" if one.changed else "plain", tip=one.tip) for one in card.values]
    rows = [[TextWidget(text, "bad" if row[0] in card.useless else "plain") for text in row] for row in card.weapons]
    return [
        TextWidget(card.what, "faint"),
        TextWidget(_status(shown.fighters[fighter]), "strong"),
        Columns([one.head for one in card.values], [values]),
        *([Columns(card.heads, rows, wrap=NAME)] if rows else []),
        *(TextWidget(note) for note in card.notes),
    ]


def own_targets_panel(shown: BattleSnapshot, fighter: str, lines: tuple[str, ...] | None) -> PanelWidgets:
    """Whom a fighter can attack by a rule system that tells it in lines of its own; None while they are worked out."""
    name = f"Targets of {shown.fighters[fighter].name}"
    said = (WAIT,) if lines is None else lines or (f"{shown.fighters[fighter].name} can attack nobody now",)
    return PanelWidgets(name, "right", [TextWidget(line) for line in said], width=WIDE, key="targets")


def offers_targets(shown: BattleSnapshot, fighter: str) -> bool:
    """Whether people are asked at whom this fighter fires, so that the question tells as much as the panel of targets."""
    question = shown.question
    if not isinstance(question, Choose) or question.about != fighter or shown.waits != "people":
        return False
    foes = {foe.id for foe in shown.battle.foes(shown.battle.model(fighter).gang)}
    return any(option.key in foes for option in question.options)


def _value(card: Profile, now: Profile, characteristic: Characteristic) -> TextWidget:
    """A characteristic as it is now; the card's own where they differ is told on demand."""
    value, usual = now.of(characteristic), card.of(characteristic)
    plus = "+" if characteristic in {*BY_D6, *BY_2D6} else '"' if characteristic == "movement" else ""
    changed = value != usual
    tip = characteristic.replace("_", " ") + (f"; {usual}{plus} on the card" if changed else "")
    return TextWidget(f"{value}{plus}", "bad" if changed else "plain", tip=tip)


def _weapons(card: Fighter, empty: frozenset[str]) -> Columns:
    heads = ("weapon", "short", "long", "S", "AP", "D", "ammo", "traits")
    rows = [_weapon(weapon.name, one, weapon.name in empty) for weapon in card.weapons for one in weapon.profiles]
    return Columns(heads, rows, wrap=NAME)


def _weapon(name: str, profile: WeaponProfile, is_empty: bool) -> list[TextWidget]:  # noqa: FBT001 - one call, beside its name
    label = f"{name}: {profile.name}" if profile.name else name
    strength = profile.strength
    force = "-" if strength is None else _force(strength.value, of_the_wielder=strength.wielders)
    dry = is_empty and not profile.has("melee")
    ammo = "out of ammo" if dry else "-" if profile.ammo is None else f"{profile.ammo}+"
    traits = ", ".join(f"{trait} ({number})" if number else trait for trait, number in profile.traits)
    short, long = _short(profile), None if profile.has("template") else profile.long
    ranges = [(short, profile.accuracy_short), (long, profile.accuracy_long)]
    texts = [
        force,
        f"{profile.ap:+}" if profile.ap else "-",
        "injury die" if profile.damage is None else str(profile.damage),
        ammo,
        traits,
    ]
    rest = [TextWidget(text, "bad" if dry and text is ammo else "plain") for text in texts]
    return [TextWidget(label), *(_range(reach, accuracy) for reach, accuracy in ranges), *rest]


def _force(value: int, *, of_the_wielder: bool) -> str:
    """A strength: a number, or the wielder's own and what is added to it."""
    return str(value) if not of_the_wielder else f"S{value:+}" if value else "S"


def _short(profile: WeaponProfile) -> float | Literal["E", "T"] | None:
    """The short range, or the letter that stands for it."""
    if profile.has("template"):
        return "T"
    return "E" if profile.short is None and profile.close else profile.short


def _range(reach: float | Literal["E", "T"] | None, accuracy: int) -> TextWidget:
    """A range, and what is added to hit rolls at it; its hint says what letters and numbers mean."""
    if reach is None:
        return TextWidget("-")
    added = f" ({accuracy:+})" if accuracy else ""
    letter = {"T": "hits whom a flame template touches", "E": "against engaged enemies"}.get(str(reach), "")
    means = [letter, f"{accuracy:+} on hit rolls at this range" if accuracy else ""]
    return TextWidget((reach if isinstance(reach, str) else f'{reach:g}"') + added, tip="; ".join(filter(None, means)))


def _rest(card: Fighter, *, groups: bool) -> Iterator[Widget]:
    """Saves, equipment and skills; whom he activates together with himself where the rules have groups."""
    if saves := ", ".join(_saves(card.saves)):
        yield TextWidget(f"saves: {saves}")
    for what, names in (("equipment", card.wargear), ("skills", card.skills)):
        if names:
            yield TextWidget(f"{what}: {', '.join(names)}")
    if card.group_activation and groups:
        yield TextWidget(f"group activation: up to {card.group_activation} more")


def _saves(saves: Saves) -> Iterator[str]:
    if saves.armour is not None:
        yield f"armour {saves.armour}+" + (f" ({saves.armour_in_arc:+} from the front)" if saves.armour_in_arc else "")
    for words, needed in (
        ("invulnerable", saves.invulnerable),
        ("special against shooting", saves.special_ranged),
        ("special in close combat", saves.special_close),
    ):
        if needed is not None:
            yield f"{words} {needed}+"


def way_of(shown: BattleSnapshot, fighter: str, label: str = "") -> AttackOption | None:
    """The attack option that was picked, or the first there is; None where a fighter has none."""
    ways = ways_of(shown.battle, fighter)
    return next((way for way in ways if way.label == label), ways[0] if ways else None)


def unknown(fighter: str, targets: tuple[EnemyTarget, ...], way: AttackOption | None, known: Known) -> tuple[Asked, ...]:
    """The chances that the panel of targets still waits for, in the order in which they are worth working out."""
    if way is None:
        return ()
    asked = ((fighter, one.id, way.label) for one in targets if not (one.why_not and _needs_sight(way)))
    return tuple(one for one in asked if one not in known)


def targets_panel(
    shown: BattleSnapshot, fighter: str, targets: tuple[EnemyTarget, ...] | None, known: Known, way: AttackOption | None = None
) -> PanelWidgets:
    """All enemies with range, cover, why they cannot be attacked, and the chances of an attack.

    Args:
        shown: the battle.
        fighter: who attacks.
        targets: from `sightline.session.targets.target_chances.targets_of`; None while they are not worked out.
        known: from `sightline.session.targets.target_chances.chances`, as many as are worked out.
        way: with what, from `way_of`; None for nothing.
    """
    name = f"Targets of {shown.fighters[fighter].name}"
    if way is None:
        nothing = TextWidget(f"{shown.fighters[fighter].name} has nothing to attack with now")
        return PanelWidgets(name, "right", [nothing], width=WIDE, key="targets")
    ways, used = ways_of(shown.battle, fighter), used_up(shown.battle, fighter)
    asked = isinstance(shown.question, Choose) and shown.question.what == "action"
    if used and not way.guns:
        # Whoever has turned in a fight stands as he has turned: chances of another one would leave out what that costs.
        said = used if asked else FIGHTS
        return PanelWidgets(name, "right", [TextWidget(said)], width=WIDE, key="targets")
    later = [TextWidget(f"{used}; these are the chances of another time", "faint")] if used and asked else []
    rows_of_ways = RowWidget([Button(one.label, PickWay(one.label), chosen=one.label == way.label) for one in ways])
    picks: list[Widget] = [*later, rows_of_ways]
    if targets is None:
        return PanelWidgets(name, "right", [*picks, TextWidget(WAIT, tip="being worked out")], width=WIDE, key="targets")
    barred = {one: why for one in targets if (why := _why_not(one, way, known.get((fighter, one.id, way.label))))}
    offered = [one for one in targets if one not in barred]
    heads = ("target", "range", "cover", "hit", "wound", "serious", "out")
    table = [Columns(heads, [_target(shown, fighter, one, way, known) for one in offered])] if offered else []
    remarks = _remarks(shown, offered, _Ways(fighter, way, known))
    nobody = [] if targets else [TextWidget("there is no enemy on the table")]
    return PanelWidgets(
        name,
        "right",
        [*picks, *table, *nobody, *remarks, *_barred(barred)],
        width=WIDE,
        key="targets",
        folded=(bool(used) and asked) or isinstance(shown.question, Roll),
    )


def _barred(barred: Mapping[EnemyTarget, str]) -> Iterator[TextWidget]:
    """Who cannot be attacked and why; those with the same reason in one line."""
    alike: dict[str, list[EnemyTarget]] = {}
    for one, why in barred.items():
        alike.setdefault(why.replace(one.name, THEM), []).append(one)
    for why, some in alike.items():
        said = (
            barred[some[0]] if len(some) == 1 else why.replace(f"{THEM} is ", "they are ").replace(f"{THEM} has ", "they have ")
        )
        yield TextWidget(f"{', '.join(one.name for one in some)}: {said}", "bad")


def _target(shown: BattleSnapshot, fighter: str, target: EnemyTarget, way: AttackOption, known: Known) -> list[Widget]:
    question = shown.question
    offered = isinstance(question, Choose) and question.about == fighter and shown.waits == "people" and target.id in question
    button = Button(target.name, Give(target.id) if offered else Select(target.id), marker=target.id)
    found = known.get((fighter, target.id, way.label))
    cover = "-" if target.cover is None else target.cover
    return [button, TextWidget(f'{target.distance:.1f}"'), TextWidget(cover), *_shares(found)]


def _why_not(target: EnemyTarget, way: AttackOption, found: Chances | None) -> str:
    """Why a target cannot be attacked; empty where it can."""
    if found is not None and found.why_not:
        return found.why_not
    return target.why_not if _needs_sight(way) else ""


def _needs_sight(way: AttackOption) -> bool:
    """Whether a target that is not seen cannot be attacked; flame templates need no line of sight."""
    return not way.guns or not all(gun.profile.has("template") for gun in way.guns)


def _shares(found: Chances | None) -> list[TextWidget]:
    odds = found.odds if found is not None else None
    if odds is None:
        return [TextWidget(WAIT, "faint") for _ in range(4)]
    shares: list[Fraction] = [odds.hit, odds.wound, odds.seriously_injured, odds.out_of_action]
    return [TextWidget(percent(float(share))) for share in shares]


def _remarks(shown: BattleSnapshot, some: Sequence[EnemyTarget], ways: _Ways) -> Iterator[TextWidget]:
    """What is to be said of targets besides their chances; what holds for several in one line."""
    said: dict[str, list[str]] = {}
    instead: dict[str, float] = {}
    for one in some:
        found = ways.found(one)
        if found is None or found.odds is None:
            continue
        for line in _said_of(found, found.odds, ways.way):
            said.setdefault(line, []).append(one.name)
        for name, share in found.odds.others:
            instead[name] = max(instead.get(name, 0.0), float(share))
    for line, names in said.items():
        yield TextWidget(f"{'all' if len(names) == len(some) > 1 else ', '.join(names)}: {line}", "faint")
    if instead:
        # A marker or a template hits all whom it touches, a shot that misses may stray.
        besides = "too" if any(gun.profile.has("blast") or gun.profile.has("template") for gun in ways.way.guns) else "instead"
        most = (f"{shown.battle.called(name)} up to {percent(share)}" for name, share in instead.items())
        yield TextWidget(f"may be hit {besides}: {', '.join(most)}", "faint")


def _said_of(found: Chances, odds: AttackOdds, way: AttackOption) -> list[str]:
    """What is to be said of one target besides its chances, but for who else may be hit."""
    said = [*conditions_words(odds), *(note for gun in way.guns if (note := laid_note(gun)))]
    if odds.out_of_ammo:
        said.append(f"out of ammo {percent(float(odds.out_of_ammo))}")
    if odds.hit == 0:
        # Even the most improbable shot hits now and then.
        said.insert(0, "out of range")
    if found.check == 0.0:
        said.insert(0, "somebody else is closer, whom target priority is for")
    elif found.check is not None:
        said.insert(
            0, f"somebody else is closer: a willpower check first, {percent(found.check)}, which is not in these chances"
        )
    return said
