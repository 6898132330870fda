"""Photos of meshes and printed cards: trimesh's rays, pages as textures, a lens with an aperture, noise and JPEG."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import cv2
import numpy as np
import pypdfium2
import shapely
import trimesh
from numpy.typing import NDArray
from PIL import Image
from trimesh.ray.ray_pyembree import RayMeshIntersector

from scene.geometry.mesh import FloatArray, IntArray

OFF = 0.05
"""Millimetres off a surface from which light is looked for."""
GREY = 0.1
"""The light of what is not drawn."""
SKIP = 7
"""The rays of a pixel take the rings of the lens by so many, which has no divisor in common with how many they are."""
SKY = (0.02, 0.02, 0.025)
FILM_DIAGONAL = 43.27
LAMP_RADIUS = 1.5
STRIPS, BEYOND = 32, 1e4
"""Strips of a bent card, and millimetres that are beyond any."""
USUAL_FAR = 300.0
"""Millimetres at which a lamp gives the light that it is said to give."""


@dataclass(frozen=True, eq=False)
class PrintedCard:
    """A card: where its origin is, its axes to the right and up, and its picture in linear light, ``mm`` a pixel.

    ``corner`` is where on the card the picture's upper left corner is, ``cut`` (n, 2) the outline along which it is cut.
    ``bow`` is by how many millimetres its middle stands out towards who looks at it, bent across or upwards; one is 0.
    """

    origin: FloatArray
    right: FloatArray
    up: FloatArray
    picture: FloatArray
    mm: float
    corner: tuple[float, float]
    cut: FloatArray
    bow: tuple[float, float] = (0.0, 0.0)

    @property
    def _bent(self) -> tuple[int, float, float, float]:
        """Along which axis it is bent, the middle and half the length there, and the radius; a flat card's is infinite."""
        axis = int(self.bow[1] != 0.0)
        low, high = self.cut[:, axis].min(), self.cut[:, axis].max()
        half, out = (high - low) / 2.0, self.bow[axis]
        return axis, (low + high) / 2.0, half, (half**2 + out**2) / (2.0 * out) if out else np.inf

    def mesh(self) -> tuple[FloatArray, IntArray]:
        """Corners (n, 3) on the table and triangles; of strips where it is bent."""
        shape, (axis, middle, half, radius) = shapely.Polygon(self.cut), self._bent
        ends = np.linspace(middle - half, middle + half, 2 if np.isinf(radius) else STRIPS + 1)
        wide = ((ends[i], -BEYOND, ends[i + 1], BEYOND) for i in range(len(ends) - 1))
        strips = [shapely.box(*(one if axis == 0 else (one[1], one[0], one[3], one[2]))) for one in wide]
        parts = [part for strip in strips for part in shapely.get_parts(_triangles(shapely.intersection(shape, strip)))]
        flat = np.array([shapely.get_coordinates(part)[:3] for part in parts]).reshape(-1, 2)
        out = np.zeros(len(flat))
        if np.isfinite(radius):
            turn = (flat[:, axis] - middle) / radius
            out = radius * (np.cos(turn) - np.cos(half / radius))
            flat[:, axis] = middle + radius * np.sin(turn)
        away = flat @ np.array([self.right, self.up]) + out[:, None] * np.cross(self.right, self.up)
        return self.origin + away, np.arange(len(flat)).reshape(-1, 3)

    def albedo(self, points: FloatArray) -> FloatArray:
        """(n, 3) of points (n, 3) on it, between pixels linear."""
        away = points - self.origin
        places = np.column_stack([away @ self.right, away @ self.up])
        axis, middle, _, radius = self._bent
        if np.isfinite(radius):
            places[:, axis] = middle + radius * np.arcsin(((places[:, axis] - middle) / radius).clip(-1.0, 1.0))
        height, width = self.picture.shape[:2]
        x = ((places[:, 0] - self.corner[0]) / self.mm - 0.5).clip(0.0, width - 1.001)
        y = ((self.corner[1] - places[:, 1]) / self.mm - 0.5).clip(0.0, height - 1.001)
        column, row = x.astype(int), y.astype(int)
        across, down = (x - column)[:, None], (y - row)[:, None]
        upper = self.picture[row, column] * (1 - across) + self.picture[row, column + 1] * across
        lower = self.picture[row + 1, column] * (1 - across) + self.picture[row + 1, column + 1] * across
        return np.asarray(upper * (1 - down) + lower * down)


def _triangles(shape: Any) -> Any:  # noqa: ANN401 - shapely has no types
    return shapely.constrained_delaunay_triangles(shape)


@dataclass(frozen=True, eq=False)
class Room:
    """The light of a room: towards its sun, how strong that and the light from everywhere are, and their colour."""

    towards: FloatArray
    sun: float
    around: float
    tint: FloatArray

    @staticmethod
    def drawn(rng: np.random.Generator) -> "Room":
        """Some room."""
        way = np.append(rng.normal(0.0, 1.0, 2), rng.uniform(0.6, 2.0))
        tint = np.array([rng.uniform(0.9, 1.1), 1.0, rng.uniform(0.6, 1.05)])
        return Room(way / np.linalg.norm(way), float(rng.uniform(0.3, 0.9)), float(rng.uniform(0.2, 0.5)), tint)


