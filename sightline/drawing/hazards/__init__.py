"""Pictures of hazards: blasts, flames, falls and random moves."""
