"""Controllers of what is asked about many places: paint on the floors, and all enemies from one place."""
