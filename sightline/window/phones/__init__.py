"""What is shown in the window on phones as well: the server beside the window, and the links to it."""
