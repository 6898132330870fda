"""OpenGL framebuffers beside the window's own: what stands still is drawn once, and what changes upon a copy of it."""

from dataclasses import dataclass

from OpenGL import GL


@dataclass(frozen=True)
class Buffer:
    """A picture with colour and depth on the graphics card.

    Attributes:
        number: of the framebuffer.
        size: pixels.
        colour, depth: its renderbuffers.
    """

    number: int
    size: tuple[int, int]
    colour: int
    depth: int

    def copy_to(self, other: int, *, depth: bool, size: tuple[int, int] | None = None) -> None:
        """Copy it to another framebuffer, 0 for the window's, of the same size, or stretched to that; leaves that bound."""
        (width, height), (wide, high) = self.size, size or self.size
        blend = GL.GL_NEAREST if (width, height) == (wide, high) else GL.GL_LINEAR
        what = GL.GL_COLOR_BUFFER_BIT | (GL.GL_DEPTH_BUFFER_BIT if depth else 0)
        GL.glBindFramebuffer(GL.GL_READ_FRAMEBUFFER, self.number)
        GL.glBindFramebuffer(GL.GL_DRAW_FRAMEBUFFER, other)
        GL.glBlitFramebuffer(0, 0, width, height, 0, 0, wide, high, what, blend)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, other)

    def delete(self) -> None:
        """Give it back."""
        GL.glDeleteRenderbuffers(2, [self.colour, self.depth])
        GL.glDeleteFramebuffers(1, [self.number])


def buffer(size: tuple[int, int], samples: int) -> Buffer:
    """A new picture of so many pixels, with so many samples for each; 0 for edges that are not smoothed."""
    number = int(GL.glGenFramebuffers(1))
    colour, depth = (int(one) for one in GL.glGenRenderbuffers(2))
    GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, number)
    for one, form, place in (
        (colour, GL.GL_RGBA8, GL.GL_COLOR_ATTACHMENT0),
        (depth, GL.GL_DEPTH_COMPONENT24, GL.GL_DEPTH_ATTACHMENT),
    ):
        GL.glBindRenderbuffer(GL.GL_RENDERBUFFER, one)
        GL.glRenderbufferStorageMultisample(GL.GL_RENDERBUFFER, samples, form, *size)
        GL.glFramebufferRenderbuffer(GL.GL_FRAMEBUFFER, place, GL.GL_RENDERBUFFER, one)
    GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, 0)
    return Buffer(number, size, colour, depth)
