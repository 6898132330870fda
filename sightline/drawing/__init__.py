"""Pictures, drawn with the rays that also decide: they need neither a screen nor a graphics card."""
