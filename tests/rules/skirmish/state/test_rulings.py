"""Rulings by the table: what each text comes to, and that nonsense is refused with one line that says what is possible."""

from dataclasses import replace

import pytest

from rules.errors import RulesError
from rules.roster.gang import Fighter
from rules.skirmish.phases.activation import passed_on
from rules.skirmish.shooting.shot_hit_roll import Gun, cover_of, shot_at
from rules.skirmish.shooting.target_choice import why_not
from rules.skirmish.state.battle_navmesh import navmesh_for
from rules.skirmish.state.battle_rules import BattleRules
from rules.skirmish.state.battle_sight import sees
from rules.skirmish.state.battle_state import Battle, Climb, Mark, TableObject
from rules.skirmish.state.ruling_marks import MARKS
from rules.skirmish.state.rulings import applied, card_player
from scene.pathfinding.path_legs import Path
from tests.plain_scenes import block
from tests.rules.skirmish.battles import battle
from tests.rules.skirmish.guns import card, weapon

CARBINE = weapon("carbine", ammo=4)
ANNA = replace(card("anna", CARBINE), name="Anna of the Pipes")
START = battle({"anna": (10.0, 10.0), "alan": (12.0, 10.0), "bill": (30.0, 10.0)}, cards=[ANNA, Fighter("alan", "Alan")])
HURT = START.changed("anna", broken=True, flesh_wounds=1, empty=frozenset({CARBINE.name}))


def ruled(text: str, start: Battle = START) -> Battle:
    return applied(start, text)[0]


def refused(text: str, start: Battle = START) -> str:
    with pytest.raises(RulesError) as caught:
        applied(start, text)
    (fault,) = caught.value.faults
    assert "\n" not in fault
    return fault


@pytest.mark.parametrize(
    ("text", "words", "changes"),
    [
        ("anna broken", "Anna of the Pipes is broken", {"broken": True}),
        ("ANNA of the pipes BROKEN on", "Anna of the Pipes is broken", {"broken": True}),
        ("anna insane", "Anna of the Pipes is insane", {"insane": True}),
        ("anna pinned", "Anna of the Pipes is pinned", {"status": "pinned"}),
        ("anna hard target", "Anna of the Pipes is a hard target", {"hard_target": True}),
        ("anna reduced actions", "Anna of the Pipes has reduced actions", {"reduced_actions": True}),
        ("anna ready off", "Anna of the Pipes is ready no longer", {"ready": False}),
        ("anna flesh wounds 2", "Anna of the Pipes has 2 flesh wounds", {"flesh_wounds": 2}),
        ("anna seriously injured", "Anna of the Pipes is seriously injured", {"status": "seriously_injured"}),
        ("anna fled", "Anna of the Pipes has fled", {"whereabouts": "fled", "ready": False}),
        ("anna out of action", "Anna of the Pipes is out of action", {"whereabouts": "out_of_action", "ready": False}),
        ("anna out of ammo", f"Anna of the Pipes is out of ammo: {CARBINE.name}", {"empty": frozenset({CARBINE.name})}),
        (f"anna out of ammo {CARBINE.name.upper()} on", "Anna", {"empty": frozenset({CARBINE.name})}),
        ("Anna broken", "Anna of the Pipes is broken", {"broken": True}),
        ("move anna 20 20 0", "Anna of the Pipes is moved to 20 20 0", {"position": (20.0, 20.0, 0.0)}),
        ("move Anna of the Pipes 20, 20", "Anna of the Pipes is moved to 20 20 0", {"position": (20.0, 20.0, 0.0)}),
    ],
)
def test_what_a_ruling_changes(text: str, words: str, changes: dict[str, object]) -> None:
    after, said = applied(START, text)
    assert after.model("anna") == replace(START.model("anna"), **changes)  # type: ignore[arg-type]
    assert said.startswith(words)
    assert [after.model(name) == START.model(name) for name in ("alan", "bill")] == [True, True]


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("anna broken off", "broken", False),
        ("anna flesh wounds 0", "flesh_wounds", 0),
        ("anna reload", "empty", frozenset()),
        ("anna out of ammo off", "empty", frozenset()),
    ],
)
def test_what_a_ruling_takes_off(text: str, field: str, value: object) -> None:
    assert getattr(ruled(text, HURT).model("anna"), field) == value


