"""Nerve tests, and what else follows when fighters went down."""
