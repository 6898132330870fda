"""The textures of a coloured mesh: those that give it its colour, from its own file or folder, and none too large."""

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np
import trimesh
from numpy.typing import NDArray
from PIL import Image

from capture.photos.photo_limits import TooLargeError
from capture.photos.picture_decoding import FORMATS, grey_pixels, opened_picture
from scene.base.errors import SceneError
from scene.base.messages import shown_text
from scene.table_io.table_folder import Folder

MAX_PICTURE_BYTES = 256 * 2**20
MAX_PIXELS = 300_000_000
"""Of all textures together. Phones make textures of 8192 x 8192; far more come only from files made to fill the memory."""
MOST_TEXTURES = 1_000
MAX_MATERIAL_BYTES = 2**20
"""Of the file beside an OBJ that names its textures; those of scans have a few thousand."""
MORE_FORMATS = ("BMP",)
"""What textures come in and photos do not, in Pillow's words."""

GLB_START = 20
"""Bytes before a GLB file's description of itself; its length stands in those from 12 to 16."""
GLOSSY = "KHR_materials_pbrSpecularGlossiness"
WEBP = "EXT_texture_webp"


class Textures(trimesh.resolvers.Resolver):
    """Gives trimesh the files beside a mesh, and no others, and turns the textures that it has found into grey pictures.

    Attributes:
        fault: what is wrong with a texture; trimesh goes on without.
    """

    def __init__(self, path: Path) -> None:
        """Those of the mesh in a file; none is read yet."""
        self.fault: SceneError | None = None
        self._folder, self._left, self._looked_at = Folder(path), MAX_PIXELS, 0
        self._grey: dict[int, tuple[Image.Image, NDArray[np.uint8]]] = {}

    def get(self, name: str) -> bytes:
        """The bytes of a file beside the mesh."""
        name = str(name).strip()
        try:
            data = self._folder.read(name, MAX_PICTURE_BYTES)
        except SceneError:
            raise FileNotFoundError(name) from None
        if not (self._is_short(name, data) if name.lower().endswith(".mtl") else self._counts(data)):
            raise FileNotFoundError(name)
        return data

    def write(self, name: str, data: bytes) -> None:
        """Writes nothing."""
        raise NotImplementedError

    def namespaced(self, namespace: str) -> "Textures":
        """The same."""
        del namespace
        return self

    def keys(self) -> list[str]:
        """Nothing is listed."""
        return []

    def grey(self, image: Image.Image) -> NDArray[np.uint8]:
        """(h, w) how bright a texture is; each is decoded once, whatever uses it."""
        if id(image) not in self._grey:
            try:
                self._grey[id(image)] = image, grey_pixels(image)
            except SceneError as error:
                raise SceneError(f"its texture {fault}" for fault in error.faults) from None
        return self._grey[id(image)][1]

    def of_glb(self, data: bytes) -> bytes:
        """A GLB file of which only the textures are left that give it its colour, once their sizes were looked at."""
        end = GLB_START + int.from_bytes(data[12:16], "little")
        header = json.loads(data[GLB_START:end])
        textures = header.get("textures", [])
        header["materials"] = [_coloured_by(material) for material in header.get("materials", [])]
        wanted = {_image_of(textures[number]) for number in map(_texture_of, header["materials"]) if number is not None}
        content = data[end + 8 :]
        for number, image in enumerate(header.get("images", [])):
            if number not in wanted or not self._counts_inner(image, header, content):
                header["images"][number] = {}
        text = json.dumps(header).encode()
        text += b" " * (-len(text) % 4)
        whole = len(text).to_bytes(4, "little") + data[16:GLB_START] + text + data[end:]
        return data[:8] + (12 + len(whole)).to_bytes(4, "little") + whole

    def _counts_inner(self, image: dict[str, Any], header: dict[str, Any], content: bytes) -> bool:
        if "bufferView" in image:
            view = header["bufferViews"][image["bufferView"]]
            start = view.get("byteOffset", 0)
            return self._counts(content[start : start + view["byteLength"]])
        uri = image.get("uri", "")
        return not uri.startswith("data:") or self._counts(base64.b64decode(uri.partition("base64,")[2]))

    def _is_short(self, name: str, materials: bytes) -> bool:
        """Whether a file of materials is not too long; that is noted."""
        if len(materials) > MAX_MATERIAL_BYTES:
            size = f'"{shown_text(name)}" has {len(materials):,} bytes'
            self.fault = SceneError(f"{size}, far more than materials need; save it anew with another program")
        return self.fault is None

    def _counts(self, data: bytes) -> bool:
        """Whether it is a picture of a kind that is read; what is too large is noted."""
        self._looked_at += 1
        if self._looked_at > MOST_TEXTURES:
            self.fault = SceneError(
                f"it has more than {MOST_TEXTURES:,} textures, far more than a scan needs; save it anew with another program"
            )
        if self.fault is not None:
            return False
        try:
            with opened_picture(data, (*FORMATS, *MORE_FORMATS)) as image:
                self._left -= image.width * image.height
            if self._left < 0:
                self.fault = SceneError(f"its textures have more than {MAX_PIXELS:,} pixels together; make them smaller")
        except TooLargeError as error:
            self.fault = SceneError(f"its texture {error.faults[0]}")
        except SceneError:
            return False
        return self.fault is None


def _coloured_by(material: dict[str, Any]) -> dict[str, Any]:
    """A material with nothing but the texture that gives it its colour."""
    plain = material.get("pbrMetallicRoughness", {}).get("baseColorTexture")
    found = plain or material.get("extensions", {}).get(GLOSSY, {}).get("diffuseTexture")
    return {"pbrMetallicRoughness": {"baseColorTexture": found}} if found else {}


def _texture_of(material: dict[str, Any]) -> int | None:
    found: int | None = material.get("pbrMetallicRoughness", {}).get("baseColorTexture", {}).get("index")
    return found


def _image_of(texture: dict[str, Any]) -> int | None:
    found: int | None = texture.get("extensions", {}).get(WEBP, texture).get("source")
    return found
