"""A roll that two devices draw, committed to and answered: its reveal is owed."""

from rules.engine.shared_dice import SharedRoll, commitment_of, received


def answered(roll: SharedRoll, secret: bytes = bytes(32)) -> SharedRoll:
    bound = roll.bound
    roll = received(roll, bound.by, bound.number, "commitment", commitment_of(bound, secret).hex())
    return received(roll, bound.beside, bound.number, "answer", bytes(32).hex())