@dataclass(frozen=True)
class Lamp:
    """A small lamp: where, millimetres, and its light at `USUAL_FAR`."""

    place: tuple[float, float, float]
    power: float


class World:
    """Meshes in millimetres with their colours, and cards; lit, and photographed."""

    def __init__(
        self,
        meshes: Sequence[tuple[FloatArray, IntArray]],
        colours: Sequence[tuple[float, ...]],
        cards: Sequence[PrintedCard],
        room: Room,
        rng: np.random.Generator,
    ) -> None:
        corners, faces, owner, count = [], [], [], 0
        whole = [*meshes, *(card.mesh() for card in cards)]
        for number, (points, own) in enumerate(whole):
            corners.append(points)
            faces.append(own + count)
            owner.append(np.full(len(own), number))
            count += len(points)
        self.mesh = trimesh.Trimesh(np.concatenate(corners), np.concatenate(faces), process=False)
        self.rays = RayMeshIntersector(self.mesh)
        triangles = self.mesh.triangles.view(np.ndarray)
        normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        self.normals = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
        self.feet = triangles[:, 0].copy()
        self.owner, self.cards, self.first_card = np.concatenate(owner), tuple(cards), len(meshes)
        self.colours, self.room, self.rng = np.array(colours), room, rng

    def met(self, starts: FloatArray, ways: FloatArray) -> FloatArray:
        """(n,) how far along unit ways something is; infinite for nothing."""
        return self._first(starts, ways)[0]

    def _first(self, starts: FloatArray, ways: FloatArray) -> tuple[FloatArray, IntArray]:
        """(n,) how far along unit ways the first triangle is, and which; infinite and -1 for nothing."""
        faces = self.rays.intersects_first(starts, ways)
        found, hit = np.full(len(starts), np.inf), np.flatnonzero(faces >= 0)
        # The triangle is told in single precision, how far its plane is in double.
        normals = self.normals[faces[hit]]
        found[hit] = ((self.feet[faces[hit]] - starts[hit]) * normals).sum(axis=1) / (ways[hit] * normals).sum(axis=1)
        return found, faces

    def light(self, starts: FloatArray, ways: FloatArray, lamp: Lamp | None) -> FloatArray:
        """(n, 3) what comes back along unit ways."""
        found = np.tile(np.array(SKY), (len(starts), 1))
        far, faces = self._first(starts, ways)
        rays = np.flatnonzero(faces >= 0)
        if len(rays) == 0:
            return found
        faces, places = faces[rays], starts[rays] + far[rays, None] * ways[rays]
        normals = self.normals[faces]
        normals = normals * np.sign(-(normals * ways[rays]).sum(axis=1))[:, None]
        lit = self._lit(places + OFF * normals, normals)[:, None] * self.room.tint
        if lamp is not None:
            lit = lit + self._lamp(places + OFF * normals, normals, lamp)[:, None]
        found[rays] = self._albedo(places, self.owner[faces]) * lit
        return found

    def _albedo(self, places: FloatArray, owner: IntArray) -> FloatArray:
        found = np.zeros((len(places), 3))
        solid = owner < self.first_card
        grain = np.sin(places[solid] * 0.9) @ [0.5, 0.3, 0.7] * 0.12 + np.sin(places[solid] * 3.1 + 1.0) @ [0.3, 0.5, 0.2] * 0.1
        found[solid] = self.colours[owner[solid]] * (1.0 + grain)[:, None]
        for number, card in enumerate(self.cards):
            own = owner == self.first_card + number
            found[own] = card.albedo(places[own])
        return found

    def _lit(self, places: FloatArray, normals: FloatArray) -> FloatArray:
        cosine = (normals @ self.room.towards).clip(0.0)
        free, asked = np.zeros(len(places)), np.flatnonzero(cosine > 0.0)
        if len(asked):
            free[asked] = self.rays.intersects_first(places[asked], np.tile(self.room.towards, (len(asked), 1))) < 0
        return np.asarray(self.room.around * (0.8 + 0.2 * normals[:, 2]) + self.room.sun * cosine * free)

    def _lamp(self, places: FloatArray, normals: FloatArray, lamp: Lamp) -> FloatArray:
        at = np.array(lamp.place) + self.rng.normal(0.0, LAMP_RADIUS / 2.0, (len(places), 3))
        ways = at - places
        far = np.linalg.norm(ways, axis=1)
        ways = ways / far[:, None]
        free = self.met(places, ways) >= far - 1e-3
        return np.asarray(lamp.power * (normals * ways).sum(axis=1).clip(0.0) * free / (far / USUAL_FAR) ** 2)


