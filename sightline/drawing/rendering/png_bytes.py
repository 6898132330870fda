"""Pictures as the bytes of PNG files."""

from io import BytesIO

from PIL import Image


def png_bytes(picture: Image.Image) -> bytes:
    """The picture as the content of a PNG file."""
    content = BytesIO()
    picture.save(content, format="PNG", compress_level=6)
    return content.getvalue()
