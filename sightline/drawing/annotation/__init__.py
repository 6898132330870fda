"""Annotation of pictures: words, lines, labels and frames."""
