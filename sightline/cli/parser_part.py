"""What typer's parser is made of: commands, contexts and parameters, whose classes typer keeps private."""

from typing import Any, TypeAlias

ParserPart: TypeAlias = Any
"""A command, a context or a parameter."""
