"""The program as an opponent, a player of its own: an answer to whatever a battle asks.

It has no luck and no memory: the same question in the same battle gets the same answer.
"""

from collections.abc import Callable, Iterable, Mapping

import numpy as np

from rules.engine.procedure_steps import Choose, Option
from rules.skirmish.melee.consolidation import inches as consolidation
from rules.skirmish.moving.carrying import half_movement, movement
from rules.skirmish.moving.walk_resolution import toward
from rules.skirmish.opponent.action_choice import best_charge, best_shot, next_action, ranked
from rules.skirmish.opponent.activation_choice import best_company, urgency
from rules.skirmish.opponent.attack_estimate import arms_worth, blow_chance, worth, worth_of_hits
from rules.skirmish.opponent.defence_choice import best_defence
from rules.skirmish.opponent.goal_choice import goal_of, prospect
from rules.skirmish.opponent.piece_choice import at_hand
from rules.skirmish.opponent.place_scores import at_places, here
from rules.skirmish.opponent.shot_scores import best_marker
from rules.skirmish.opponent.style import USUAL, Style, Styles
from rules.skirmish.shooting.blast_attack import PUT
from rules.skirmish.shooting.flame_attack import LAY
from rules.skirmish.shooting.shot_hit_roll import Shot
from rules.skirmish.shooting.target_choice import pivots
from rules.skirmish.state.battle_rules import battle_rules
from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.placement import written
from rules.skirmish.state.scenario import of, points

RETREAT = 3.0
"""Inches that a retreat is planned for; the die that says how far is not known yet."""
LOW_ROLL = 3
"""A die for priority that is rolled again."""
OUTNUMBERED = 4
"""Whoever has so many times fewer fighters on their feet gives up."""
ALONE = 3
"""Enemies on their feet from whom the last of a gang flees."""


def decide(battle: Battle, question: Choose, styles: Styles = USUAL) -> str:
    """The key of an answer; one that is offered, whatever is asked.

    Args:
        battle: how things are.
        question: what is asked.
        styles: in which the gangs are played.
    """
    if (decides := battle_rules(battle).decides) is not None:
        return decides(battle, question)
    handler = _HANDLERS.get(question.what, _HANDLERS.get(" ".join(question.what.split()[:2]), _first))
    style = styles.of(question.who)
    key = handler(battle, question, style)
    return key if question.takes(key) else _first(battle, question, style)


def _first(_battle: Battle, question: Choose, _style: Style) -> str:
    return question.options[0].key


def _last(_battle: Battle, question: Choose, _style: Style) -> str:
    return question.options[-1].key


def _second(_battle: Battle, question: Choose, _style: Style) -> str:
    """The first fighter, or whatever is offered beside nobody."""
    return question.options[min(1, len(question.options) - 1)].key


def _best(options: Iterable[Option], value: Callable[[Option], float]) -> str:
    """The key of the best option, the first of equals."""
    return max(options, key=value).key


# Activations


def _activated(battle: Battle, question: Choose, style: Style) -> str:
    # Tactic cards are not played: what they say is not known here.
    fighters = (option for option in question.options if option.key in battle.setting.cards)
    return _best(fighters, lambda option: urgency(battle, option.key, style))


def _together(battle: Battle, question: Choose, style: Style) -> str:
    """Who has something to do at once is taken along; the others wait for what the enemy does."""
    others = tuple(option.key for option in question.options if option.value is not None)
    return best_company(battle, others, style) or question.options[0].key


def _action(battle: Battle, question: Choose, style: Style) -> str:
    goal = goal_of(battle, question.about, style)
    opens = at_hand(battle, question.about, question, through=goal is not None and goal.what == "door")
    key = opens or next_action(battle, question.about, question, style)
    return key or min(option.key for option in question.options)


# Movement


def _where(battle: Battle, question: Choose, style: Style) -> str:
    """The best place that proves to be one."""
    if "on" in question:
        return "on"
    inches, lying = _manner(battle, question)
    for text in ranked(battle, question.about, inches, lying, style).texts:
        if question.takes(text):
            return text
    return "stay"


def _manner(battle: Battle, question: Choose) -> tuple[float, bool]:
    """Inches of movement, and whether he lies at its end."""
    match question.what:
        case "where to take cover" | "where to crawl":
            return half_movement(battle, question.about), True
        case "where to retreat":
            return RETREAT, False
        case "where to consolidate":
            return consolidation(battle), False
    return movement(battle, question.about), False


