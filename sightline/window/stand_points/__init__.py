"""Where a figure could stand: who sees it at all places in reach, what it could shoot from there, where enemies can shoot.

Maps of many places are told from samples, and say so; what is asked about one place is exact.
"""