def test_who_is_brought_round_stands_and_is_let_go_of() -> None:
    down = START.changed("anna", status="seriously_injured").changed("alan", carries="anna")
    after, words = applied(down, "anna seriously injured off")
    assert (after.model("anna").status, after.model("alan").carries) == ("standing", "")
    assert words == "Anna of the Pipes is seriously injured no longer, and stands"
    assert ruled("anna standing", down) == after


def test_losses_are_counted_and_taken_back() -> None:
    gone = ruled("anna out of action")
    assert (gone.side("red").lost, gone.side("red").lost_this_round) == (1, 1)
    back, words = applied(gone, "anna out of action off")
    assert words == "Anna of the Pipes is back in the battle"
    assert (back.side("red").lost, back.side("red").lost_this_round) == (0, 0)
    assert back.model("anna").on_table
    taken = gone.changed("alan", position=(10.2, 10.0, 0.0))
    assert refused("anna out of action off", taken).startswith("the place where Anna of the Pipes was is taken")


def test_whoever_is_moved_comes_off_a_face_and_takes_along_what_he_holds() -> None:
    loot = TableObject("crate", (10.0, 10.0, 0.0), holder="anna")
    start = replace(START, things=(loot,)).changed("anna", climb=Climb(Path(())), carries="crate")
    after = ruled("move anna 20 20 0", start)
    assert after.model("anna").climb is None
    assert (after.model("anna").carries, after.things[0].position) == ("crate", (20.0, 20.0, 0.0))
    dragging = START.changed("alan", status="seriously_injured").changed("anna", carries="alan")
    assert ruled("move anna 20 20 0", dragging).model("anna").carries == "", "whom he dragged stays behind"


def test_a_ruling_about_cover_goes_before_all_else_until_the_activation_ends() -> None:
    behind = battle(
        {"anna": (10.0, 10.0), "bill": (30.0, 10.0)}, cards=[ANNA], pieces=[block("wall", (28.5, 8, 0), (28.7, 12, 1.0))]
    )
    assert cover_of(behind, "anna", "bill") == "full"
    opened = ruled("cover of bill open", behind)
    assert cover_of(opened, "anna", "bill") == "open"
    gun = Gun(CARBINE.name, CARBINE.profiles[0])
    assert shot_at(behind, "anna", "bill", gun).needed - shot_at(opened, "anna", "bill", gun).needed == 2
    assert cover_of(passed_on(opened), "anna", "bill") == "full"
    assert cover_of(ruled("cover of bill off", opened), "anna", "bill") == "full"


def test_a_ruling_about_cover_from_one_goes_before_that_from_everybody() -> None:
    after = ruled("cover of bill from Anna of the Pipes full", ruled("cover of Bill open"))
    assert (cover_of(after, "anna", "bill"), cover_of(after, "alan", "bill")) == ("full", "open")
    changed, words = applied(after, "cover of bill from anna partial")
    assert (changed.cover_ruled("anna", "bill"), len(changed.overruled)) == ("partial", 2)
    assert words == "the cover of Bill from Anna of the Pipes is partial until the activation ends"


def test_free_text_is_only_said_and_stands_behind_a_ruling_as_its_reason() -> None:
    after, words = applied(START, ' "we  agree that he is not in cover" ')
    assert after is START
    assert words == "we agree that he is not in cover"
    after, words = applied(START, 'bill broken "tactic card: Terror"')
    assert after.model("bill").broken
    assert words == "Bill is broken (tactic card: Terror)"


DOOR = replace(block("Lock", (10.0, 11.9, 0.0), (11.4, 12.1, 5.0), infinite_height=True), kind="door")


def test_a_tactic_card_is_played_at_any_time_by_whoever_holds_it() -> None:
    start = START.side_changed("red", hand=("Click!", "Rule of  Fear"))
    after, words = applied(start, 'Red plays click! "as he shot"')
    assert (after.side("red").hand, words) == (("Rule of  Fear",), "Click! is played by Red (as he shot)")
    assert ruled("red plays Rule of Fear", start).side("red").hand == ("Click!",)
    assert refused("blue plays Click!", start) == 'Blue holds no tactic card "Click!"'
    assert "no fighter" in refused("green plays Click!", start)
    assert [card_player(start, text) for text in ("RED plays x", "anna plays x", "red broken")] == ["red", "", ""]


