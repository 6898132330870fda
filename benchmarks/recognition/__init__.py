"""Whether kept pieces are found again on other tables, how near, and whether anything else is taken for them."""
