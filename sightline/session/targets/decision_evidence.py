"""The evidence on each option of a question that is a choice of a target; in a module of its own, as it knows all kinds."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from rules.engine.procedure_steps import Choose, Option, Question
from rules.errors import RulesError
from rules.skirmish.melee.melee_blows import Stance
from rules.skirmish.opponent.attack_estimate import arms_worth, worth_of_hits
from rules.skirmish.opponent.shot_scores import best_spray
from rules.skirmish.shooting.shot_hit_roll import Gun, range_to, shot_at, turned_to
from rules.skirmish.shooting.target_choice import pivots, targets
from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Battle
from scene.base.errors import SceneError
from sightline.session.targets.charge_evidence import of_charge
from sightline.session.targets.evidence_words import evidence_lines
from sightline.session.targets.target_evidence import TargetEvidence, of_fight, of_shot

TARGET, CHARGE = "target", "whom to charge"
"""The questions whom to shoot at, whoever that is, and whom to charge."""
BY_PRIORITY = "target by priority"
SHOTS = frozenset({TARGET, BY_PRIORITY})
"""All questions whom to shoot at."""

Look = Callable[[Battle, Choose, Option], TargetEvidence | None]
"""What is known of one option of a question; None where that is no candidate."""


def is_target_choice(question: Question | None) -> bool:
    """Whether a question is a choice of a target, so that there is evidence on its options."""
    return isinstance(question, Choose) and kind_of(question) in LOOKS


def kind_of(question: Choose) -> str:
    """Which kind of question it is, whatever its words are."""
    return question.kind or question.what


def candidates(question: Question | None) -> tuple[str, ...]:
    """The keys of the options on which there may be evidence, in their order."""
    if not isinstance(question, Choose) or not is_target_choice(question):
        return ()
    return tuple(option.key for option in question.options)


def evidence_on(battle: Battle, question: Choose, key: str) -> TargetEvidence | None:
    """What is known of one option; None where it is no candidate. Takes a tenth of a second or so.

    Args:
        battle: how things are when it is asked.
        question: a choice of a target.
        key: of the option.
    """
    option = question.offered(key)
    assert option is not None
    try:
        return LOOKS[kind_of(question)](battle, question, option)
    except (RulesError, SceneError) as error:
        return TargetEvidence(key, key, option.text, why_not=error.faults[0])


def evidence(battle: Battle, question: Question | None) -> Iterator[TargetEvidence]:
    """What is known of all candidates of a question, one after the other; nothing where it is no choice of a target."""
    for key in candidates(question):
        assert isinstance(question, Choose)
        if (found := evidence_on(battle, question, key)) is not None:
            yield found


def asked_evidence(battle: Battle, question: Question | None) -> Iterator[str]:
    """The evidence on what is asked, in lines for the terminal; none where it is no choice of a target."""
    if isinstance(question, Choose):
        yield from evidence_lines(battle, question, tuple(evidence(battle, question)))


def _target(battle: Battle, question: Choose, option: Option) -> TargetEvidence:
    found = of_shot(battle, question.about, option.key, question.shown, option.key)
    # Whoever is offered by priority needs no check for it, and where nobody pivots to his target none is ever made.
    return found if kind_of(question) == TARGET and pivots(battle) else replace(found, check=None)


def _weapon(battle: Battle, question: Choose, option: Option) -> TargetEvidence | None:
    """With each weapon, of the target at whom it is worth most."""
    guns: tuple[Gun, ...] = option.value
    shooter = question.about
    if all(gun.profile.has("template") for gun in guns):
        found = best_spray(battle, shooter, guns[0])
        return None if found is None else of_shot(battle, shooter, found[1], guns, option.key)

    def worth(target: str) -> float:
        turned = turned_to(battle, shooter, target)
        shots = (shot_at(turned, shooter, target, gun, twin=len(guns) > 1) for gun in guns)
        return sum(float(shot.chance) * worth_of_hits(battle, shooter, target, shot.gun.profile) for shot in shots)

    best = max(targets(battle, shooter), key=worth, default=None)
    return None if best is None else of_shot(battle, shooter, best, guns, option.key)


def _facing(battle: Battle, question: Choose, option: Option) -> TargetEvidence | None:
    return of_fight(battle, question.about, option.key) if option.key in engaged(battle, question.about) else None


def _arms(battle: Battle, question: Choose, option: Option) -> TargetEvidence | None:
    """With each weapon, of the engaged enemy against whom it is worth most."""
    fighter, arms = question.about, option.value
    acting = battle.activation
    charged = acting is not None and acting.fighter == fighter and acting.charged
    foes = engaged(battle, fighter)
    best = max(foes, key=lambda foe: arms_worth(battle, fighter, foe, arms, charged=charged), default=None)
    stance = question.shown if isinstance(question.shown, Stance) else None
    return None if best is None else of_fight(battle, fighter, best, arms, option.key, stance)


def _mercy(battle: Battle, question: Choose, option: Option) -> TargetEvidence:
    """Of somebody who is given the coup de grace: nothing is rolled."""
    far = range_to(battle, question.about, option.key)
    sure = ("out of action without a roll",)
    return TargetEvidence(option.key, option.key, battle.called(option.key), distance=far, notes=sure)


def _charge(battle: Battle, question: Choose, option: Option) -> TargetEvidence | None:
    if not isinstance(option.value, tuple) or len(option.value) != 1:
        return None
    return of_charge(battle, question.about, option.value[0], question.shown)


LOOKS: Mapping[str, Look] = MappingProxyType(
    {
        TARGET: _target,
        BY_PRIORITY: _target,
        "weapon": _weapon,
        CHARGE: _charge,
        "turn to face": _facing,
        "weapons": _arms,
        "coup de grace": _mercy,
    }
)
"""The choices of a target by what they ask."""
