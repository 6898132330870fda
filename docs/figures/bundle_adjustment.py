"""What a bundle adjustment begins with and comes to: the misses of tags' corners in one photo, and the weights of all."""

from dataclasses import replace

import numpy as np
from PIL import Image

from capture.adjustment.adjustment_problem import Problem
from capture.adjustment.bundle_adjustment import adjust
from capture.adjustment.initial_adjustment import best_lens, problem_of
from capture.adjustment.prior_knowledge import PriorKnowledge
from docs.figures.canvas import BLUE, GREEN, GREY, INK, RED, Canvas, side_by_side
from scene.geometry.mesh import FloatArray
from tests.capture.made_up import made_up

LARGER = 25.0
"""Times as long as they are, what is drawn of misses; but for those of what counts for nothing."""


def figure() -> Image.Image:
    """On the left before, on the right after; one tag in this photo was read wrong by 25 pixels."""
    rng = np.random.default_rng(5)
    made = made_up(rng)
    photo_tags, ids = made.photo_tags(rng, noise=0.3, missed=0.0), list(made.tags)
    sides = np.array([made.sides_mm[number] for number in ids])
    lens, _, arranged = best_lens(photo_tags, ids, sides, PriorKnowledge())
    problem, start = problem_of(photo_tags, ids, sides, arranged, lens, PriorKnowledge())
    own = np.flatnonzero(problem.photo == 0)
    wrong = int(own[4])
    pixels = problem.pixels.copy()
    pixels[wrong] += (20.0, 15.0)
    problem = replace(problem, pixels=pixels)
    before = problem.residuals(start)[: 8 * len(problem.photo)].reshape(-1, 4, 2) * problem.sigma[:, None, None]
    after = adjust(problem, start)
    left = _panel(problem, own, before, after.weights, "where it begins")
    right = _panel(problem, own, after.misses, after.weights, "where it ends")
    return side_by_side([left, right])


def _panel(problem: Problem, own: np.ndarray, misses: FloatArray, weights: FloatArray, title: str) -> Image.Image:
    width, height = problem.size
    canvas = Canvas((0.0, -0.18 * height), (width, height), width=550, height=470, margin=10)
    canvas.polygon([(0, 0), (width, 0), (width, height), (0, height)], line=GREY)
    for row in own:
        seen = problem.pixels[row] * (1.0, -1.0) + (0.0, height)
        colour = RED if weights[row] < 0.5 else BLUE
        canvas.polygon(seen, line=colour, width=1.6)
        times = 1.0 if weights[row] < 0.5 else LARGER
        for corner, miss in zip(seen, misses[row] * (1.0, -1.0), strict=True):
            canvas.line([corner, corner + times * miss], colour, width=1.6)
    good = own[weights[own] > 0.5]
    rms = float(np.sqrt(np.mean(np.sum(misses[good] ** 2, axis=2))))
    canvas.words((0.0, -0.03 * height), f"{title}: misses drawn {LARGER:g} times as long", INK, size=17)
    canvas.words((0.0, -0.09 * height), f"root mean square of what counts (blue): {rms:.2f} pixels", GREEN, size=17)
    if weights[own].min() < 0.5:
        told = f"red: comes to weight {weights[own].min():.4f}; its misses at their true length"
        canvas.words((0.0, -0.15 * height), told, RED, size=17)
    return canvas.done()
