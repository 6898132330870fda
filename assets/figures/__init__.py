"""Figure proxies: posed bodies of real proportions."""
