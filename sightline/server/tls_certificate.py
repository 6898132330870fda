"""The certificate with which the server speaks encrypted: made once on this machine, for its own addresses.

Nobody vouches for it, so that a phone warns once of it; what it shows then is the fingerprint that the terminal shows too.
"""

import datetime as dt
import ipaddress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_state_path

from scene.base.errors import SceneError
from scene.base.safe_files import read_bytes, write_bytes
from sightline.server.lan_address import LOOPBACK

if TYPE_CHECKING:
    from cryptography import x509

FOLDER = "phones"
CERTIFICATE, KEY = "certificate.pem", "key.pem"
MOST_BYTES = 20_000
DAYS = 365
"""Phones take none that holds longer than 398 days."""
LEFT = dt.timedelta(days=14)
"""One that holds no longer than this is made anew."""


@dataclass(frozen=True)
class Certificate:
    """A certificate and its key, as files, and by what people tell it."""

    certificate: Path
    key: Path
    fingerprint: str


def certificate_for(address: str) -> Certificate:
    """The certificate for an address of this machine: the one that is kept, or a new one.

    Raises:
        SceneError: it cannot be kept.
    """
    folder = user_state_path("sightline") / FOLDER / address.replace(":", "-")
    paths = folder / CERTIFICATE, folder / KEY
    found = _fingerprint(paths[0]) if paths[1].is_file() else ""
    if not found:
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise SceneError(f'"{folder}": {error.strerror}, so no certificate can be kept; leave --tls out') from None
        certificate, key = _made(address)
        # The key first, and never readable by others.
        paths[1].touch(mode=0o600)
        write_bytes(paths[1], key, overwrite=True)
        paths[1].chmod(0o600)
        write_bytes(paths[0], certificate, overwrite=True)
        found = _fingerprint(paths[0])
    return Certificate(*paths, found)


def _fingerprint(path: Path) -> str:
    """SHA-256 of the certificate in a file, as phones show it; empty for none that holds for some time still."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes

    try:
        found = x509.load_pem_x509_certificate(read_bytes(path, MOST_BYTES))
    except (SceneError, ValueError):
        return ""
    if found.not_valid_after_utc < dt.datetime.now(dt.UTC) + LEFT:
        return ""
    return found.fingerprint(hashes.SHA256()).hex(":").upper()


def _made(address: str) -> tuple[bytes, bytes]:
    """A new certificate and its key, PEM."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key, now = ec.generate_private_key(ec.SECP256R1()), dt.datetime.now(dt.UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Sightline on this computer")])
    known = [x509.DNSName("localhost"), *map(_alternative, sorted({address, LOOPBACK}))]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName(known), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    form = serialization.Encoding.PEM
    private = key.private_bytes(form, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return made.public_bytes(form), private


def _alternative(address: str) -> "x509.GeneralName":
    """An address as a certificate names it."""
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(address))
    except ValueError:
        return x509.DNSName(address)
