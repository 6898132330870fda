"""Accuracy, speed and memory, each figure with its work beside it and as a ratio against something run beside it."""
