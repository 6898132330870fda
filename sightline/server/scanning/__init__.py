"""A table scanned from a phone: photos come in, what they show is told at once, and the table is made of them."""
