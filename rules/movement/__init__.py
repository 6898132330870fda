"""What paths cost by a rule system, where a move may end, and what is in its way."""
