"""A hundred and fifty wrong uses of all commands: each is one line that says what to do, and exit code 2."""

import shlex
import shutil
from pathlib import Path

import pytest

from sightline.cli.command_line import run, two_words
from sightline.cli.commands import COMMANDS
from tests.plain_scenes import box
from tests.sightline.tables import obj

WRONG = """
los | TABLE is missing; the order is: sightline los TABLE
los disputed-shot | name a SHOOTER and a TARGET, or give --all
los disputed-shot jelena | name a SHOOTER and a TARGET, or give --all
los disputed-shot jelana kruger | did you mean "jelena"?
los disputed-shot jelena zzz | it has jelena, kruger
los disputed-shot jelena Jelena | cannot be both SHOOTER and TARGET
los disputed-shot jelena kruger oddo | "oddo" is more than it takes; the order is
los jelena kruger disputed-shot | "jelena" is no table; the order is: sightline los TABLE
los jelena disputed-shot kruger | "jelena" is no table; the order is
los dispted-shot jelena kruger | did you mean "disputed-shot"?
los yrad.json ada bruno | did you mean "yard.json"?
los yard ada bruno | did you mean "yard.json"?
los nothing.json ada bruno | neither a file (.json or .sightline) nor a bundled one (broken-abbey, disputed-shot
los folder ada bruno | is not a file but a folder
los disputed-shot jelena kruger --rules checkers | there are: main-rulebook, arbiter, combat-pool, five-parsecs, geometry, yce
los disputed-shot jelena kruger --rules none.toml | "none.toml": there is no such file
los disputed-shot jelena kruger --rules folder/ | the name of a system file ends in .toml
serve nothing.json | neither a file (.json or .sightline) nor a bundled one
serve dispted-shot | did you mean "disputed-shot"?
serve disputed-shot --new | leave "disputed-shot" out, or --new
serve --new --dice both | --dice: about a battle; leave that out with a table
serve gantry-standoff --pieces nothing.json | --pieces is for photos of a table; in a battle none are taken
serve --new --pieces nothing.json | there is no such file
serve gantry-standoff --save-in folder | --save-in is about a table
serve gantry-standoff --program nobody | is no gang of this battle; there are ninth-shift, lantern-ferry
serve --new --save-in nowhere | there is no folder "nowhere"; make it first
serve folder | is not a file but a folder
serve disputed-shot --address 192.0.2.77 | give another --port, or another --address of this machine
serve disputed-shot --address nowhere.invalid | give another --port, or another --address of this machine
serve disputed-shot --address 0.0.0.0 | is no address that a phone can open
serve disputed-shot --port 99999 | is not a whole number from 0 to 65,535
play disputed-shot --rules main-rulebook | --rules is about a battle; leave it out with a table
los disputed-shot jelena kruger --rule geometry | there is no option "--rule"; did you mean --rules
los disputed-shot jelena kruger --rules | --rules needs a value after it
los disputed-shot jelena kruger --json=yes | --json is a switch and takes no value
los disputed-shot jelena kruger --picture eye.jpg | pictures are PNG files
los disputed-shot jelena kruger --picture there.png | give --overwrite to replace it, or another name
los disputed-shot jelena kruger --picture no/eye.png | there is no folder "no"; make it first
los disputed-shot jelena kruger --picture folder | name "folder" with .png at its end
los disputed-shot jelena kruger --report why.pdf | reports are HTML files
los disputed-shot jelena kruger --photo a.jpg | --photo
los disputed-shot jelena kruger --tolerance-mm 2,5 | write 2.5
los disputed-shot jelena kruger --tolerance-mm -1 | is not a number from 0 to 100
los disputed-shot jelena kruger --seed x | is not a whole number of at least 0
los disputed-shot jelena kruger --max-faces 1 | the limit is 1
los disputed-shot jelena --all | leave out SHOOTER and TARGET, or --all
los disputed-shot --all --picture eye.png | name a SHOOTER and a TARGET instead of --all
los mesh.obj ada bruno | is a mesh and no table; sightline import mesh.obj --units mm -o mesh.json
los curly.json ada bruno | line 2 has curly quotes
los comma.json ada bruno | a comma is missing at the end of line 1
los last.json ada bruno | take out the last comma of line 1
los outside.json ada bruno | "length" belongs inside "parameters"
los empty.json ada bruno | it is empty
lso disputed-shot jelena kruger | did you mean "los"?
--rules geometry | there is no option "--rules"
help nothing | there is no command "nothing"
field | TARGET
field disputed-shot | TARGET is missing; the order is: sightline field TABLE TARGET
field kruger disputed-shot | "kruger" is no table; the order is
field disputed-shot krugre | did you mean
field disputed-shot kruger --step 0 | is not a number from 0.1 to 12
field disputed-shot kruger --step 0,5 | write 0.5
field disputed-shot kruger --rules checkers | there are: main-rulebook, arbiter, combat-pool, five-parsecs, geometry, yce
field disputed-shot kruger --picture f.gif | pictures are PNG files
path disputed-shot | FIGURE is missing; the order is: sightline path TABLE FIGURE [X Y Z]
path disputed-shot jelena | it is not said where to; give X Y Z, --engage ENEMY
path disputed-shot jelena 5,5 | write 5.5
path disputed-shot jelena 5,5 8 3 | write 5.5
path disputed-shot jelena 5 | a place is X Y Z or X,Y,Z in inches
path disputed-shot jelena 5 6 7 8 | "5 6 7 8" is no place
path disputed-shot jelena 5,6,7,8 | is no place
path disputed-shot jelena kruger | without a place: --engage, --toward or --away
path disputed-shot jelena 5 x 3 | "5 x 3" is no place
path disputed-shot jelena 1e9 5 0 | coordinates are inches from -10,000 to 10,000
path disputed-shot jelena 9 8 1.5 | the nearest ground is
path jelena disputed-shot 9 8 0 | "jelena" is no table; the order is
path disputed-shot 9 8 0 jelena | a figure's name goes before its place
path disputed-shot jelena --engage oddo --toward kruger | cannot be asked at once
path disputed-shot jelena --engage tamsin | is no enemy
path disputed-shot jelena --engage jelena | name two figures
path disputed-shot jelena --toward 5 | --toward: "5" is no place
path disputed-shot jelena --toward krger | did you mean "kruger"?
path disputed-shot jelena --away kruger --safe | leave it out
path disputed-shot jelena 9 8 0 --move 0 | is not a number from 0.5 to 100
path disputed-shot jelena 9 8 0 --inches 5,5 | write 5.5
path disputed-shot jelena 9 8 0 --rules geometry | there are: main-rulebook, arbiter, combat-pool, five-parsecs, yce
path disputed-shot jelena 9 8 0 --picture way.svg | pictures are PNG files
reach | TABLE is missing
reach disputed-shot | FIGURE is missing
reach disputed-shot jelena | --inches is missing
reach disputed-shot jelena --inches | --inches needs a value after it
reach disputed-shot jelena --inches five | is not a number from 0.01 to 100
reach disputed-shot jelena 5 --inches 5 | "5" is more than it takes
reach disputed-shot jelena --inches 5 --step 0 | is not a number from 0.1 to 6
reach jelena disputed-shot --inches 5 | the order is: sightline reach TABLE FIGURE
fall disputed-shot 5 | "5" is no place
fall disputed-shot jelena | "jelena" is no place
fall disputed-shot 5,5 | write 5.5
fall disputed-shot 6 9 3 --base-mm 1 | is not a number from 5 to 200
fall disputed-shot 6 9 3 --figure jelna | did you mean "jelena"?
fall disputed-shot --base-mm 32 | this needs a place to fall from; give X Y Z
fall disputed-shot -5 5 0 | is off the table
fall disputed-shot 6 9 3 --toward | --toward needs FIGURE|X Y after it
drift disputed-shot | FIGURE is missing
drift disputed-shot jelena | how far does it move? give --inches, or the dice
drift disputed-shot jelena --inches 5 --dice D6 | give one of them
drift disputed-shot jelena --dice 2D8 | D6
drift disputed-shot jelena --shifted | give --rules five-parsecs
drift disputed-shot jelena --inches 5 --at 5 5 0 | --at goes with --shifted
drift disputed-shot jelena --inches 5 --odds --seed 3 | leave --seed out
drift disputed-shot jelena --inches 5 --odds --degrees 30 | leave --degrees out
measure disputed-shot | A B is missing; the order is: sightline measure TABLE A B
measure disputed-shot jelena | a distance is between two things, and there is "jelena"
measure disputed-shot jelena kruger oddo | a distance is between two things
measure disputed-shot jelena krugr | did you mean "kruger"?
measure disputed-shot jelena 5,5 | write 5.5
measure disputed-shot jelena 5,5,x | is no place
measure jelena kruger disputed-shot | the order is
measure disputed-shot jelena kruger --picture m.png | name one with --photo
blast disputed-shot | SHOOTER is missing
blast disputed-shot jelena | give a place for the marker, such as --at 24 18 3, or --best
blast disputed-shot jelena --at | --at needs X Y Z after it
blast disputed-shot jelena --at 5 | --at: "5" is no place
blast disputed-shot jelena --at kruger | --at: "kruger" is no place
blast disputed-shot jelena --at 5,5 8 3 | --at: "5,5" may be one number or two: write 5.5, or 5 5
blast disputed-shot jelena --at 12 12 0 --size 4 | 3 or 5 inches across
blast disputed-shot jelena --at 40 12 0 | is off the table, which is 24 x 24 inches
blast disputed-shot jelena --at 12 12 0 --range 16 8 | the short one first
blast disputed-shot jelena --at 12 12 0 --range 8 | --range needs S L after it
blast disputed-shot jelena --at 12 12 0 --odds --seed 3 | leave --seed out
blast disputed-shot jelena --at 12 12 0 --hit-roll 0.5 | --hit-roll goes with --odds and --best
blast disputed-shot jelena --best --at 12 12 0 | leave out --at
blast disputed-shot jelena --at 12 12 0 --target kruger | --target goes with --best
blast disputed-shot jelena --best --target tamsin | give an enemy for --target
blast disputed-shot jelena --at 12 12 0 --weapon Grenade | there is no option "--weapon"
flame disputed-shot kruger | give either --at X Y Z or --best
flame disputed-shot kruger --at 12 12 0 --best | not both
flame disputed-shot kruger --best --string | --string goes with --at
flame disputed-shot kruger --at 15.9 14.3 3 | aim at a place before it
odds disputed-shot jelena | TARGET is missing
odds disputed-shot jelena kruger | --weapon is missing
odds disputed-shot jelena kruger --weapon "Beam riffle" | did you mean "Beam rifle"?
odds disputed-shot jelena kruger --weapon Zzz | there are Slug pistol
odds disputed-shot jelena kruger --weapon Beam rifle | "rifle" is more than it takes
odds disputed-shot jelena kruger --weapon "Pump gun" | give --profile slug or shot
odds disputed-shot jelena kruger --weapon "Beam rifle" --gang nix | there are kiln-vigil, lantern-ferry, net-loft, ninth-shift
odds disputed-shot jelena kruger --weapon "Beam rifle" --fight --aim | leave --aim or --fight out
odds disputed-shot jelena jelena --weapon "Beam rifle" | two figures
odds jelena kruger disputed-shot --weapon "Beam rifle" | the order is
battle | BATTLE is missing
battle gantry | did you mean "gantry-standoff"?
battle folder | is a folder; name a battle file
battle none.journal | there is no journal "none.journal"
battle gantry-standoff --auto --dice typed | leave --auto or --dice typed out
battle gantry-standoff --dice thrown | there are: rolled, typed
battle verify | JOURNAL is missing; the order is: sightline battle verify JOURNAL
battle verify none.journal | there is no such file
battle verify there.json | "there.json" is no journal
battle verify there.json yard.json | "yard.json" is more than it takes; the order is: sightline battle verify JOURNAL
battle verify there.json --seed 7 | there is no option "--seed" (sightline battle verify --help tells more)
battle verfy there.json | "there.json" is more than it takes; the order is: sightline battle BATTLE
list everything | there are: tables, battles, gangs, crews, enemies,
crew | FILE is missing
crew there.json | crews are TOML files; name "there.json" with .toml at its end
crew nowhere/fresh.toml | there is no folder "nowhere"; make it first
new | FILE is missing
new there.json | give --overwrite to replace it, or another name
new fresh.txt | .json or .sightline at its end
new fresh.json --size 48 | write X Y in inches, such as 48 36
new fresh.json --size 0 36 | both sides are more than 0
new fresh.json --size 48,5 36 | write 48.5
new fresh.json --from nothing | there is no table "nothing"
new fresh.json --from disputed-shot --size 3 3 | leave --size or --from out
place yard.json | nothing to place; give one of --kit NAME, --mesh FILE and --figure NAME
place yard.json --kit towr | the kit has no piece "towr"
place yard.json --kit walkwy | did you mean "walkway"?
place yard.json --kit crate --figure Ada | give one of --kit NAME
place yard.json --kit crate --set len=3 | has no parameter "len"; did you mean "length"?
place yard.json --kit crate --set length | write it as length=6
place yard.json --kit crate --set length=99 | length
place yard.json --kit crate --side red | --side goes with --figure
place yard.json --kit crate --at 50 5 | is off the table, which is 24 x 24 inches
place yard.json --kit crate --on towr | did you mean
place yard.json --kit crate --id tower | ids are unique, give another --id
place yard.json --figure Zed --proxy giant | there is no proxy "giant"
place yard.json --figure Zed --at 4 4 | stand in one another
place yard.json --figure Zed --on tower --at 20 20 | it reaches from
place yard.json --mesh none.stl --units mm | there is no such file
place yard.json --mesh mesh.obj | does not say how long its 1 is; give --units mm|cm|m|inch
place disputed-shot --kit crate | is bundled and stays as it is
remove yard.json | ID... is missing
remove yard.json towr | did you mean "tower"?
remove disputed-shot jelena | is bundled and stays as it is
check | TABLE is missing
check disputed-shot x | "x" is more than it takes
show disputed-shot --from up | give above, east, north, west, south or an angle
show disputed-shot --pixels 9x9 | each side is 400 to 4096
show disputed-shot --overwrite | name one, or leave --overwrite out
import mesh.obj | say where it goes: -o TABLE for a new table, or --into TABLE
import mesh.obj -o fresh.json | nothing says how large it is
import none.stl --units mm -o fresh.json | there is no such file
import mesh.obj --units feet -o fresh.json | there are: mm, cm, m, inch
import mesh.obj --units mm --into disputed-shot | is bundled and stays as it is
import mesh.obj --units mm --into nothing.json | there is no table "nothing.json"
import mesh.obj --units mm -o fresh.json --size 48 | write X Y in inches
import mesh.obj --units mm -o fresh.json --known-length 1 2 | write A B MM
card disputed-shot | TARGET is missing; the order is: sightline card TABLE TARGET
card disputed-shot kruger | -o
card disputed-shot krugre -o card.pdf | did you mean
card disputed-shot kruger -o card.png | cards are PDF files
card disputed-shot kruger --seen-from kruger -o card.pdf | from its own eye
keep disputed-shot | this table was not scanned
keep disputed-shot --pieces p.txt | pieces files are JSON files
surface disputed-shot --photos there.png | this table was not scanned
surface disputed-shot --highest 0 | is not a number from 0.5
surface disputed-shot --cut 20 14 | --cut X Y and --save TABLE go together
surface disputed-shot --cut 20 --save x.json | --cut: "20" is no place
card-photo disputed-shot jelena | TARGET is missing
card-photo disputed-shot jelena kruger | PHOTO
card-photo disputed-shot jelena jelena there.png | cannot shoot at itself
card-photo disputed-shot jelena kruger none.jpg | there is no such file
card-photo disputed-shot jelena kruger there.png --lamp | --lamp takes two photos
card-photo disputed-shot jelena kruger there.png --nearest-mm 0 | is not a number from 1
card-photo disputed-shot jelena kruger there.png --picture p.jpg | pictures are PNG files
card-photo disputed-shot jelena kruger there.png --report p.pdf | reports are HTML files
markers | --output is missing
markers -o tags.png | sheets are PDF files
markers -o tags.pdf --ids x | write them as
scan | PHOTO
scan folder -o fresh.json | there is no photo in the folder
scan photos -o fresh.json | there is no photo or folder "photos"
los disputed-shot jelena kruger –-picture e.png | write two hyphens: --picture
calibrate folder | --board is missing
calibrate folder --board charuco | there is no photo in the folder
learn folder --piece hut | there is no photo in the folder
play nothing | nothing
"""

