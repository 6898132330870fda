"""Crew and enemies files with anything at all in them: read, and read as the same when written, or refused in clear lines."""

from dataclasses import asdict

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from assets import crews, enemies
from rules.errors import RulesError
from sightline.session.gang_loading import shipped
from tests.rules.systems.five_parsecs.roster_files import CREW, CREW_FILE, ENEMIES, ENEMIES_FILE, PROXIES

FORMS = {"crew": CREW, "enemies": ENEMIES}
WHOLE = {
    "crew": [CREW_FILE, *(crews.path(name).read_text("utf-8") for name in crews.names())],
    "enemies": [ENEMIES_FILE, *(enemies.path(name).read_text("utf-8") for name in enemies.names())],
}
VALUES = (
    "", "-1", "[]", "[[]]", '""', '" "', "{}", "nan", "1e400", "true", "false", "[[", "1979-05-27", '"\\u0000"', "0x10",
    '"1-2"', '"guardian"', '"lieutenant"', '"beast"', "40", '"other"', "3", '["5+"]', '["Dock pistol", "Dock pistol"]', '"00"',
)  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn, kind: str) -> bytes:
    """A sound file with lines that say something else, are taken out, doubled or cut."""
    lines = draw(st.sampled_from(WHOLE[kind])).split("\n")
    for _ in range(draw(st.integers(1, 4))):
        spot = draw(st.integers(0, len(lines) - 1))
        key, equals, _ = lines[spot].partition("=")
        match draw(st.sampled_from(["value", "value", "value", "take out", "double", "bytes"])):
            case "value" if equals:
                lines[spot] = f"{key}={draw(st.sampled_from(VALUES))}"
            case "double":
                lines.insert(draw(st.integers(0, len(lines))), lines[spot])
            case "bytes":
                lines[spot] = lines[spot][: draw(st.integers(0, 9))] + draw(st.text(max_size=3))
            case _:
                del lines[spot]
                lines = lines or [""]
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def read_or_refused(kind: str, data: bytes) -> None:
    form = FORMS[kind]
    try:
        gang, warnings = form.read(data, PROXIES, shipped)
    except RulesError as error:
        assert all(line.isprintable() for line in error.faults)  # noqa: PT017
    else:
        assert warnings == ()
        again, _ = form.read(form.write(gang).encode(), PROXIES, shipped)
        assert asdict(again) == asdict(gang)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(kind=st.sampled_from(sorted(FORMS)), data=st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
@example(kind="crew", data=b"format=1979-05-27\nmember=07:32:00")
@example(kind="enemies", data=b'format="sightline-enemies"\nenemy=[1, [], {}, {ward=1}]\nescalation=[0]\nweapon=3')
@example(kind="crew", data=b'format="sightline-crew"\nmember=[{spare=true}, 1]\nloot=[{}, "x"]\nweapon=[[], {name=2}]')
def test_any_bytes_are_refused_in_clear_lines(kind: str, data: bytes) -> None:
    read_or_refused(kind, data)


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=damaged("enemies"))
def test_damaged_enemies_are_read_or_refused(data: bytes) -> None:
    read_or_refused("enemies", data)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=damaged("crew"))
def test_damaged_crews_are_read_or_refused(data: bytes) -> None:
    read_or_refused("crew", data)
