"""``sightline serve``: shows a table or a battle to phones on the local network."""

import signal
import sys
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Annotated

import typer

from scene.mesh_io.mesh_reading import MAX_FACES
from sightline.cli import completion
from sightline.cli.options import AsJson, MaxFaces, OwnRules
from sightline.console import answers, print_json, warn, working
from sightline.console import words as words_for_people
from sightline.errors import CommandError
from sightline.session.battle_keeping import MOST_SEED

if TYPE_CHECKING:
    from sightline.server.running_server import RunningServer
    from sightline.server.tls_certificate import Certificate

    At = tuple[str, int | None, Certificate | None]

FIRST = "disputed-shot"
MOST_PORT = 65_535


class DiceOf(StrEnum):
    """Who rolls the dice of a battle."""

    BOTH = "both"
    PROGRAM = "program"
    TYPED = "typed"


Name = Annotated[
    str | None,
    typer.Argument(
        metavar="TABLE|BATTLE",
        help="A table, a battle, its journal or a shared moment: a file, or the name of a bundled one.",
        show_default=False,
        autocompletion=completion.tables,
    ),
]
New = Annotated[bool, typer.Option("--new", help="A table that is scanned now: phones take the photos.")]
AtAddress = Annotated[
    str | None,
    typer.Option(
        "--address",
        metavar="A",
        help="Of this machine, where it has several: the one that phones reach; 127.0.0.1 for this machine alone.",
        show_default=False,
    ),
]
Port = Annotated[int | None, typer.Option("--port", min=0, max=MOST_PORT, help="To listen at; 0 for any.", show_default=False)]
Dice = Annotated[
    DiceOf | None,
    typer.Option(
        "--dice",
        help="Of a battle: both: drawn by both players' phones, so that neither can forge them; program: the computer rolls; "
        "typed: rolled on the table.",
        show_default="both, where two people play",
    ),
]
Programs = Annotated[
    list[str] | None,
    typer.Option("--program", metavar="GANG", help="A gang that the program plays. Repeatable.", show_default=False),
]
JournalPath = Annotated[Path | None, typer.Option("--journal", metavar="FILE", help="Where the journal of a new battle goes.")]
BattleSeed = Annotated[
    int | None, typer.Option("--seed", min=0, max=MOST_SEED, help="Of the dice of a new battle.", show_default="fresh dice")
]

PiecesFile = Annotated[
    Path | None,
    typer.Option(
        "--pieces",
        metavar="PIECES.json",
        help="Which tag sits where on which piece of terrain: scans place the pieces, new photos find those that were moved.",
        show_default=False,
    ),
]
EndsWithInput = Annotated[
    bool, typer.Option("--ends-with-input", help="End when standard input does, as it does with the program that began this.")
]

Tls = Annotated[
    bool, typer.Option("--tls", help="Encrypted, with a certificate of this computer's own, of which a phone warns once.")
]
SaveIn = Annotated[
    Path | None,
    typer.Option(
        "--save-in",
        metavar="FOLDER",
        help="Where a table is saved on which figures were moved, or that is scanned.",
        show_default="beside its file",
    ),
]


def command(
    name: Name = None,
    *,
    new: New = False,
    rules: OwnRules = None,
    dice: Dice = None,
    program: Programs = None,
    journal: JournalPath = None,
    seed: BattleSeed = None,
    address: AtAddress = None,
    port: Port = None,
    tls: Tls = False,
    save_in: SaveIn = None,
    pieces: PiecesFile = None,
    ends_with_input: EndsWithInput = False,
    max_faces: MaxFaces = MAX_FACES,
    as_json: AsJson = False,
) -> None:
    """Show a table to phones: they scan the QR code, look round, and ask who sees whom, how far, where to, what it hits.

    A battle has a link for each player, who answers what his gang is asked, and one for those who watch. The server listens
    on this machine's address in the local network until Ctrl-C. Whoever has a link gets answers; nobody else does. Nothing
    goes to the internet.

    [bold]Examples[/bold]

      sightline serve

      sightline serve gantry-town

      sightline serve gantry-standoff --program lantern-ferry

      sightline serve --new --pieces my-terrain.json

      sightline serve disputed-shot --address 127.0.0.1 --port 8650 --tls
    """
    from sightline.server.lan_address import LOOPBACK, lan_address
    from sightline.server.tls_certificate import certificate_for
    from sightline.window.table_opening import is_battle

    if save_in is not None and not save_in.is_dir():
        raise CommandError(f'there is no folder "{save_in}"; make it first')
    host = address or lan_address()
    shown, at = (as_json, ends_with_input), (host, port, certificate_for(host) if tls else None)
    if host == LOOPBACK and address is None:
        warn(["this machine is in no network: the links work on this machine alone"])
    battle = not new and name is not None and is_battle(name)
    given = {"--rules": rules, "--dice": dice, "--program": program, "--journal": journal, "--seed": seed}
    if not battle and (about := [option for option, value in given.items() if value is not None]):
        raise CommandError(f"{' and '.join(about)}: about a battle; leave that out with a table")
    if new and name is not None:
        raise CommandError(f'--new scans a table that there is not yet; leave "{name}" out, or --new')
    if battle and save_in is not None:
        raise CommandError("--save-in is about a table; a battle is kept in its --journal")
    if pieces is not None:
        _check_pieces(pieces, battle=battle)
    if new:
        _serve_scan(at, shown, save_in or Path(), pieces)
    elif battle:
        _serve_battle(str(name), at, shown, rules=rules, dice=dice, program=program, journal=journal, seed=seed)
    else:
        _serve_table(name or FIRST, at, shown, save_in, pieces=pieces, max_faces=max_faces)