CASES = [tuple(part.strip() for part in line.split(" | ")) for line in WRONG.strip().splitlines()]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files that are there, made once."""
    folder = tmp_path_factory.mktemp("made")
    for name, content in {
        "curly.json": "{\n \u201cformat\u201d: 1}", "comma.json": '{"format": "sightline-table"\n"version": 1}',
        "last.json": '{"format": "sightline-table",\n}', "empty.json": "", "there.png": "mine", "there.json": "mine",
        "outside.json": '{"format": "sightline-table", "version": 1, "size": [9, 9], '
        '"terrain": [{"id": "w", "kit": "wall", "length": 8, "position": [1, 1, 0]}]}',
    }.items():  # fmt: skip
        (folder / name).write_text(content, encoding="utf-8")
    obj(folder / "mesh.obj", box((0, 0, 0), (1, 1, 1)))
    (folder / "folder").mkdir()
    yard = str(folder / "yard.json")
    assert run(["new", yard, "--size", "24", "24"]) == 0
    assert run(["place", yard, "--kit", "crate", "--id", "tower", "--at", "12", "12"]) == 0
    assert run(["place", yard, "--figure", "Ada", "--at", "4", "4"]) == 0
    return folder


@pytest.fixture(autouse=True)
def folder(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same files, a test's own."""
    monkeypatch.chdir(tmp_path)
    return shutil.copytree(made, tmp_path, dirs_exist_ok=True)


@pytest.mark.parametrize(("words", "says"), CASES, ids=[words for words, _ in CASES])
def test_a_wrong_use_is_one_line_with_what_to_do(
    words: str, says: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    assert run(shlex.split(words)) == 2
    out, err = capsys.readouterr()
    faults = [line for line in err.splitlines() if line.startswith("sightline: ")]
    assert out == ""
    assert len(faults) == 1, err
    assert says in faults[0]
    assert "Traceback" not in err
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before


def test_every_command_is_used_wrongly() -> None:
    assert {" ".join(two_words(words.split())[:1]) for words, _ in CASES} >= set(COMMANDS)
    assert len(CASES) >= 150
