"""Shots that are measured from phones: photos of a card in the target's place come in, and what they say is told."""
