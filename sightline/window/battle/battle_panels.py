"""The panels of a battle: whose turn it is, what is asked, what has happened."""

import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import takewhile
from types import MappingProxyType

from rules.engine.procedure_steps import Choose, Option, Question, Roll
from rules.sight.verdict import SightRules
from rules.skirmish.phases.tactic_cards import hand_words
from rules.skirmish.state.battle_rules import battle_rules, round_told
from rules.skirmish.state.battle_state import Battle, GangState
from rules.skirmish.state.scenario import of, over_words, points
from rules.skirmish.state.skirmish_rules import SkirmishRules
from scene.base.memo import memoized
from scene.base.messages import shown_text
from scene.geometry.mesh import Point
from scene.table.scan_measurements import RESERVATION
from sightline.answers.place_in_words import places_in_words
from sightline.session.acting_words import DRAWN_BY_DEVICES, drawn_by_devices
from sightline.session.answer_sources import dice_words
from sightline.session.targets.decision_evidence import is_target_choice
from sightline.session.targets.evidence_words import KEPT
from sightline.session.targets.target_evidence import TargetEvidence
from sightline.window.battle.click_answers import (
    ENGAGES,
    asks_for_a_path,
    beyond_reach,
    offered_places,
    place_text,
    takes_places,
)
from sightline.window.battle.decision_panel import decision_widgets, decision_width
from sightline.window.battle.dice_panel import dice_widgets
from sightline.window.battle.fighter_panels import WIDE as CARD_WIDE
from sightline.window.battle.players_panel import BESIDE, own_dice, pace_widgets
from sightline.window.battle.snapshots.battle_snapshot import ActionNow, BattleSnapshot
from sightline.window.battle.snapshots.logged_lines import Decision, LogLine
from sightline.window.intents.battle_intents import PlayOn, ShowRulings, ShowWayTo
from sightline.window.intents.intents import Give, GiveText, GoTo, Intent, PointAt, Redo, Select, Undo
from sightline.window.intents.panel_widgets import (
    Button,
    Entry,
    PanelWidgets,
    RowWidget,
    Scrolled,
    Separator,
    Slider,
    TextWidget,
    Widget,
)

NO_PHASE = {"deploy": "setting up", "over": "over"}
TAKES = {"basic": "1 action, once", "simple": "1 action", "double": "2 actions", "free": "no action"}
LOG = 70.0
"""Pixels that the log is high."""
LINES_BEFORE, LINES_AFTER = 200, 40
"""Lines of the log that are shown around the moment that is shown; the slider reaches all others."""
WRAPPED, WRAPPED_NARROW = 74, 32
"""Letters after which a line of the log goes on in another one, nothing of it is cut off; and where it lies at a side."""
SHORT = 36
"""Letters on buttons that say what they take back: their panel is as wide for all of them."""
ASKED_HIGH = 212.0
"""Pixels that the question is high at least, so that what stands below it mostly stays in its place."""
RULING = "what you agree on beside the rules: a mark, a place, cover, or anything in words; it is undone like an answer"
MOST_NEWS = 8
"""Lines above a question at most; the log has all."""
ON = "all of them do what the rules say, until you are asked for something else"
AS_SHOWN = "left and right, near and far as the whole table is shown"
PAST = "this is how it was; go on to now to play"


