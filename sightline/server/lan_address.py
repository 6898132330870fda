"""Where this machine is found on the local network, and a socket that listens there."""

import errno
import os
import socket
from collections import defaultdict
from weakref import ref

from sightline.errors import CommandError

LOOPBACK = "127.0.0.1"
SOMEWHERE = ("10.254.254.254", 9)
"""An address of no particular machine; nothing is sent there. The system says by which of its own addresses it would be."""
EVERYWHERE = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - what is refused
MOST_OF_ONE = 60
"""Connections of one address in the network; programs on this very machine may have more."""
USUAL_PORT = 8650
PORTS = 20
"""So many ports are tried, from the usual one on."""


class FairSocket(socket.socket):
    """A listening socket that hands out no more connections of one machine than it may have, and turns away what is too much.

    It counts from the first packet on, so also who never ends the handshake of TLS. What the loop would do where no file can be
    opened any more is to write that down thousands of times a second.
    """

    def __init__(self) -> None:
        """Not bound yet."""
        super().__init__(socket.AF_INET, socket.SOCK_STREAM)
        self._handed = defaultdict[str, list[ref[socket.socket]]](list)
        self._spare = os.open(os.devnull, os.O_RDONLY)

    def accept(self) -> tuple[socket.socket, tuple[str, int]]:
        """The next connection; a `BlockingIOError` where there is none, or the next one was turned away."""
        try:
            connection, address = super().accept()
        except OSError as error:
            if error.errno not in {errno.EMFILE, errno.ENFILE}:
                raise
            self._turn_one_away()
            raise BlockingIOError from None
        of_one = [one for one in self._handed[address[0]] if (kept := one()) is not None and kept.fileno() >= 0]
        if len(of_one) >= MOST_OF_ONE and address[0] != LOOPBACK:
            connection.close()
            raise BlockingIOError
        self._handed[address[0]] = [*of_one, ref(connection)]
        return connection, address

    def close(self) -> None:
        """Listen no more."""
        if self._spare >= 0:
            os.close(self._spare)
        self._spare = -1
        super().close()

    def _turn_one_away(self) -> None:
        """By the file that was kept for it."""
        os.close(self._spare)
        try:
            super().accept()[0].close()
        finally:
            self._spare = os.open(os.devnull, os.O_RDONLY)


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
        server = FairSocket()
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
