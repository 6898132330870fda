"""Decoding pictures, as photos and as textures: within limits, in 8 bits, and damaged ones with one line of ours."""

import io
import struct
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from capture.photos.photo_limits import MAX_PIXELS, TooLargeError, most_pixels
from scene.base.errors import SceneError
from scene.base.quiet import quiet, quiet_c_code

if TYPE_CHECKING:
    from PIL import Image

FORMATS = ("JPEG", "PNG", "TIFF", "WEBP")
"""In Pillow's words. JPEG stands for MPO as well, the JPEGs of phones that hold a second picture."""
READABLE = "JPEG, PNG, TIFF, WebP and HEIC are read"
CUT_SHORT = "is damaged or cut short; copy it again from where it comes from, or save it anew with another program"
HEIF_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")

STRIP_PIXELS = 1 << 22
"""As many are converted at once."""

DAMAGED = (
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    struct.error,
)
"""What Pillow and its plugins raise over files that are not as they should be."""


def opened_picture(data: bytes, kinds: tuple[str, ...] = FORMATS) -> "Image.Image":
    """The picture's header, checked before anything is decoded.

    Raises:
        TooLargeError, SceneError: one line to which the picture's name belongs before it.
    """
    from PIL import Image, UnidentifiedImageError

    heif = data[4:8] == b"ftyp" and data[8:12] in HEIF_BRANDS
    formats = _heif() if heif else kinds
    most = most_pixels(data)
    with quiet():  # of Pillow's own limit, and remarks on odd EXIF blocks
        try:
            image = Image.open(io.BytesIO(data), formats=formats)
        except Image.DecompressionBombError:
            raise TooLargeError(f"is too large: the limit is {MAX_PIXELS // 1_000_000} megapixels; make it smaller") from None
        except UnidentifiedImageError:
            raise SceneError(f"is not a photo that can be read, or its beginning is damaged; {READABLE}") from None
        except DAMAGED:
            raise SceneError(CUT_SHORT) from None
    if image.width * image.height > most:
        stored = "" if most == MAX_PIXELS else " for photos that are stored like it"
        megapixels = image.width * image.height / 1e6
        limit = f"the limit is {most // 1_000_000}{stored}"
        raise TooLargeError(f"is too large: {megapixels:.0f} megapixels, and {limit}; make it smaller")
    return image


def _heif() -> tuple[str, ...]:
    """The format's name for Pillow, once the plugin that knows it has been told to it."""
    try:
        import pillow_heif
    except ImportError:
        raise SceneError(
            "is a HEIC file, and pillow-heif, which reads them, is not installed; install it or save the photo as JPEG"
        ) from None
    pillow_heif.register_heif_opener()
    return ("HEIF",)


def grey_pixels(image: "Image.Image") -> NDArray[np.uint8]:
    """(h, w) how bright an opened picture is; it is let go for that."""
    if image.format in {"JPEG", "MPO"}:
        image.draft("L", image.size)  # a JPEG holds its luminance apart: no need to work out the colours
    return decoded(image, "L")


def decoded(image: "Image.Image", mode: str) -> NDArray[np.uint8]:
    """(h, w) grey for mode "L", (h, w, 3) for "RGB": the pixels of an opened picture, which is let go for them.

    Raises:
        SceneError: one line as of `opened_picture`.
    """
    from PIL import Image

    try:
        with quiet(), quiet_c_code():  # the library that reads TIFF prints what it finds damaged
            return _pixels(image, mode)
    except MemoryError:
        raise SceneError("needs more memory than there is") from None
    except (*DAMAGED, Image.DecompressionBombError):
        raise SceneError(CUT_SHORT) from None


def _pixels(image: "Image.Image", mode: str) -> NDArray[np.uint8]:
    """Converted a strip at a time, or the whole would be held several times."""
    image.load()
    width, height = image.size
    found = np.empty((height, width) if mode == "L" else (height, width, 3), dtype=np.uint8)
    rows = max(STRIP_PIXELS // width, 1)
    for top in range(0, height, rows):
        strip = image.crop((0, top, width, min(top + rows, height)))
        found[top : top + rows] = np.asarray(_eight_bits(strip).convert(mode))
    image.close()
    return found


def _eight_bits(image: "Image.Image") -> "Image.Image":
    """Pictures of 16 bits are scaled, not cut off at white as Pillow's own conversion has it."""
    from PIL import Image

    if image.mode in {"F", "LAB"}:
        kind = "fractions" if image.mode == "F" else "colours of the L*a*b* space"
        raise SceneError(f"has pixels that are {kind}; save it as JPEG or PNG")
    if image.mode.startswith("I"):
        return Image.fromarray(np.clip(np.asarray(image) >> 8, 0, 255).astype(np.uint8))
    return image