def turn_panel(shown: BattleSnapshot, *, rulings: bool = False) -> PanelWidgets:
    """Round and phase, priority and points, undo and redo by name, and the way through the battle.

    Undo and redo stand above all that comes and goes, so that they can be hit while the program plays.

    Args:
        shown: the battle.
        rulings: whether the panel of rulings lies open.
    """
    battle = shown.battle
    scenario = of(battle)
    rounds = f" of {scenario.rounds}" if scenario is not None and scenario.rounds else ""
    where = f"{round_told(battle)}{rounds}, " if battle.round else ""
    rules = f"by the rules {battle.setting.part(SightRules).name}"
    widgets: list[Widget] = [TextWidget(shown.name, "title"), TextWidget(f"{where}{_phase(battle)}", "strong")]
    if shown.table.terrain_known == "pieces":
        widgets.append(TextWidget(RESERVATION, "faint"))
    ruling = Button("Ruling", ShowRulings(), tip=RULING, chosen=rulings)
    widgets += [*_history(shown, ruling), Separator()]
    widgets += _standing(shown) if battle_rules(battle).standing is None else _own_standing(shown)
    widgets.append(TextWidget(rules, "faint"))
    return PanelWidgets("Battle", "left", widgets, width=BESIDE)


def _standing(shown: BattleSnapshot) -> Iterator[Widget]:
    """Who has priority, what is left of the activation, and the points."""
    battle = shown.battle
    if battle.phase == "over":
        yield TextWidget(over_words(battle), "strong")
    elif battle.order and battle.round:
        # Of two gangs the other one is second anyway.
        order = battle.order if len(battle.order) > 2 else battle.order[:1]
        yield TextWidget(f"priority: {', then '.join(shown.battle.called(gang) for gang in order)}")
    if battle.activation is not None:
        left = battle.activation.left
        yield _acting(shown, f"is activated, {left} action{'s' * (left != 1)} left")
    yield from (TextWidget(f"{shown.battle.called(side.id)}: {_points(points(battle, side))}") for side in battle.sides)
    yield from (TextWidget(words, "faint") for side in battle.sides if (words := _hand(shown, side)))


def _hand(shown: BattleSnapshot, side: GangState) -> str:
    """How many tactic cards a gang holds; which, where one person alone plays and looks."""
    people = [one.id for one in shown.battle.sides if one.id not in shown.program]
    words = hand_words(shown.battle, side.id)
    return f"{words}: {', '.join(side.hand)}" if words and people == [side.id] else words


def _own_standing(shown: BattleSnapshot) -> Iterator[Widget]:
    """The same where a rule system tells it in lines of its own."""
    told = battle_rules(shown.battle).standing
    assert told is not None
    if shown.acting:
        yield _acting(shown, "acts")
    first, *others = told(shown.battle) or ("",)
    yield TextWidget(first, "strong" if shown.battle.phase == "over" else "plain")
    yield from map(TextWidget, others)


def _acting(shown: BattleSnapshot, does: str) -> RowWidget:
    return RowWidget([Button(shown.fighters[shown.acting].name, Select(shown.acting)), TextWidget(does)])


def _points(count: int) -> str:
    return f"{count} point{'s' * (count != 1)}"


def _history(shown: BattleSnapshot, ruling: Button) -> list[Widget]:
    undo = _short(f"Undo: {shown.undo}" if shown.undo else "Undo", Undo(), "" if shown.undo else "you have given no answer yet")
    redo = _short(f"Redo: {shown.redo}" if shown.redo else "Redo", Redo(), "" if shown.redo else "nothing was taken back")
    now = [Button("Now", GoTo(shown.answers))] if shown.past else []
    found: list[Widget] = [undo, RowWidget([redo, ruling, *now])]
    if shown.answers:
        found.append(Slider("", shown.at, 0, shown.answers, GoTo, whole=True, shown="answer %d"))
    return found


def _short(label: str, intent: Intent, why_not: str) -> Button:
    """A button that leaves its panel as wide as it is; what it says in full is its hint."""
    shown = shown_text(label, most=SHORT)
    return Button(shown, intent, why_not, tip="" if shown == label else label)


