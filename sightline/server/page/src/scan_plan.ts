// The plan of a scan under way, seen from above: tags, photos, and from where the next one helps most.

import { svg } from "./elements";
import type { ScanPlan } from "./protocol";

const AROUND = 20;
const FEW_VIEWS = 3;
// Degrees above the table's middle from which on a photo is high.
const HIGH = 40;

export function scanPlan(plan: ScanPlan): SVGElement {
  const [width, depth] = plan.size;
  const places = [...plan.photos.map((one) => one.place), ...(plan.following ? [plan.following.place] : [])];
  const far = (axis: 0 | 1, most: number): [number, number] => [
    Math.min(-AROUND / 2, ...places.map((one) => one[axis] - 4)),
    Math.max(most + AROUND / 2, ...places.map((one) => one[axis] + 4)),
  ];
  const [left, right] = far(0, width);
  const [near, beyond] = far(1, depth);
  // Its y goes up, as on the table.
  const at = ([x, y]: [number, number]): [number, number] => [x - left, beyond - y];
  const [x, y] = at([0, depth]);
  const size = (right - left) / 28;
  const letters = (place: [number, number], text: string, more: string): SVGElement =>
    svg("text", { x: at(place)[0], y: at(place)[1] + 0.35 * size, "font-size": text.length > 2 ? 0.7 * size : size, class: more }, text);
  const middle = at([width / 2, depth / 2]);
  return svg(
    "svg",
    { class: "plan", viewBox: `0 0 ${right - left} ${beyond - near}`, role: "img", "aria-label": words(plan) },
    svg("rect", { x, y, width, height: depth, class: "table" }),
    ...plan.tags.flatMap(({ id, place, views }) => {
      const [cx, cy] = at(place);
      const kind = views < FEW_VIEWS ? "few" : "well";
      return [svg("rect", { x: cx - 0.7 * size, y: cy - 0.7 * size, width: 1.4 * size, height: 1.4 * size, class: kind }), letters(place, String(id), "tag")];
    }),
    ...plan.photos.flatMap(({ number, place, steep }) => {
      const [cx, cy] = at(place);
      const high = steep > HIGH;
      const to = [cx + 0.18 * (middle[0] - cx), cy + 0.18 * (middle[1] - cy)];
      return [
        svg("line", { x1: cx, y1: cy, x2: to[0] ?? 0, y2: to[1] ?? 0, "stroke-width": size / 5 }),
        svg("circle", { cx, cy, r: 0.75 * size, class: high ? "high" : "low" }),
        letters(place, String(number), "photo-number"),
      ];
    }),
    ...(plan.following
      ? [
          svg("circle", { cx: at(plan.following.place)[0], cy: at(plan.following.place)[1], r: 1.3 * size, class: "following", "stroke-width": size / 4 }),
          letters(plan.following.place, "next", "next"),
        ]
      : []),
  );
}

const words = (plan: ScanPlan): string => `${plan.photos.length} photos round a table of ${plan.tags.length} tags, seen from above`;
