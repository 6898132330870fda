"""Pictures as PNG."""

from io import BytesIO
from pathlib import Path

from PIL import Image

from sightline.errors import CommandError


def png_bytes(picture: Image.Image) -> bytes:
    """The picture as the content of a PNG file."""
    content = BytesIO()
    picture.save(content, format="PNG", compress_level=6)
    return content.getvalue()


def check_is_png(path: Path) -> None:
    """A `CommandError` if a picture is to be called something else than ``.png``."""
    if path.suffix.lower() != ".png":
        raise CommandError(f'pictures are PNG files; name "{path}" with .png at its end')