def question_panel(
    shown: BattleSnapshot,
    picked: tuple[int, ...] = (),
    evidence: Mapping[str, TargetEvidence | None] = MappingProxyType({}),
    pointed: str = "",
    pause: float = 0.0,
    *,
    place: Point | None = None,
    stopped: bool = False,
) -> PanelWidgets:
    """What is asked, and all ways to answer it; or that nothing is. While the program plays: what it does, and how fast.

    Args:
        shown: the battle.
        pause: seconds that the program waits after a step.
        stopped: whether people have stopped it.
        evidence: on the candidates of a choice of a target, by the keys of their options, as far as it is worked out.
        pointed: whom the cursor points at.
        place: that it points at.
        picked: the faces of typed dice that have been said so far; see `sightline.window.battle.dice_panel.picked_with`.
    """
    news: list[Widget] = [TextWidget(line.words, "faint", tip=line.source) for line in _news(shown) if line.words]
    faults = [TextWidget(fault, "bad") for fault in shown.faults]
    question, wide = shown.question, BESIDE
    if isinstance(question, Choose) and shown.waits == "people" and is_target_choice(question):
        asked = [_question(shown, question), *decision_widgets(shown, question, evidence, pointed), *_free(shown, question, "")]
        wide = decision_width(question)
    elif shown.waits == "program" and question is not None:
        # First what is pressed: below words that come and go it would slip away under the cursor.
        news, asked = pace_widgets(pause, stopped=stopped), [*news, *_program_plays(shown, question)]
    else:
        asked = _asked(shown, picked, pointed, place)
        if shown.waits == "people" and pointed and (far := beyond_reach(shown.battle, question, pointed)):
            # Below what is pressed and typed, which stays where it is.
            asked.append(TextWidget(f"{shown.battle.called(pointed)}: {far}", "faint"))
    return PanelWidgets("What now", "right", [*news, *asked, *faults], width=wide, height=ASKED_HIGH)


def _program_plays(shown: BattleSnapshot, question: Question) -> list[Widget]:
    """What the program has done last and why, and what it thinks about now."""
    because = [TextWidget(f"because: {shown.because}")] if shown.because else []
    about = question.about if isinstance(question, Choose) else ""
    of = f" of {shown.battle.called(about)}" if about else ""
    thinks = f"the program plays {shown.battle.called(question.who)}: {question.what}{of}"
    return [*because, TextWidget(thinks, "strong", lines=2)]


def _news(shown: BattleSnapshot) -> list[LogLine]:
    """What has happened since the last answer; where rules play a gang, since people last chose something."""
    if not battle_rules(shown.battle).own_turns:
        return [line for line in shown.log if 0 < line.answers == shown.at]
    before = [line for line in reversed(shown.log) if 0 < line.answers <= shown.at]
    since = [line for line in takewhile(lambda line: not line.chosen, before) if line.words]
    return since[:MOST_NEWS][::-1]


def _question(shown: BattleSnapshot, question: Choose) -> Widget:
    """What is asked of whom."""
    about = f" ({shown.battle.called(question.about)})" if question.about else ""
    return TextWidget(f"{shown.battle.called(question.who)}: {question.what}{about}?", "strong", tip=question.source)


def _asked(shown: BattleSnapshot, picked: tuple[int, ...], pointed: str, place: Point | None) -> list[Widget]:
    question, why_not = shown.question, _why_not(shown)
    if question is None:
        return [TextWidget("the battle is over", "strong")]
    waits = [TextWidget(why_not, "faint")] if why_not else []
    if isinstance(question, Roll):
        who = shown.battle.called(question.who)
        dice = dice_widgets(question, who, typed=shown.typed, picked=picked, why_not=why_not, refused=shown.refused)
        apart = [TextWidget(DRAWN_BY_DEVICES, "faint")] if drawn_by_devices(shown.record.entries) else []
        return [*waits, *dice, *apart, own_dice(shown)]
    asked = _question(shown, question)
    if shown.own_turn:
        return [*waits, *_own_turn(shown, question, why_not)]
    if question.what == "action":
        return [*waits, asked, RowWidget(_actions(shown, question, why_not))]
    # Of all others the way is asked for by a place, or by somebody.
    leads = asks_for_a_path(question) and question.free is None
    places = {place_text(one): one for one in offered_places(question)}
    said = dict(zip(places, _told_places(shown), strict=True))
    offered = [
        _place_button(option, said[option.key], why_not, _there(places[option.key], place))
        if option.key in places
        else _option(option, why_not, _somebody(shown, option, pointed), leads=leads)
        for option in question.options
    ]
    return [
        *waits,
        asked,
        RowWidget(offered),
        *_free(shown, question, why_not),
    ]


