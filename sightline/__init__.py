"""The program a person starts: command line, window, battles, pictures and reports.

The commands are in ``cli/``, their answers in ``answers/``, pictures in ``drawing/``, pages in ``reports/``, what is read and
written in ``files/``. Battles are loaded, played and kept in ``session/``; the window, in which tables are looked at, built and
played on, is in ``window/``.
"""

__version__ = "0.1.0"
