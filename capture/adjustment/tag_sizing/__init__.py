"""How large tags are: single ones, whole kinds of them, and all of them by measured lengths."""