def _own_turn(shown: BattleSnapshot, question: Choose, why_not: str) -> list[Widget]:
    """What the rules say that a figure does, to be let happen, let happen for all of them, or overruled."""
    first, *others = question.options
    who = shown.battle.called(question.about)
    again = Button("Play on", PlayOn(), why_not, tip=ON)
    back = Button("Take back", Undo(), "" if shown.undo else "you have given no answer yet", tip=shown.undo)
    return [
        TextWidget(f"{who} {first.text}", "strong", tip=question.source),
        RowWidget([Button("Next", Give(first.key), why_not, tip="let it happen", marker=first.key), again, back]),
        *([RowWidget([_option(replace(one, text=f"rather: {one.text}"), why_not) for one in others])] if others else []),
        *([] if why_not else _overruled(shown, question)),
    ]


def _overruled(shown: BattleSnapshot, question: Choose) -> list[Widget]:
    """How a figure is told to do something else."""
    return [
        TextWidget("to overrule it, click on a place or on somebody, or type", "faint"),
        TextWidget(question.hint, "faint"),
        Entry("", "what it does instead", _typed(question), shown.refused),
    ]


def _option(option: Option, why_not: str, points: PointAt | None = None, *, leads: bool = False) -> Button:
    """The button of an answer; with ``leads`` a way may belong to it, which is shown first."""
    return Button(option.text, ShowWayTo(option.key) if leads else Give(option.key), why_not, marker=option.key, points=points)


def _place_button(option: Option, said: str, why_not: str, points: PointAt | None) -> Button:
    return Button(said, Give(option.key), why_not, f"{option.text}; {AS_SHOWN}", marker=option.key, points=points)


def _somebody(shown: BattleSnapshot, option: Option, pointed: str) -> PointAt | None:
    """That the cursor which rests on an option points at whom it names; None where it names nobody, or points there already."""
    return PointAt(option.key, None) if option.key in shown.fighters and option.key != pointed else None


@memoized
def _told_places(shown: BattleSnapshot) -> tuple[str, ...]:
    """The places that are offered, as people tell them."""
    return places_in_words(shown.table, offered_places(shown.question))


def _there(offered: Point, place: Point | None) -> PointAt | None:
    """That the cursor which rests on a place's button points at it on the table; None where it does already."""
    return PointAt("", offered) if offered != place else None


def _actions(shown: BattleSnapshot, question: Choose, why_not: str) -> list[Button]:
    """All actions, those that cannot be done with their reasons; where these are not known, those that can."""
    if not shown.actions:
        return [_option(option, why_not) for option in question.options]
    end = [_option(option, why_not) for option in question.options if option.key == "end"]
    return [*(_action(shown, one, why_not) for one in shown.actions), *end]


def _action(shown: BattleSnapshot, one: ActionNow, why_not: str) -> Button:
    against = "; ".join(f"{reason.text}  [{reason.source}]" for reason in one.reasons)
    action = one.action
    # Only the family of these rules counts actions by their kind.
    takes = TAKES[action.kind] if shown.battle.setting.has_part(SkirmishRules) else ""
    tip = f"{'; '.join(part for part in (action.does, takes) if part)}  [{one.source}]"
    return Button(action.name, Give(action.key), why_not or against, tip=tip)


