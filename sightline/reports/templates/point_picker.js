"use strict";
(() => {
  const at = id => document.getElementById(id), large = at("pick-large"), full = new Image();
  large.querySelector("div").append(full);
  const points = [{ name: "point-1", places: [] }], last = () => points[points.length - 1];
  const quoted = text => text.replace(/(["\\$`])/g, "\\$1");
  const off = place => place.off > 1 ? `~${place.off.toFixed(1)}` : "";
  const word = place => `${place.photo}:${place.x.toFixed(1)},${place.y.toFixed(1)}${off(place)}`;
  const tell = () => {
    const begun = points.filter(point => point.places.length);
    at("pick-words").textContent = begun.map(point =>
      `--point "${quoted(`${point.name}=${point.places.map(word).join(";")}`)}"` +
      (new Set(point.places.map(place => place.photo)).size < 2 ? "   (click it in one more photo)" : "")
    ).join("\n") || "No point is clicked yet.";
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
