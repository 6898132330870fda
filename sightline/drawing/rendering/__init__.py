"""The table as shaded pixels: cameras, light, materials."""
