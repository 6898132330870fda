"""Where the main rulebook says what: procedures name its sections as their topics."""

from rules.citations import Citations

CITATIONS = Citations("main-rulebook")
