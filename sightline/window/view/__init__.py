"""What the window shows, as a value: the table, the camera, the main panels."""
