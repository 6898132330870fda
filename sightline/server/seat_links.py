"""The links under which the page is reached: each holds a secret, and says as whom it is looked at."""

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

BYTES = 15
"""Of a secret: 120 bits, 20 letters in an address."""

PLAYER, SPECTATOR = "player", "spectator"


@dataclass(frozen=True)
class Seat:
    """As whom somebody looks.

    Attributes:
        name: what sentences call the seat.
        gang: whose decisions are made there, in a battle; empty for none in particular.
        asks: whether questions may be asked and things may be changed; else it is only looked at.
    """

    name: str
    gang: str = ""
    asks: bool = True


@dataclass(frozen=True)
class Links:
    """Which secret opens which seat.

    Attributes:
        seats: by their secrets.
    """

    seats: Mapping[str, Seat] = field(default_factory=dict, repr=False)

    def seat(self, secret: str) -> Seat | None:
        """The seat that a secret opens; None for none. It takes as long whatever is given."""
        given = secret.encode("utf-8", "replace")
        found = [seat for known, seat in self.seats.items() if hmac.compare_digest(known.encode(), given)]
        return found[0] if found else None

    def secret(self, name: str) -> str:
        """The secret of a seat, by its name."""
        return next(secret for secret, seat in self.seats.items() if seat.name == name)


def new_links(*seats: Seat) -> Links:
    """Links with new secrets."""
    return Links({secrets.token_urlsafe(BYTES): seat for seat in seats})
