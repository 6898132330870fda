"""What takes longer than a frame."""
