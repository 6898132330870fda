"""The panel of rulings by the table: a line to type one in, and the marks of the selected fighter, to be put on and off."""

from collections.abc import Iterator

from rules.citations import Cover
from rules.skirmish.state.battle_pieces import doors, is_open
from rules.skirmish.state.battle_rules import battle_rules
from rules.skirmish.state.ruling_marks import RulingMark, marks_of
from rules.skirmish.state.rulings import COVERS, SOURCE
from scene.base.messages import plain
from scene.table.fog import Fog
from sightline.window.battle.battle_panels import PAST, RULING
from sightline.window.battle.players_panel import BESIDE
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot
from sightline.window.intents.battle_intents import Rule, ShowRulings
from sightline.window.intents.panel_widgets import Button, Columns, Entry, PanelWidgets, RowWidget, Switch, TextWidget, Widget


def ruling_panel(shown: BattleSnapshot, selected: str) -> PanelWidgets:
    """How a ruling is made.

    Args:
        shown: the battle.
        selected: the fighter or door that is selected; empty for nothing.
    """
    return PanelWidgets("Ruling by the table", "left", list(_widgets(shown, selected)), ShowRulings(), width=BESIDE)


def _widgets(shown: BattleSnapshot, fighter: str) -> Iterator[Widget]:
    yield TextWidget("what you agree on beside the rules", "faint", tip=RULING)
    if shown.past:
        yield TextWidget(PAST, "faint")
        return
    if shown.question is None:
        yield TextWidget("the battle is over; take an answer back first", "faint")
        return
    example = next((one.name for one in shown.fighters.values()), "quill").lower()
    rulings = sum(line.source == SOURCE for line in shown.log)
    rules = battle_rules(shown.battle)
    mark = "broken" if "broken" not in rules.unknown else rules.marks[0].name
    yield Entry("ruling", f'{example} {mark}, or "any words"', Rule, button="Rule", after=rulings)
    yield from (Switch(f"fog at {_at(fog)}", True, Rule(f"fog {_at(fog)} off")) for fog in shown.battle.fogs)
    if fighter in doors(shown.battle):
        now = is_open(shown.battle, fighter)
        yield Switch(f"{shown.battle.called(fighter)} is open", now, Rule(f"door {fighter} {'closed' if now else 'open'}"))
        return
    if fighter not in shown.fighters:
        yield TextWidget("select a fighter or a door to change it", "faint")
        return
    yield TextWidget(shown.fighters[fighter].name, "strong")
    there = shown.fighters[fighter].model.on_table
    marks = [mark for mark in marks_of(shown.battle, fighter) if mark.offered]
    switches = [switch for mark in marks if not mark.counted for switch in _switches(shown, fighter, mark)]
    # Whoever has left can only come back.
    switches = [switch for switch in switches if there or switch.on]
    if not switches:
        yield TextWidget("not on the table", "faint")
        return
    yield Columns((), [switches[start : start + 2] for start in range(0, len(switches), 2)])
    if there:
        yield from (_counted(shown, fighter, mark) for mark in marks if mark.counted)
        yield _covers(shown, fighter)


def _at(fog: Fog) -> str:
    return " ".join(map(plain, fog.middle))


def _switches(shown: BattleSnapshot, fighter: str, mark: RulingMark) -> Iterator[Switch]:
    """A mark that is on or off; one for each thing that it may be about."""
    if mark.on_table and not shown.fighters[fighter].model.on_table:
        return
    for about in mark.about(shown.battle, fighter) if mark.about is not None else ("",):
        on, words = bool(mark.now(shown.battle, fighter, about)), f"{mark.name} {about}".strip()
        yield Switch(words, on, Rule(f"{fighter} {words} {'off' if on else 'on'}"))


def _counted(shown: BattleSnapshot, fighter: str, mark: RulingMark) -> RowWidget:
    """A mark that is a number, with one less and one more."""
    now, most = mark.now(shown.battle, fighter, ""), mark.most(shown.battle, fighter)
    less, more = (Rule(f"{fighter} {mark.name} {number}") for number in (now - 1, now + 1))
    return RowWidget(
        [
            TextWidget(f"{mark.name}: {now}"),
            Button("less", less, "" if now > mark.least else "there are no fewer", marker=f"{mark.name} less"),
            Button("more", more, "" if now < most else "there are no more", marker=f"{mark.name} more"),
        ]
    )


def _covers(shown: BattleSnapshot, fighter: str) -> RowWidget:
    """The cover of a fighter until the activation ends; what is in force gives way to what the rules say."""
    ruled = shown.battle.cover_ruled("", fighter)
    buttons = [_cover(fighter, cover, ruled) for cover in COVERS]
    return RowWidget([TextWidget("cover", tip="until the activation ends, from everybody"), *buttons])


def _cover(fighter: str, cover: Cover, ruled: Cover | None) -> Button:
    on = cover == ruled
    return Button(cover, Rule(f"cover of {fighter} {'off' if on else cover}"), chosen=on, marker=f"cover {cover}")
