"""``sightline serve``: shows a table to phones on the local network."""

from typing import Annotated

import typer

from scene.mesh_io.mesh_reading import MAX_FACES
from sightline.cli.options import AsJson, MaxFaces
from sightline.console import answers, print_json, warn
from sightline.console import words as words_for_people

FIRST = "disputed-shot"
MOST_PORT = 65_535

TableName = Annotated[
    str,
    typer.Argument(
        metavar="TABLE",
        help="A table: a file, or the name of a bundled one.",
        show_default=False,
    ),
]
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


def command(
    table: TableName = FIRST,
    *,
    address: AtAddress = None,
    port: Port = None,
    max_faces: MaxFaces = MAX_FACES,
    as_json: AsJson = False,
) -> None:
    """Show a table to phones: they scan the QR code, look round, and ask who sees whom, how far, where to, what it hits.

    The server listens on this machine's address in the local network until Ctrl-C. Whoever has the link may ask and move
    figures; nobody else gets an answer. Nothing goes to the internet.

    [bold]Examples[/bold]

      sightline serve

      sightline serve gantry-town

      sightline serve hall.json --address 192.168.1.20 --port 8650
    """
    from sightline.api.tables_drawn import load_table
    from sightline.files.table_names import table_file
    from sightline.server.lan_address import LOOPBACK, lan_address
    from sightline.server.links import PLAYER, Seat
    from sightline.server.qr_codes import in_letters
    from sightline.server.running_server import RunningServer
    from sightline.server.served_table import ServedTable
    from sightline.server.shared_table import SharedTable

    path = table_file(table)
    shared = SharedTable(load_table(path, max_faces=max_faces), path)
    host = address or lan_address()
    server = RunningServer(ServedTable(shared), [Seat(PLAYER)], host, port)
    link = server.link(PLAYER)
    if as_json:
        print_json({"address": server.address.link, "links": {PLAYER: link}})
    else:
        answers().print(link, style="bold")
        if words_for_people().is_terminal:
            words_for_people().print(in_letters(link))
        words_for_people().print("scan the code with a phone in the same network, or open the link there; Ctrl-C ends it")
    if host == LOOPBACK and address is None:
        warn(["this machine is in no network: the link works on this machine alone"])
    server.run()
    now = shared.now
    if now.moved and now.saved is None:
        words_for_people().print(shared.save())