def _free(shown: BattleSnapshot, question: Choose, why_not: str) -> list[Widget]:
    """How a question is answered that takes more than its options."""
    if question.free is None or not question.hint or why_not:
        return []
    where = "click on the table, or on an enemy to engage" if ENGAGES in question.hint else "click on the table"
    clicks = [TextWidget(where, "faint")] if takes_places(question) else []
    # What was typed in secret must not be brought back in the line of the next one who types.
    after = shown.at if question.secret else 0
    label = "or typed" if clicks else "typed"
    return [*clicks, Entry(label, question.hint, _typed(question), shown.refused, after=after)]


def _typed(question: Choose) -> Callable[[str], Intent]:
    """What is wanted by an answer that is typed: that its way is shown first, where one may belong to it."""
    return ShowWayTo if asks_for_a_path(question) else GiveText


def _why_not(shown: BattleSnapshot) -> str:
    """Why people cannot answer."""
    if shown.past:
        return PAST
    if shown.owed:
        return f"{shown.owed}; it is waited for"
    if shown.waits == "program" and shown.question is not None:
        return f"the program plays {shown.battle.called(shown.question.who)}"
    return ""


def log_panel(
    shown: BattleSnapshot, known: Mapping[Decision, str] = MappingProxyType({}), *, narrow: bool = False
) -> PanelWidgets:
    """What has happened up to the moment that is shown, and a little after it; each line goes to the battle as it was then.

    Args:
        shown: the battle.
        known: what was known of the targets that were chosen, as far as it is worked out.
        narrow: whether there is no room for it between the panels at the sides: then it is one of them, folded to begin with.
    """
    standing = sum(line.answers <= shown.at for line in shown.log)
    start = max(standing - LINES_BEFORE, 0)
    shown_lines = shown.log[start : standing + LINES_AFTER]
    wrapped = WRAPPED_NARROW if narrow else WRAPPED
    buttons = [
        _line(shown, line, start + number, known, last=start + number == standing - 1, wrapped=wrapped)
        for number, line in enumerate(shown_lines)
        if line.words
    ]
    earlier = [TextWidget(f"{start} lines before these: drag the slider back", "faint")] if start else []
    lines = [Scrolled([*earlier, *buttons], height=LOG, to_end=not shown.past, name="log")]
    if narrow:
        return PanelWidgets("Log", "left", lines, width=BESIDE, folded=True)
    return PanelWidgets("Log", "bottom", lines, width=80.0, beside=(BESIDE, CARD_WIDE))


def _line(
    shown: BattleSnapshot, line: LogLine, number: int, known: Mapping[Decision, str], *, last: bool, wrapped: int
) -> Button:
    then = known.get(line.decision, "") if line.decision is not None else ""
    said = [*_in_lines(f"{line.words}:", wrapped), *_in_lines(then, wrapped)] if then else _in_lines(line.words, wrapped)
    words, tip = "\n    ".join(said), f"{then}\n{line.source}" if then else roll_tip(line)
    return Button(words, GoTo(line.answers), tip=tip, chosen=last and shown.past, marker=f"line {number}")


def _in_lines(said: str, wrapped: int) -> list[str]:
    """A line of the log in several, none of which parts a number from its unit."""
    lines = textwrap.wrap(said.replace(" %", f"{KEPT}%"), wrapped, break_on_hyphens=False)
    return [line.replace(KEPT, " ") for line in lines]


def roll_tip(line: LogLine) -> str:
    """What stands behind a line of the log: its section, and for a roll its dice and every modifier with its own."""
    if line.roll is None:
        return line.source
    roll = line.roll
    dice = f"{dice_words(roll.dice)}: {' '.join(map(str, line.faces))}"
    needs = [f"needs {roll.needs}"] if roll.needs else []
    why = [f"{one.amount:+} {one.because.text}  [{one.because.source}]" for one in roll.why]
    return "\n".join([dice, *needs, *why, f"[{line.source}]"])


def _phase(battle: Battle) -> str:
    """What goes on, for people."""
    known = {phase.key: phase.name for phase in battle_rules(battle).phases}
    return NO_PHASE.get(battle.phase) or known[battle.phase]
