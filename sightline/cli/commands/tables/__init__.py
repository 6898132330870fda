"""The commands about tables themselves: what there is, made, filled, looked at, checked."""
