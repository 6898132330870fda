"""Who acts, in words: how somebody is, and what cannot be done now, and why."""

from collections.abc import Iterator, Sequence

from rules.engine.drawn_entries import owed_now
from rules.engine.given_entries import OwedReveal
from rules.engine.journal_format import Entry
from rules.engine.procedure_steps import Choose, Question, Roll
from rules.skirmish.phases.action_list import listed_for
from rules.skirmish.state.action import against, status
from rules.skirmish.state.battle_rules import marks_told
from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Battle
from sightline.session.battle_log import Called, needs

DRAWN_BY_DEVICES = "the phones draw the dice of this battle together; what is rolled here counts apart when they are verified"


def condition(battle: Battle, fighter: str) -> str:
    """A fighter's status and conditions in words."""
    model, now = battle.model(fighter), status(battle, fighter)
    met = f" with {battle.all_called(engaged(battle, fighter))}" if now == "engaged" else ""
    hangs = ["climbing"] if model.climb is not None else []
    others = [name.replace("_", " ") for name in ("broken", "insane", "hard_target") if getattr(model, name)]
    return ", ".join([now + met, *hangs, *others, *marks_told(battle, fighter)])


def owed_words(entries: Sequence[Entry], called: Called) -> str:
    """Who owes the reveal of a roll that two devices draw, by the entries of a journal; empty where nobody does."""
    owed = owed_now(entries)
    return "" if owed is None else f'{called(owed.by)} owes the reveal of a roll, "{owed.what}"'


def drawn_by_devices(entries: Sequence[Entry]) -> bool:
    """Whether devices of two players have begun to draw dice of a battle together."""
    return any(isinstance(entry, OwedReveal) for entry in entries)


def impossible(battle: Battle, question: Question | None) -> Iterator[str]:
    """What the fighter who acts cannot do now, and why; of somebody else who is asked, what he can answer."""
    acting = battle.activation
    if acting is None:
        yield "nobody is activated"
        return
    asked = question.about if isinstance(question, Choose) else question.who if question is not None else ""
    if question is not None and asked in battle.setting.cards and asked != acting.fighter:
        yield from _answers(battle, question, asked)
        return
    for action in listed_for(battle, acting.fighter):
        for reason in against(battle, acting.fighter, action):
            yield f"{action.name}: {reason.text}  [{reason.source}]"


def _answers(battle: Battle, question: Question, asked: str) -> Iterator[str]:
    """What somebody can do who is asked while another one acts."""
    assert battle.activation is not None
    who, acting = battle.called(asked), battle.called(battle.activation.fighter)
    yield f"{acting} acts; {who} does no action now"
    if isinstance(question, Roll):
        yield f"{who} rolls for {question.what}{needs(question)}  [{question.source}]"
        return
    can = [option.text for option in question.options] + (
        [question.hint] if question.free is not None and question.hint else []
    )
    yield f"{question.what}, {who} can answer: {'; '.join(can)}  [{question.source}]"
