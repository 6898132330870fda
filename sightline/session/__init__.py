"""A battle from its files to its last answer: who answers, what is kept, what is told."""
