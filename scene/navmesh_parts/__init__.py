"""The parts of a navigation mesh: walkable regions, links between them, the roadmap of straight walks."""
