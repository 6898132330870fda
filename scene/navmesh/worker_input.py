"""The input of a worker: what a navmesh is built from, as bytes for another process of ours.

A head in JSON (the table's size, the agent, the pieces), its length before it, then the corners and faces of every mesh,
once each. Nothing of it is ever run.
"""

import json
from collections.abc import Iterator
from dataclasses import astuple
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import Piece, Terrain
from scene.walkable.agent import Agent
from scene.walkable.agent_limits import AgentLimits

CORNERS, FACES = np.dtype("<f8"), np.dtype("<i4")
_LENGTH = 8
"""Bytes of the length of the head."""


def handed_over(terrain: Terrain, size: tuple[float, float], agent: Agent) -> Iterator[bytes]:
    """All that `taken_over` reads, in parts.

    Args:
        terrain: what stands on the table; of its pieces all that matters to agents.
        size: of the table, inches.
        agent: the one it is for.
    """
    meshes = list({id(piece.shape): piece.shape for piece in terrain.pieces}.values())
    number = {id(mesh): place for place, mesh in enumerate(meshes)}
    head = {
        "size": [float(length) for length in size],
        "agent": [float(agent.radius), float(agent.height), *astuple(agent.limits)],
        "meshes": [[len(mesh.vertices), len(mesh.faces)] for mesh in meshes],
        "pieces": [_told(piece, number[id(piece.shape)]) for piece in terrain.pieces],
    }
    told = json.dumps(head).encode()
    yield len(told).to_bytes(_LENGTH, "little") + told
    for mesh in meshes:
        yield mesh.vertices.astype(CORNERS).tobytes()
        yield mesh.faces.astype(FACES).tobytes()


def _told(piece: Piece, mesh: int) -> dict[str, object]:
    return {
        "id": piece.id,
        "mesh": mesh,
        "position": [float(number) for number in piece.pose.position],
        "rotation": [float(number) for number in piece.pose.rotation],
        "kind": piece.kind,
        "ground": piece.ground,
        "open": piece.open,
        "infinite_height": piece.infinite_height,
    }


def taken_over(stream: BinaryIO) -> tuple[Terrain, tuple[float, float], Agent]:
    """The terrain, the size of the table and the agent that another process has handed over.

    Raises:
        EOFError: it ended before all was there.
    """
    head = json.loads(_read(stream, int.from_bytes(_read(stream, _LENGTH), "little")))
    meshes = []
    for vertices, faces in head["meshes"]:
        corners = _column(stream, vertices, CORNERS)
        meshes.append(Mesh.of(corners, _column(stream, faces, FACES)))
    pieces = []
    for told in head["pieces"]:
        shape = meshes[told.pop("mesh")]
        pose = RigidTransform(tuple(told.pop("position")), tuple(told.pop("rotation")))
        pieces.append(Piece(shape=shape, pose=pose, **told))
    width, depth = head["size"]
    return Terrain(tuple(pieces)), (width, depth), _agent(*head["agent"])


def _agent(radius: float, height: float, *limits: float) -> Agent:
    return Agent(radius, height, AgentLimits(*limits))


def _column(stream: BinaryIO, rows: int, kind: np.dtype[np.generic]) -> NDArray[np.generic]:
    return np.frombuffer(_read(stream, 3 * rows * kind.itemsize), dtype=kind).reshape(rows, 3)


def _read(stream: BinaryIO, count: int) -> bytes:
    found = stream.read(count)
    if len(found) < count:
        raise EOFError
    return found