def _charge(battle: Battle, question: Choose, style: Style) -> str:
    found = best_charge(battle, question.about, style)
    return found[0] if found is not None else question.options[0].key


def _facing(battle: Battle, question: Choose, style: Style) -> str:
    """Toward somebody who can be finished, a target if he shoots only where he looks, or the nearest enemy on his feet.

    An enemy whose facing it is to choose, as he stands up in base contact, looks away: he cannot parry, and pays for turning.
    """
    about, met = battle.model(question.about), engaged(battle, question.about)
    if met and question.who != about.gang:
        return f"{(toward(battle, about.id, battle.model(met[0]).position) + 180.0) % 360.0:.0f}"
    foes = [option.key for option in question.options if option.key != "keep"]
    if foes and float(here(battle, question.about, style).mercy[0]) > 0.0:
        return next((foe for foe in foes if battle.model(foe).status == "seriously_injured"), foes[0])
    shot = None if pivots(battle) else best_shot(battle, question.about, style)
    if shot is not None and shot.target in foes:
        return shot.target
    return next((foe for foe in foes if battle.model(foe).status == "standing"), question.options[0].key)


def _placed(battle: Battle, question: Choose, style: Style) -> str:
    """Where a fighter is set up, or arrives: where he has a goal that is near, out of danger."""
    fighter = question.about
    there = [battle.changed(fighter, whereabouts="table", position=option.value) for option in question.options]
    places = at_places(there[0], fighter, [option.value for option in question.options], style)
    goal = goal_of(there[0], fighter, style)
    # Enemies come and go; where he is bound for one of them, only the way there tells a good place from one up on a gantry.
    hunts = goal is None or goal.what == "foe"
    prospects = places.progress if hunts else np.array([prospect(one, fighter, style) for one in there])
    values = prospects - places.caution * places.danger + 0.5 * places.shots
    friends = [model.position for model in battle.on_table(battle.model(fighter).gang)]

    def value(row: int) -> float:
        x, y, z = places.row(row)
        crowd = sum(abs(x - a) + abs(y - b) < 4.0 for a, b, _ in friends)
        return float(values[row]) - 0.1 * crowd + 0.02 * z

    return question.options[max(range(len(question.options)), key=value)].key


# Attacks


def _weapon(battle: Battle, question: Choose, style: Style) -> str:
    shot = best_shot(battle, question.about, style)
    return next(
        (option.key for option in question.options if shot is not None and option.value == shot.guns),
        _first(battle, question, style),
    )


def _target(battle: Battle, question: Choose, style: Style) -> str:
    """The one for whom the weapon was picked or, where he cannot be had, the nearest who is worth most."""
    shot = best_shot(battle, question.about, style)
    if shot is not None and shot.target in question:
        return shot.target
    return _best(question.options, lambda option: _wanted(battle, option.key))


def _wanted(battle: Battle, fighter: str) -> float:
    model = battle.model(fighter)
    return worth(battle, fighter) * (0.3 if model.status == "seriously_injured" else 1.0)


def _marker(battle: Battle, question: Choose, _style: Style) -> str:
    """Where it is worth most, friends and all, if that is not just over the target."""
    shot: Shot = question.options[0].value
    place = best_marker(battle, shot.shooter, shot.target, shot.gun)
    return question.options[0].key if place is None else written(place)


def _template(battle: Battle, question: Choose, style: Style) -> str:
    """Over those whom it is worth most to hit."""
    shot, own = best_shot(battle, question.about, style), battle.model(question.about).gang
    if shot is None:
        return _first(battle, question, style)
    profile = shot.guns[0].profile

    def value(option: Option) -> float:
        harms = ((-1.0 if battle.model(one).gang == own else 1.0, one) for one in option.value.hits)
        return sum(sign * worth_of_hits(battle, question.about, one, profile) for sign, one in harms)

    return _best(question.options, value)


def _arms(battle: Battle, question: Choose, style: Style) -> str:
    foes = engaged(battle, question.about)
    if not foes:
        return _first(battle, question, style)
    acting = battle.activation
    charged = acting is not None and acting.fighter == question.about and acting.charged
    foe = max(foes, key=lambda name: worth(battle, name))
    return _best(question.options, lambda option: arms_worth(battle, question.about, foe, option.value, charged=charged))


