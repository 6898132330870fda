"""Where this machine is found on the local network."""

import socket

from sightline.errors import CommandError

LOOPBACK = "127.0.0.1"
SOMEWHERE = ("10.254.254.254", 9)
"""An address of no particular machine; nothing is sent there. The system says by which of its own addresses it would be."""
EVERYWHERE = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - what is refused
USUAL_PORT = 8650
PORTS = 20
"""So many ports are tried, from the usual one on."""


def lan_address() -> str:
    """The address under which phones on the same network reach this machine; `LOOPBACK` where it is on no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
        except OSError:
            return LOOPBACK
        address = str(probe.getsockname()[0])
    return LOOPBACK if address.startswith("0.") else address


def listening(address: str, port: int | None) -> socket.socket:
    """A socket that listens there.

    Args:
        address: of this machine.
        port: the one that is wanted, 0 for any; None for the usual one, or one of those after it.

    Raises:
        CommandError: it is not this machine's address, or the port is taken.
    """
    if address in EVERYWHERE:
        raise CommandError(
            f"--address {address} is no address that a phone can open; give the one that phones reach, or leave it out"
        )
    wanted = range(USUAL_PORT, USUAL_PORT + PORTS) if port is None else (port,)
    reason = ""
    for one in wanted:
        server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            server.bind((address, one))
        except OSError as error:
            server.close()
            reason = error.strerror or "it cannot be used"
            continue
        server.listen(100)
        return server
    raise CommandError(f"{address} port {wanted[0]}: {reason}; give another --port, or another --address of this machine")
