"""What is told where no window can be opened."""

from sightline.errors import CommandError

NO_OPENGL = (
    "the window needs a screen and OpenGL 3.3, but the system says: {}. Install the driver of your graphics card, or Mesa "
    "(on Debian and Ubuntu: sudo apt install libgl1 libgl1-mesa-dri); all other commands of sightline work without"
)


def no_window(error: Exception) -> CommandError:
    """The one line for what the system said."""
    said = str(error).splitlines()
    return CommandError(NO_OPENGL.format(said[0][:120] if said else type(error).__name__))
