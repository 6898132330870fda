"""Pieces that were kept from an earlier table are found in new photos by how they look."""
