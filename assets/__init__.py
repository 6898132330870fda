"""Terrain kit, figure proxies and ready-made tables, all made by our own code."""
