"""Memoized functions: what is expensive is kept beside the value that it was computed from."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

Value = TypeVar("Value")
Result = TypeVar("Result")

_MISSING: Any = object()


def memoized(compute: Callable[[Value], Result]) -> Callable[[Value], Result]:
    """Compute once per value (by identity, or its own equality) and keep the result for as long as the value lives."""
    results: WeakKeyDictionary[Value, Result] = WeakKeyDictionary()

    @wraps(compute)
    def lookup(value: Value) -> Result:
        found: Result = results.get(value, _MISSING)
        if found is _MISSING:
            found = results[value] = compute(value)
        return found

    return lookup
