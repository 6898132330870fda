"""The figures of docs/guides/, drawn from what the program itself works out: `docs/make_images.py` makes them."""