def _faced(battle: Battle, question: Choose, _style: Style) -> str:
    """Toward the enemy whom it is best to attack."""
    foes = tuple(option for option in question.options if option.value is not None) or question.options
    return _best(foes, lambda option: _quarry(battle, question.about, option.key))


def _quarry(battle: Battle, fighter: str, foe: str) -> float:
    return worth(battle, foe) * blow_chance(battle, fighter, foe)


def _dice_against(battle: Battle, question: Choose, _style: Style) -> str:
    """All dice against the best target, none against others: who is not attacked does not strike back."""
    best = max(engaged(battle, question.about), key=lambda name: _quarry(battle, question.about, name), default="")
    return question.options[-1 if question.against == best else 0].key


def _defend(battle: Battle, question: Choose, _style: Style) -> str:
    """Where parrying saves more than striking back with fewer dice gives up."""
    return "yes" if _parries(battle, question.about) > 0 else "no"


def _defence_dice(battle: Battle, question: Choose, _style: Style) -> str:
    wanted = _parries(battle, question.about) or len(question.options)
    return question.options[min(wanted, len(question.options) - 1)].key


def _parries(battle: Battle, fighter: str) -> int:
    """With how many dice somebody parries the attack of whoever is acting."""
    acting, foes = battle.activation, engaged(battle, fighter)
    attacker = acting.fighter if acting is not None and acting.fighter in foes else next(iter(foes), "")
    return best_defence(battle, fighter, attacker) if attacker else 0


def _after_fight(_battle: Battle, question: Choose, _style: Style) -> str:
    keys = [option.key for option in question.options]
    return next((key for key in ("coup-de-grace", "consolidate", "none") if key in keys), keys[0])


def _mercy(battle: Battle, question: Choose, _style: Style) -> str:
    return _best(question.options, lambda option: worth(battle, option.key))


# The rest of a round


def _injury(_battle: Battle, question: Choose, _style: Style) -> str:
    keys = [option.key for option in question.options]
    return next((key for key in ("flesh", "serious", "out") if key in keys), keys[0])


def _bottle(battle: Battle, question: Choose, style: Style) -> str:
    """The best leader; a battle that cannot be won is given up."""
    if _hopeless(battle, question.who):
        return "flee"
    leaders = tuple(option for option in question.options if option.key in battle.setting.cards)
    if not leaders:
        return _first(battle, question, style)
    return _best(leaders, lambda option: -battle.card(option.key).profile.leadership)


def _hopeless(battle: Battle, gang: str) -> bool:
    """Whether hardly anybody is left, and it is not won on points already."""
    own = sum(model.operational for model in battle.on_table(gang))
    foes = sum(model.operational for model in battle.foes(gang))
    scenario = of(battle)
    if scenario is not None and scenario.victory == "points":
        best = max(points(battle, side) for side in battle.sides if side.id != gang)
        if points(battle, battle.side(gang)) > best:
            return False
    return foes >= ALONE and foes >= OUTNUMBERED * own


def _reroll(_battle: Battle, question: Choose, _style: Style) -> str:
    """Low dice are rolled again; the option to keep one says what it shows."""
    shown = [int(word) for word in question.options[0].text.split() if word.isdigit()]
    return question.options[1 if shown and shown[-1] <= LOW_ROLL else 0].key


_HANDLERS: Mapping[str, Callable[[Battle, Choose, Style], str]] = {
    "who is activated": _activated,
    "who is activated together": _together,
    "action": _action,
    "where to": _where,
    "where to crawl": _where,
    "where to take cover": _where,
    "where to retreat": _where,
    "where to consolidate": _where,
    "continue the movement": _first,
    "whom to charge": _charge,
    "facing": _facing,
    "where to set up": _placed,
    "where to arrive": _placed,
    "weapon": _weapon,
    "target": _target,
    "target by priority": _target,
    LAY: _template,
    PUT: _marker,
    "weapon to reload": _first,
    "weapons": _arms,
    "turn to face": _faced,
    "dice with": _dice_against,
    "dice of the first weapon": _last,
    "weapon for the last die": _last,
    "defend": _defend,
    "defence dice": _defence_dice,
    "which blow is parried": _first,
    "turn to react": _first,
    "after the fight": _after_fight,
    "coup de grace": _mercy,
    "who assists": _second,
    "which die counts": _injury,
    "who takes the bottle test": _bottle,
    "roll again for priority": _reroll,
    "discard a tactic card": _first,
    "discard a card to roll again for priority": _second,
}
