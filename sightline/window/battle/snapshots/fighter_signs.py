"""What is marked about fighters of a battle, and a fighter as he is shown."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rules.skirmish.state.battle_rules import marks_told
from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Battle, FighterState

SignKey = Literal[
    "pinned",
    "seriously_injured",
    "out_of_action",
    "fled",
    "reserve",
    "engaged",
    "broken",
    "insane",
    "hard_target",
    "climbing",
    "in_air",
    "out_of_ammo",
    "wounded",
    "carrying",
    "aimed",
    "marked",
]


@dataclass(frozen=True)
class Sign:
    """Something about a fighter that is marked on the table.

    Attributes:
        key: by which the mark is drawn.
        words: for people.
    """

    key: SignKey
    words: str


@dataclass(frozen=True)
class FighterSnapshot:
    """A fighter as he is shown.

    Attributes:
        name: what sentences call him.
        model: all that changes about him.
        acting: whether it is his activation.
        signs: in the order of their weight.
    """

    name: str
    model: FighterState
    acting: bool
    signs: tuple[Sign, ...]

    @property
    def ready(self) -> bool:
        """Whether he has a ready marker."""
        return self.model.ready


def signs_of(battle: Battle, fighter: str) -> tuple[Sign, ...]:
    """All that is marked about a fighter."""
    return tuple(_signs(battle, battle.model(fighter)))


def _signs(battle: Battle, model: FighterState) -> Iterator[Sign]:
    if model.whereabouts != "table":
        said = {"out_of_action": "out of action", "fled": "gone", "reserve": "not on the table yet"}
        yield Sign(model.whereabouts, said[model.whereabouts])
        return
    acting = battle.activation
    if model.status != "standing":
        yield Sign(model.status, model.status.replace("_", " "))
    if met := engaged(battle, model.id):
        yield Sign("engaged", f"engaged with {battle.all_called(met)}")
    if model.broken:
        yield Sign("broken", "broken")
    if model.insane:
        yield Sign("insane", "insane")
    if model.climb is not None:
        yield Sign("in_air", "over a gap") if model.climb.in_air else Sign("climbing", "mid-climb")
    if model.hard_target:
        yield Sign("hard_target", "hard target")
    if acting is not None and acting.fighter == model.id and acting.aimed:
        yield Sign("aimed", "has aimed")
    if model.empty:
        yield Sign("out_of_ammo", f"out of ammo: {', '.join(sorted(model.empty))}")
    if hurt := _hurt(battle, model):
        yield Sign("wounded", hurt)
    yield from (Sign("marked", told) for told in marks_told(battle, model.id))
    if model.carries:
        yield Sign("carrying", f"carries {battle.called(model.carries)}")


def _hurt(battle: Battle, model: FighterState) -> str:
    full = battle.card(model.id).profile.wounds
    flesh = f"{model.flesh_wounds} flesh wound{'s' * (model.flesh_wounds > 1)}" if model.flesh_wounds else ""
    left = f"{model.wounds} of {full} wounds left" if model.wounds < full else ""
    return ", ".join(part for part in (left, flesh) if part)


def fighters_shown(battle: Battle) -> dict[str, FighterSnapshot]:
    """All of them by id, on the table or not."""
    acting = battle.activation.fighter if battle.activation is not None else ""
    return {
        model.id: FighterSnapshot(battle.called(model.id), model, model.id == acting, signs_of(battle, model.id))
        for model in battle.models
    }
