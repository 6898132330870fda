"""Keeps to themselves what libraries have to say of a file: whoever gave it is told in one line of ours."""

import logging
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

STANDARD_ERROR = 2
"""As the operating system numbers it."""

_redirecting = Lock()


@contextmanager
def quiet() -> Iterator[None]:
    """No warnings and no logs from Python code."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)


@contextmanager
def quiet_c_code() -> Iterator[None]:
    """Nothing on standard error at all, for libraries in C that print on it; one thread at a time."""
    with _redirecting:
        try:
            kept = os.dup(STANDARD_ERROR)
        except OSError:  # there is none
            yield
            return
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, STANDARD_ERROR)
        try:
            yield
        finally:
            os.dup2(kept, STANDARD_ERROR)
            os.close(nowhere)
            os.close(kept)