def test_a_door_is_opened_and_closed() -> None:
    start = battle({"anna": (10.0, 10.0), "bill": (20.0, 20.0)}, pieces=[DOOR])
    opened, words = applied(start, "door lock OPEN")
    assert (opened.piece_state("Lock"), words) == ("open", "Lock is open")
    assert ruled("door Lock closed", opened) == start
    assert refused("door lock closed", start) == "Lock is closed already"
    assert refused("door lock", start) == "Lock is open or closed; say which"
    assert refused("door lock ajar", start) == 'Lock is open or closed, not "ajar"'
    assert refused("door gate ajar", start) == 'there is no door "gate ajar"; there are: Lock'
    assert refused("door", start) == "which door? there are: Lock"
    assert refused("door north open") == 'there is no door "north"; there are: none'
    inside = opened.changed("anna", position=(10.7, 12.0, 0.0))
    assert refused("door lock closed", inside) == "Anna stands in the doorway of Lock"


def test_the_marks_of_a_rule_system_are_further_marks() -> None:
    blaze, webbed = Mark("Blaze", most=3), Mark("webbed")
    rules = replace(START.setting.part(BattleRules), marks=(blaze, webbed))
    others = tuple(part for part in START.setting.parts if not isinstance(part, BattleRules))
    start = replace(START, setting=replace(START.setting, parts=(*others, rules)))
    after, words = applied(start, "anna blaze 2")
    assert (after.model("anna").has(blaze), words) == (2, "Anna of the Pipes has Blaze 2")
    after, words = applied(after, "anna WEBBED")
    assert (after.model("anna").has(webbed), words) == (1, "Anna of the Pipes is webbed")
    assert ruled("anna webbed off", after).model("anna").marks == (("Blaze", "", 2),)
    assert "blaze is followed by a number from 0 to 3" in refused("anna blaze 4", start)
    assert refused("anna shaken", start).endswith("fled, blaze, webbed")
    assert not refused("anna webbed").endswith("webbed")


NOTHING = "at the beginning of what is under way; the ruling would change nothing"
THERE = "there are: Anna of the Pipes, Alan, Bill"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "a ruling says something; type FIGURE MARK"),
        ('""', "a ruling says something"),
        ("   ", "a ruling says something"),
        ('anna broken "', "free text stands between two quotation marks"),
        ('"so" anna broken', "free text stands between two quotation marks"),
        ("x" * 301, "at most 300 letters"),
        ("anna broken\x07", "nothing but letters"),
        ("quill broken", f'"quill" is no fighter; {THERE}'),
        ("anna blessed", '"blessed" is no mark of Anna of the Pipes; there are: broken, insane, standing'),
        ("anna broken maybe", 'broken is followed by on or off, not "maybe"'),
        ("anna broken 2", 'broken is followed by on or off, not "2"'),
        ("anna broken off", f"Anna of the Pipes is not broken, {NOTHING}"),
        ("anna hard target off", f"Anna of the Pipes is no hard target, {NOTHING}"),
        ("anna reduced actions off", f"Anna of the Pipes has no reduced actions, {NOTHING}"),
        ("anna fled off", f"Anna of the Pipes has not fled, {NOTHING}"),
        ("anna pinned off", f"Anna of the Pipes is not pinned, {NOTHING}"),
        ("anna ready", "Anna of the Pipes is ready already, at the beginning of what is under way"),
        ("anna standing", "Anna of the Pipes stands already"),
        ("anna standing off", "Anna of the Pipes can be pinned, seriously injured or out of action instead"),
        ("anna flesh wounds", "flesh wounds is followed by a number from 0 to 2; type anna flesh wounds 2"),
        ("anna flesh wounds 3", "flesh wounds is followed by a number from 0 to 2"),
        ("anna flesh wounds -1", "flesh wounds is followed by a number from 0 to 2"),
        ("anna wounds 0", "wounds is followed by a number from 1 to 1"),
        ("anna flesh wounds 1 2", "wounds is followed by a number"),
        ("anna reload", "reload: which weapon of Anna of the Pipes? it may be: none"),
        ("anna out of ammo club", f"which weapon of Anna of the Pipes? it may be: {CARBINE.name}"),
        ("alan out of ammo", "which weapon of Alan? it may be: none"),
        ("move", f"a fighter is missing; {THERE}"),
        ("move anna", "where is Anna of the Pipes moved? type move anna and x y z"),
        ("move anna there", "where is Anna of the Pipes moved?"),
        ("move anna a b c", "is no place"),
        ("move anna nan 3 0", "is no place"),
        ("move anna 400 3 0", "there is nothing to stand on at 400 3 0"),
        ("move anna 20 20 3", "there is no floor at height 3"),
        ("move anna 12 10 0", "12 10 0 is taken"),
        ("cover of", f"a fighter is missing; {THERE}"),
        ("cover of anna", "the cover of Anna of the Pipes is open, partial or full"),
        ("anna", "what is the case with Anna of the Pipes? type one of these behind the name: broken"),
        ("cover of anna good", 'or off for what the rules say, not "good"'),
        ("cover of anna from anna open", "is in no cover from the very same"),
        ("cover of anna from quill open", '"quill" is no fighter'),
        ("cover of anna off", "there is no ruling about the cover of Anna of the Pipes"),
    ],
)
def test_nonsense_is_refused_with_one_line(text: str, says: str) -> None:
    assert says in refused(text)


