"""The program as a player: whom it goes for, what its models do, and what it draws and declares."""
