"""What can be walked on and what is in the way: floors and their edges, obstacles, ladders, stairs, openings, and who walks."""
