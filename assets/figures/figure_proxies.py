"""Figure proxies: posed bodies of real proportions for 28 mm games, made by code."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import get_args

import numpy as np

from assets.figures.body_mesh import Build, Flesh, flesh_out
from assets.figures.body_poses import pose_for
from assets.figures.mounted_mesh import mount_up
from assets.program_digest import program_digest
from assets.solid_shapes import mesh_of
from scene.base.errors import SceneError
from scene.geometry.kept_meshes import kept_meshes
from scene.geometry.mesh import Mesh
from scene.table.table import MM_PER_INCH, Body, Posture, Stance


@dataclass(frozen=True)
class Proxy:
    """A kind of figure: its usual base, what it is, how it is built, and whether it rides."""

    base_mm: float
    description: str
    build: Build
    mounted: bool = False


PROXIES: Mapping[str, Proxy] = MappingProxyType(
    {
        "human": Proxy(25.0, "human fighter, eye 32 mm above the soles; bases of 25 or 32 mm", Build()),
        "brute": Proxy(
            40.0,
            "hulking fighter, eye 40 mm above the soles",
            Build(joints=(1.35, 1.6, 1.25), girth=1.55, head=1.2, weapon=1.4, helmet=False, spikes=True),
        ),
        "small": Proxy(
            25.0,
            "goblin-sized fighter, eye 20 mm above the soles",
            Build(joints=(0.7, 0.72, 0.625), girth=0.66, head=0.82, weapon=0.68, helmet=False, ears=True),
        ),
        "rider": Proxy(
            40.0,
            "human rider on a war-horse, eye 48 mm above the hooves",
            Build(helmet=False, lance=True),
            mounted=True,
        ),
    }
)
"""Every proxy by the name that a table file calls it."""


def body(proxy: str, posture: Posture = "upright", stance: Stance = "upright") -> Body:
    """The body of a proxy in the pose of a posture, inches, resting on z = 0 of its own frame.

    Standing figures have their soles on z = 0 and look along +x. A pinned one lies on its back with its head towards
    -x, a seriously injured one on its front with its head towards +x; both are centred over their base's place. Hands
    and the weapon's body count; its barrel, an antenna and spikes do not.

    Args:
        proxy: a name in `PROXIES`.
        posture: upright, on_back or on_face.
        stance: upright or aiming; matters only while standing.

    Returns:
        The same object for the same question.

    Raises:
        SceneError: for a proxy, posture or stance that does not exist; the nearest is suggested.
    """
    named(proxy)
    _check("posture", posture, get_args(Posture))
    _check("stance", stance, get_args(Stance))
    return _made(proxy, posture, stance if posture == "upright" else "upright")


def named(proxy: str) -> Proxy:
    """The proxy of that name; otherwise a `SceneError` that suggests the nearest one."""
    _check("proxy", proxy, tuple(PROXIES))
    return PROXIES[proxy]


def _check(what: str, wanted: str, known: tuple[str, ...]) -> None:
    if wanted not in known:
        close = get_close_matches(wanted, known, n=1, cutoff=0.5)
        hint = f'did you mean "{close[0]}"?' if close else f"there are {', '.join(known)}"
        raise SceneError(f'there is no {what} "{wanted}"; {hint}')


@cache
def _made(proxy: str, posture: Posture, stance: Stance) -> Body:
    def make() -> tuple[Mesh, Mesh, Mesh]:
        kind = PROXIES[proxy]
        flesh = (mount_up if kind.mounted else _afoot)(posture, stance, kind.build)
        eye = Mesh.of(np.asarray(flesh.eye) / MM_PER_INCH, [])  # a point among meshes, so that all are kept alike
        return mesh_of(flesh.counts, scale=1.0 / MM_PER_INCH), mesh_of(flesh.insignificant, scale=1.0 / MM_PER_INCH), eye

    counts, insignificant, eye = kept_meshes((program_digest(), "figure", proxy, posture, stance), 3, make)
    return Body(counts, eye.vertices[0], insignificant)


def _afoot(posture: Posture, stance: Stance, build: Build) -> Flesh:
    return flesh_out(pose_for(posture, stance), build)