def test_whoever_is_not_on_the_table_gets_no_mark_and_no_place() -> None:
    gone = ruled("anna fled")
    for text in ("anna broken", "anna out of action", "move anna 20 20 0"):
        assert refused(text, gone) == "Anna of the Pipes is not on the table"


def test_nobody_lies_down_mid_climb() -> None:
    hanging = START.changed("anna", climb=Climb(Path(())))
    for text in ("anna pinned", "anna seriously injured"):
        assert refused(text, hanging).startswith("Anna of the Pipes hangs mid-climb")


def test_every_mark_can_be_put_on_and_what_it_says_begins_with_a_verb() -> None:
    assert len({mark.name for mark in MARKS}) == len(MARKS)
    for mark in MARKS:
        assert mark.words("gun", mark.least).split()[0] in {"is", "has", "stands"}


def test_whoever_is_gone_has_no_cover() -> None:
    gone = ruled("bill out of action")
    assert refused("cover of bill full", gone) == "Bill is not on the table"
    assert refused("cover of anna from bill full", gone) == "Bill is not on the table"


def test_fog_hides_those_behind_it_and_those_in_it_but_for_what_one_sees_through() -> None:
    """Bill stands 20 inches from Anna, the fog with its middle half way; Alan stands between Anna and it."""
    foggy, words = applied(START, "fog 20 10 6")
    assert words == 'there is fog at 20 10, 6" to every side; nobody sees through it'
    assert (sees(START, "anna", "bill"), sees(foggy, "anna", "bill"), sees(foggy, "anna", "alan")) == (True, False, True)
    assert why_not(foggy, "anna", "bill") == "fog hides Bill"
    assert why_not(START, "anna", "bill") is None
    assert sees(ruled("fog 20 10 6 13", foggy), "anna", "bill"), "the new one takes its place; 12 inches of it are in the way"
    inside = ruled("move bill 15 10 0", ruled("fog 20 10 6 2"))
    assert sees(inside, "anna", "bill")
    assert not sees(ruled("move bill 17 10 0", inside), "anna", "bill"), "3 inches in"
    assert navmesh_for(foggy, "anna").regions is navmesh_for(START, "anna").regions, "one walks as before"


def test_fog_lifts_and_nonsense_about_it_is_refused() -> None:
    foggy = ruled("fog 20 10 6")
    assert ruled("FOG 20 10 off", foggy) == START
    assert refused("fog 5 5 off", foggy) == "there is no fog at 5 5; there is at 20 10"
    assert refused("fog 5 5 off") == "there is no fog at 5 5"
    assert refused("fog 20 10 6", foggy) == "there is this fog at 20 10 already"
    assert refused("fog 200 10 6") == "the middle of fog is on the table, which is 48 by 48 inches"
    for text in ("fog", "fog 1", "fog 1 2", "fog 1 2 off off", "fog 1 2 3 4 5", "fog 1 2 nan", "fog 1 2 -3", "fog off"):
        assert refused(text).startswith("fog is typed fog X Y RADIUS")
    assert refused("fog 20 10 100") == "fog has a radius of half an inch to 48, and one sees through 0 to 48"
    many = START
    for number in range(12):
        many = ruled(f"fog {number} 1 1", many)
    assert refused("fog 13 1 1", many) == "there are 12 banks of fog already, which is as many as there can be"
