"""What the program draws and declares in a combat, and whom it attacks. It bluffs: the same strengths are not drawn alike."""

from rules.engine.procedure_steps import Choose
from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Battle
from rules.systems.combat_pool.conditions.model_now import ploys_of, sheet
from rules.systems.combat_pool.melee.attack_scores import attack_on
from rules.systems.combat_pool.melee.attack_wound_odds import attack_odds
from rules.systems.combat_pool.melee.drawing import ATTACK as ATTACK_COUNTER
from rules.systems.combat_pool.melee.drawing import Drawing
from rules.systems.combat_pool.melee.ploys_declared import Declaring, ploys_named
from rules.systems.combat_pool.program.styles import Style, mixed
from rules.systems.combat_pool.roster.pool_sheet import Ploy
from rules.systems.combat_pool.shooting.shot_odds import WoundOdds

STUNNED, WOUNDED, CRITICAL = 0.6, 1.6, 4.0
"""What harm is worth."""
WORTH_IT = 0.22
"""The harm that a ploy has to bring or spare, so that it is declared while attacks are left."""
BY_THE_WAY = 0.05
"""The same where nothing is left that it could be kept for."""


def harm(odds: WoundOdds) -> float:
    """What harm an attack does on average."""
    return STUNNED * float(odds.stunned) + WOUNDED * float(odds.wounded) + CRITICAL * float(odds.critical)


def harm_of(
    battle: Battle, attacker: str, defender: str, ploys: tuple[Ploy, ...] = (), countered: tuple[Ploy, ...] = ()
) -> float:
    """The harm of an attack with some ploys."""
    return harm(attack_odds(battle, attack_on(battle, attacker, defender, ploys, countered)))


def counter(battle: Battle, question: Choose, style: Style) -> str:
    """Attack counters up to the number that is wanted, then ploys; what is not left is made up by the other kind."""
    drawing = question.shown
    assert isinstance(drawing, Drawing)
    keys = [option.key for option in question.options]
    ploys = [key for key in keys if key != ATTACK_COUNTER.key]
    if drawing.drawn.count("") < _attacks_wanted(battle, question.about, drawing, style) and ATTACK_COUNTER.key in keys:
        return ATTACK_COUNTER.key
    return _ploy(battle, question.about, drawing, style, ploys) if ploys else keys[0]


def _attacks_wanted(battle: Battle, fighter: str, drawing: Drawing, style: Style) -> int:
    """About the share that is the style's; more by whoever is the better attacker, and never the same for sure."""
    foes = [name for name in engaged(battle, fighter) if name in drawing.members]
    ours = max((harm_of(battle, fighter, foe) for foe in foes), default=1.0)
    theirs = max((harm_of(battle, foe, fighter) for foe in foes), default=1.0)
    share = style.attacks + 0.15 * (ours - theirs) / max(ours, theirs, 1e-9)
    wanted = int(mixed(battle, "draws", fighter).binomial(drawing.pool, min(max(share, 0.1), 0.95)))
    # Without any attack a combat cannot be won.
    return max(wanted, 1)


def _ploy(battle: Battle, fighter: str, drawing: Drawing, style: Style, keys: list[str]) -> str:
    """The ploy that does most, or now and then another one."""
    foes = [name for name in engaged(battle, fighter) if name in drawing.members]
    known = {ploy.name.casefold(): ploy for ploy in ploys_of(battle, fighter)}
    rng = mixed(battle, "ploy", fighter, drawing.drawn)
    if rng.random() < style.guile:
        return str(rng.choice(keys))
    return max(keys, key=lambda key: (_gain(battle, fighter, foes, known[key], drawing), key))


def _gain(battle: Battle, fighter: str, foes: list[str], ploy: Ploy, drawing: Drawing) -> float:
    """What a ploy brings or spares on average; a second one of a kind is worth less."""
    again = 0.6 ** drawing.drawn.count(ploy.name)
    if not foes:
        return again
    foe = max(foes, key=lambda name: harm_of(battle, name, fighter))
    if ploy.declared == "defending":
        spared = harm_of(battle, foe, fighter) - harm_of(battle, foe, fighter, (), (ploy,))
        answer = 0.3 * harm_of(battle, fighter, foe) if ploy.answers and "" in drawing.drawn else 0.0
        return again * (spared + answer)
    if ploy.cancels:
        return again * 0.3
    return again * (harm_of(battle, fighter, foe, (ploy,)) - harm_of(battle, fighter, foe)) if "" in drawing.drawn else 0.0


def declared(battle: Battle, question: Choose, _style: Style) -> str:
    """The ploy that changes the attack most, where that is worth the counter."""
    told = question.shown
    assert isinstance(told, Declaring)
    fighter = question.about
    names = {option.value: option.key for option in question.options if option.value}
    gains = {name: _declared_gain(battle, fighter, told, name) for name in names}
    best = max(gains, key=lambda name: (gains[name], name), default="")
    own_attacks, foe_attacks = told.left
    last = foe_attacks == 0 if fighter == told.defender else own_attacks == 0
    return names[best] if best and gains[best] > (BY_THE_WAY if last else WORTH_IT) else "none"


def _declared_gain(battle: Battle, fighter: str, told: Declaring, name: str) -> float:
    attacker, defender = told.attacker, told.defender
    own = ploys_named(battle, fighter, told.own)
    (ploy,) = ploys_named(battle, fighter, (name,))
    if fighter == defender:
        before, after = harm_of(battle, attacker, defender, (), own), harm_of(battle, attacker, defender, (), (*own, ploy))
        answers = ploy.answers and told.left[0] > 0
        return before - after + (0.3 * harm_of(battle, defender, attacker) if answers else 0.0)
    theirs = ploys_named(battle, defender, told.against)
    if ploy.cancels and theirs:
        plain = harm_of(battle, attacker, defender, own, theirs)
        return max(
            harm_of(battle, attacker, defender, own, tuple(one for one in theirs if one is not gone)) - plain for gone in theirs
        )
    return harm_of(battle, attacker, defender, (*own, ploy), theirs) - harm_of(battle, attacker, defender, own, theirs)


def attack_or_wait(battle: Battle, question: Choose, _style: Style) -> str:
    """The attack that does most harm to whoever does most harm."""
    foes = [option.key for option in question.options if option.value]
    fighter = question.about

    def worth(name: str) -> tuple[float, str]:
        return harm_of(battle, fighter, name) + 0.3 * harm_of(battle, name, fighter) + (battle.model(name).wounds <= 1), name

    return max(foes, key=worth)


def fighting_worth(battle: Battle, fighter: str, foe: str) -> tuple[float, float]:
    """The harm that a model does to an enemy in a combat, and that which it suffers, on average."""
    ours, theirs = harm_of(battle, fighter, foe), harm_of(battle, foe, fighter)
    return ours * max(sheet(battle, fighter).pool, 1), theirs * max(sheet(battle, foe).pool, 1)
