"""Cheapest paths over a navigation mesh at prices that somebody else sets, and all that is in reach."""