def _check_pieces(path: Path, *, battle: bool) -> None:
    """Raises what is wrong with a file of pieces, before anybody takes photos for it."""
    from assets.mesh_library import LIBRARY
    from capture.objects.pieces_file import load_tagged

    if battle:
        raise CommandError("--pieces is for photos of a table; in a battle none are taken")
    load_tagged(path, LIBRARY)


def _serve_table(
    name: str, at: "At", shown: tuple[bool, bool], save_in: Path | None, *, pieces: Path | None, max_faces: int
) -> None:
    from sightline.api.tables_drawn import load_table
    from sightline.files.table_names import table_file
    from sightline.server.running_server import RunningServer
    from sightline.server.seat_links import PLAYER, Seat, new_links
    from sightline.server.seats.kept_links import kept_links
    from sightline.server.served_table import ServedTable
    from sightline.server.shared_table import SharedTable

    path, seat = table_file(name), Seat(PLAYER)
    shared = SharedTable(load_table(path, max_faces=max_faces), path, save_in, pieces)
    if said := shared.take_up():
        words_for_people().print(said)
    _, by_window = shown
    # A window serves copies, each under a name of its own.
    server = RunningServer(ServedTable(shared), new_links(seat) if by_window else kept_links(path, [seat]), *at)
    _run(server, *shown)
    if saved := shared.end():
        words_for_people().print(f"{saved}: figures were moved")


def _serve_scan(at: "At", shown: tuple[bool, bool], folder: Path, pieces: Path | None) -> None:
    from sightline.server.running_server import RunningServer
    from sightline.server.scanning.scan_source import PHOTOS, ScanSource
    from sightline.server.seat_links import PLAYER, Seat
    from sightline.server.seats.kept_links import kept_links
    from sightline.server.served_table import ServedTable

    source = ScanSource(folder, pieces)
    _run(RunningServer(ServedTable(source), kept_links(folder / PHOTOS, [Seat(PLAYER)]), *at), *shown)
    if saved := source.save_moved():
        words_for_people().print(saved)
    if source.now.table.scan is not None:
        words_for_people().print(f'the table is "{source.path}"; sightline serve {source.path} goes on with it')
    elif (folder / PHOTOS).is_dir():
        words_for_people().print(f'the photos are in "{folder / PHOTOS}"; sightline serve --new goes on with them')


def _serve_battle(
    name: str,
    at: "At",
    shown: tuple[bool, bool],
    *,
    rules: str | None,
    dice: DiceOf | None,
    program: list[str] | None,
    journal: Path | None,
    seed: int | None,
) -> None:
    from sightline.files.rule_systems import rule_system
    from sightline.server.running_server import RunningServer
    from sightline.server.seats.kept_links import kept_links
    from sightline.server.seats.open_room import open_room
    from sightline.server.served_table import ServedTable

    told_by = rule_system(rules) if rules else None
    with working("opening the battle"):
        room, kept, seats = open_room(
            name,
            journal=journal,
            seed=seed,
            rules=told_by,
            program=program or (),
            dice=None if dice is None else dice.value,
        )
    try:
        server = RunningServer(ServedTable(room), kept_links(kept, seats), *at)
        _run(server, *shown)
    finally:
        room.close()
    words_for_people().print(f'the battle is kept in "{kept}"; the same command goes on from there')


def _run(server: "RunningServer", as_json: bool, ends_with_input: bool) -> None:  # noqa: FBT001 - what was asked for
    """Tell the links, and answer until it ends."""
    _tell(server, as_json=as_json)
    if ends_with_input:
        Thread(target=_end_with_input, args=(server,), daemon=True).start()
    # Ctrl-C is how it ends, or SIGTERM of a service that ends it: files are cleaned up, and what is kept is still to be told.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        server.run()


def _end_with_input(server: "RunningServer") -> None:
    while sys.stdin is not None and sys.stdin.read(1024):
        pass
    server.end()


def _tell(server: "RunningServer", *, as_json: bool) -> None:
    """The links, with their codes where somebody sits before a terminal."""
    from sightline.drawing.annotation.qr_codes import in_letters

    links = {seat.name: server.link(seat.name) for seat in server.links.seats.values()}
    if as_json:
        told = {"address": server.address.link, "links": links}
        print_json(told | ({"fingerprint": server.address.tls.fingerprint} if server.address.tls else {}))
        sys.stdout.flush()
        return
    for seat, link in links.items():
        answers().print(link if len(links) == 1 else f"{seat}: {link}", style="bold")
        if words_for_people().is_terminal:
            words_for_people().print(in_letters(link), style="black on white")
    one = "scan the code with a phone in the same network, or open the link there"
    each = "each player scans the code of his gang with a phone in the same network; who watches, that of the spectators"
    words_for_people().print(f"{one if len(links) == 1 else each}. Ctrl-C ends it")
    if server.address.tls:
        words_for_people().print(f"the phone warns once of the certificate; SHA-256 is {server.address.tls.fingerprint}")
