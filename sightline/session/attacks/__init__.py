"""An attack on a table outside a battle: the moment of it, whether it can be made, and its exact chances."""
