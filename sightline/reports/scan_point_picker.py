"""The point picker in a scan's report: points clicked in its photos become words for ``sightline scan --point``."""

import os
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from capture.results.tag_residuals import PhotoResiduals
from sightline.reports.html_markup import said

SECTION = """<section id="pick" hidden><h2>Measure a point</h2>
<p>Click the same point in two photos or more, better from different sides; each opens in full size for the exact place where
the report lies beside its photos. Then scan once more with these words.</p>
<p><label>Name <input id="pick-name" value="point-1" size="14"></label>
<button id="pick-next" type="button">Next point</button> <button id="pick-back" type="button">Take back</button></p>
<pre id="pick-words" aria-live="polite"></pre></section>
<dialog id="pick-large"><p>Click the exact place; Escape goes back.</p><div></div></dialog>"""
"""Shown by the `SCRIPT`, without which it would be of no use."""

STYLE = """
#pick-name { font: inherit; } figure[data-name] svg.photo { cursor: crosshair; }
.picked { fill: none; stroke: #d55e00; stroke-width: 2; }
.pick-number { fill: #d55e00; stroke: #fff; stroke-width: 3; paint-order: stroke; font-weight: 700; }
#pick-large { max-width: 96vw; max-height: 96vh; padding: .6rem; border: 1px solid var(--rule); background: var(--card);
  color: var(--ink); } #pick-large p { margin: 0 0 .4rem; }
#pick-large div { overflow: auto; max-width: 92vw; max-height: 86vh; }
#pick-large img { display: block; max-width: none; cursor: crosshair; }
@media print { #pick { display: none; } }
"""

SCRIPT = """
"use strict";
(() => {
  const at = id => document.getElementById(id), large = at("pick-large"), full = new Image();
  large.querySelector("div").append(full);
  const points = [{ name: "point-1", places: [] }], last = () => points[points.length - 1];
  const quoted = text => text.replace(/(["\\\\$`])/g, "\\\\$1");
  const off = place => place.off > 1 ? `~${place.off.toFixed(1)}` : "";
  const word = place => `${place.photo}:${place.x.toFixed(1)},${place.y.toFixed(1)}${off(place)}`;
  const tell = () => {
    const begun = points.filter(point => point.places.length);
    at("pick-words").textContent = begun.map(point =>
      `--point "${quoted(`${point.name}=${point.places.map(word).join(";")}`)}"` +
      (new Set(point.places.map(place => place.photo)).size < 2 ? "   (click it in one more photo)" : "")
    ).join("\\n") || "No point is clicked yet.";
  };
  const mark = (svg, u, v) => {
    const group = document.createElementNS(svg.namespaceURI, "g"), box = svg.viewBox.baseVal;
    const circle = document.createElementNS(group.namespaceURI, "circle");
    const text = document.createElementNS(group.namespaceURI, "text");
    for (const [key, value] of [["class", "picked"], ["cx", u * box.width], ["cy", v * box.height], ["r", 5]])
      circle.setAttribute(key, value);
    for (const [key, value] of [["class", "pick-number"], ["x", u * box.width + 8], ["y", v * box.height + 4]])
      text.setAttribute(key, value);
    text.textContent = last().name;
    group.append(circle, text);
    svg.append(group);
    return group;
  };
  const add = (figure, svg, x, y, off) => {
    const [width, height] = figure.dataset.size.split(" ").map(Number);
    const drawn = mark(svg, (x + 0.5) / width, (y + 0.5) / height);
    last().places.push({ photo: figure.dataset.name, x, y, off, drawn });
    tell();
  };
  for (const figure of document.querySelectorAll("figure[data-name]")) {
    const svg = figure.querySelector("svg.photo"), [width, height] = figure.dataset.size.split(" ").map(Number);
    svg.addEventListener("click", event => {
      const box = svg.viewBox.baseVal, matrix = svg.getScreenCTM();
      const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
      const x = place.x / box.width * width - 0.5, y = place.y / box.height * height - 0.5;
      const roughly = () => add(figure, svg, x, y, Math.max(1, width / (box.width * matrix.a)));
      if (!figure.dataset.file) { roughly(); return; }
      full.onload = () => {
        if (full.naturalWidth !== width || full.naturalHeight !== height) { roughly(); return; }
        full.onclick = exact => {
          const where = full.getBoundingClientRect();  // before it is gone
          large.close();
          add(figure, svg, (exact.clientX - where.left) / where.width * width - 0.5,
            (exact.clientY - where.top) / where.height * height - 0.5, 1);
        };
        large.showModal();
        const around = full.parentElement;
        around.scrollTo(x - around.clientWidth / 2, y - around.clientHeight / 2);
      };
      full.onerror = roughly;
      full.src = figure.dataset.file;
    });
  }
  at("pick-name").addEventListener("input", event => {
    last().name = event.target.value.trim() || `point-${points.length}`;
    for (const place of last().places) place.drawn.querySelector("text").textContent = last().name;
    tell();
  });
  at("pick-next").addEventListener("click", () => {
    if (last().places.length) points.push({ name: `point-${points.length + 1}`, places: [] });
    at("pick-name").value = last().name;
  });
  at("pick-back").addEventListener("click", () => {
    if (!last().places.length && points.length > 1) points.pop();
    last().places.pop()?.drawn.remove();
    at("pick-name").value = last().name;
    tell();
  });
  at("pick").hidden = false;
  tell();
})();
"""
"""What gathers clicks. Names of files reach it as text only, and the page lets no other script run."""

SCRIPTS = f"; script-src 'sha256-{b64encode(sha256(SCRIPT.encode()).digest()).decode()}'"
IMAGES = " file: 'self'"
"""What the page's policy has to allow: this script, and the photos beside the page."""


def pickable(shot: PhotoResiduals, folder: Path | None) -> str:
    """The attributes of a photo's figure that the script needs; ``folder`` is where the report will lie."""
    photo = shot.photo_tags.photo
    width, height = photo.size
    return f' data-name="{said(photo.name)}" data-size="{width} {height}" data-file="{said(_address(photo.path, folder))}"'


def _address(path: Path, folder: Path | None) -> str:
    """The photo's address as seen from the report, where it lies in the same folder or below; else nothing.

    Others would say more of somebody's disk than a report should that is passed on.
    """
    if folder is None:
        return ""
    try:
        below = path.resolve().relative_to(folder.resolve())
    except (ValueError, OSError):
        return ""
    return quote(os.fsencode(below.as_posix()))
