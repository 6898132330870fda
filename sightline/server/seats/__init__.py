"""A battle that several phones play: a seat for each gang, what it is told and asked, and dice that nobody can forge."""
