"""What is shown in the window is served to phones by a process that ends with it; what cannot be served is told in a line."""

from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from PIL import Image

from sightline.errors import CommandError
from sightline.window.controllers.window_state import WindowState
from sightline.window.intents.intents import EndPhones, ShowPhones
from sightline.window.phones.phone_server import begun
from sightline.window.view.thumbnails import thumbnail
from tests.sightline.window.window_states import done, now, window_state


@pytest.fixture
def one(tmp_path: Path) -> Iterator[WindowState]:
    state = window_state()
    state.folder = tmp_path
    yield state
    state.close()


def answered(link: str) -> int:
    address = urlsplit(link)
    connection = HTTPConnection(str(address.hostname), address.port, timeout=30)
    connection.request("GET", address.path)
    return connection.getresponse().status


def test_the_table_is_served_until_it_is_ended(one: WindowState) -> None:
    done(one, ShowPhones())
    ((_, link),) = now(one).phones or ()
    assert now(one).phones_shown
    assert answered(link) == 200
    code = Image.fromarray(thumbnail(f"qr/{link}"))
    assert code.width == code.height > 200
    done(one, ShowPhones())
    assert (now(one).phones_shown, now(one).phones) == (False, (("player", link),))
    assert one.phones is not None
    server = one.phones[1]
    done(one, EndPhones())
    assert not server.runs
    assert now(one).phones is None
    with pytest.raises(OSError, match="refused"):
        answered(link)
    assert list(one.folder.iterdir()) == []


def test_what_cannot_be_served_is_told_as_the_command_tells_it(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="there is no journal"):
        begun(str(tmp_path / "nothing.journal"), tmp_path)
