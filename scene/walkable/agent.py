"""An agent: who walks, as an upright cylinder."""

from dataclasses import dataclass

from scene.walkable.agent_limits import AgentLimits

GRAZED = 0.02
"""Inches by which what is overhead may be lower than a head: it is rounding."""


@dataclass(frozen=True)
class Agent:
    """Who walks: an upright cylinder, inches, and what it can do at most."""

    radius: float
    height: float
    limits: AgentLimits

    @property
    def headroom(self) -> float:
        """Inches above the floor up to which nothing may be in the way."""
        return self.height - GRAZED
