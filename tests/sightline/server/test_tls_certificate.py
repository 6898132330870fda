"""A certificate of this machine's own: kept, held to be its own by who trusts it, and made anew where it is damaged."""

import ssl
from http.client import HTTPSConnection
from pathlib import Path

import pytest

from sightline.api.tables_drawn import load_table
from sightline.files.table_names import table_file
from sightline.server.lan_address import LOOPBACK
from sightline.server.running_server import RunningServer
from sightline.server.seat_links import PLAYER, Seat, new_links
from sightline.server.served_table import ServedTable
from sightline.server.shared_table import SharedTable
from sightline.server.tls_certificate import certificate_for


def test_it_is_kept_and_trusted_and_made_anew_where_it_is_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    made = certificate_for(LOOPBACK)
    assert certificate_for(LOOPBACK).fingerprint == made.fingerprint
    assert made.key.stat().st_mode & 0o077 == 0
    path = table_file("disputed-shot")
    server = RunningServer(ServedTable(SharedTable(load_table(path), path)), new_links(Seat(PLAYER)), LOOPBACK, 0, made)
    server.begin()
    try:
        link = server.link(PLAYER)
        assert link.startswith("https://127.0.0.1:")
        trusting = ssl.create_default_context(cafile=str(made.certificate))
        connection = HTTPSConnection(LOOPBACK, server.address.port, context=trusting, timeout=60)
        connection.request("GET", link.removeprefix(server.address.link.rstrip("/")))
        assert connection.getresponse().status == 200
    finally:
        server.end()
    for damaged in ("", "no certificate", made.key.read_text()):
        made.certificate.write_text(damaged)
        assert certificate_for(LOOPBACK).fingerprint != made.fingerprint