@dataclass(frozen=True, eq=False)
class Camera:
    """A camera: where it is and what it looks at, millimetres; focal length in pixels, size, roll, aperture in millimetres."""

    eye: FloatArray
    target: FloatArray
    focal: float
    size: tuple[int, int] = (2016, 1512)
    roll: float = 0.0
    aperture: float = 0.0
    focus: float = 0.0

    def axes(self) -> FloatArray:
        """(3, 3) rows: to the right and down in the photo, and ahead."""
        ahead = (self.target - self.eye) / np.linalg.norm(self.target - self.eye)
        right = np.cross(ahead, [0.0, 0.0, 1.0])
        right = right / np.linalg.norm(right)
        down = np.cross(ahead, right)
        c, s = np.cos(self.roll), np.sin(self.roll)
        return np.array([c * right + s * down, -s * right + c * down, ahead])

    def pixels(self, points: FloatArray) -> FloatArray:
        """(n, 2) where points (n, 3) are in the photo."""
        away = (points - self.eye) @ self.axes().T
        return np.asarray(away[:, :2] / away[:, 2:] * self.focal + np.array(self.size) / 2.0)


@dataclass(frozen=True)
class Developing:
    """What becomes of the light: rays a pixel, blur in pixels, sharpening, exposure, noise, and JPEG's quality."""

    rays: int = 16
    blur: float = 0.7
    sharpen: float = 0.0
    exposure: float = 1.0
    noise: float = 0.004
    quality: int = 90


def photo(world: World, camera: Camera, around: FloatArray, rim: float, how: Developing, lamp: Lamp | None = None) -> bytes:
    """A JPEG file; only what is within an outline (n, 3) and ``rim`` pixels beyond is drawn, the rest is grey."""
    width, height = camera.size
    reach = 2 * int(rim) + 1
    drawn: NDArray[Any] = np.zeros((height, width), dtype=np.uint8)
    cv2.fillPoly(drawn, [np.round(camera.pixels(around)).astype(np.int32)], 1)
    drawn = cv2.dilate(drawn, np.ones((reach, reach), dtype=np.uint8))
    down, across = np.nonzero(drawn)
    right, below, ahead = camera.axes()
    total = np.zeros((len(down), 3))
    for number in range(how.rays):
        u = (across + world.rng.uniform(-0.5, 0.5, across.shape) - (width - 1) / 2) / camera.focal
        v = (down + world.rng.uniform(-0.5, 0.5, across.shape) - (height - 1) / 2) / camera.focal
        ways = ahead + u[..., None] * right + v[..., None] * below
        # All parts of the lens alike: what is out of focus is smooth, not grainy.
        turn, far = (
            (part + world.rng.uniform(0.0, 1.0, across.shape)) / how.rays for part in (number, number * SKIP % how.rays)
        )
        turn, aside = 2 * np.pi * turn, camera.aperture / 2 * np.sqrt(far)
        starts = camera.eye + (aside * np.cos(turn))[..., None] * right + (aside * np.sin(turn))[..., None] * below
        ways = camera.eye + ways * (camera.focus or 1.0) - starts
        ways = ways / np.linalg.norm(ways, axis=-1, keepdims=True)
        total += world.light(starts.reshape(-1, 3), ways.reshape(-1, 3), lamp).reshape(total.shape)
    whole = np.full((height, width, 3), GREY)
    whole[down, across] = how.exposure * total / how.rays
    part = np.s_[down.min() : down.max() + 1, across.min() : across.max() + 1]
    picture = np.full(whole.shape, _levels(np.array(GREY)), dtype=np.uint8)
    picture[part] = _developed(whole[part], how, world.rng)
    return _file(picture, how, camera)


def _developed(light: FloatArray, how: Developing, rng: np.random.Generator) -> NDArray[np.uint8]:
    found = np.asarray(cv2.GaussianBlur(light, (0, 0), how.blur), dtype=np.float64)
    found = (found + how.sharpen * (found - cv2.GaussianBlur(found, (0, 0), 1.5))).clip(0.0)
    found = (found + rng.normal(0.0, 1.0, found.shape) * np.sqrt(how.noise**2 + 1e-4 * found)).clip(0.0, 1.0)
    return _levels(found)


def _levels(light: FloatArray) -> NDArray[np.uint8]:
    """Grey levels of linear light, 0 to 1. Source: IEC 61966-2-1."""
    grey = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.asarray(255.0 * grey + 0.5).astype(np.uint8)


def _file(picture: NDArray[np.uint8], how: Developing, camera: Camera) -> bytes:
    image = Image.fromarray(picture)
    exif = Image.Exif()
    inner = exif.get_ifd(34665)
    inner[37386], inner[41989] = 5.4, round(camera.focal * FILM_DIAGONAL / float(np.hypot(*camera.size)))
    inner[33434], inner[34855] = how.exposure / 100.0, 100
    file = BytesIO()
    image.save(file, "JPEG", quality=how.quality, exif=exif)
    return file.getvalue()


def page_picture(pdf: bytes, page: int, *, pixels_a_mm: int) -> FloatArray:
    """A page of a PDF file in linear light, as a printer puts it on paper."""
    shown = pypdfium2.PdfDocument(pdf)[page].render(scale=pixels_a_mm * 25.4 / 72).to_pil().convert("RGB")
    grey = np.asarray(shown, dtype=np.float64) / 255.0
    linear = np.where(grey <= 0.04045, grey / 12.92, ((grey + 0.055) / 1.055) ** 2.4)
    return np.asarray(0.02 + 0.86 * linear)
