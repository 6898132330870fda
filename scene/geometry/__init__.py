"""Meshes, rigid transforms, rays and cameras. Knows no table."""
