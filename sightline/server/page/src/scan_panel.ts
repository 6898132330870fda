// A table scanned from this phone: print tags, lay them, walk round with photos, scan; what is missing is told on the way.

import { button, element, taking } from "./elements";
import type { Scan } from "./protocol";
import { scanPlan } from "./scan_plan";

export interface ScanHands {
  photos(files: readonly File[]): void;
  leaveOut(number: number): void;
  // Whether somebody says that nothing else stands on the table; and what was measured on it, as it was typed.
  scan(nothingElse: boolean, side: string, lengths: string): void;
}

const PRINT = 'Print at 100 %, not "fit to page"; the bar at the foot of each page is 100 mm long. Keep the white margin on.';
const LAY =
  "Tags 0 to 3 lie in the corners, flush with the edges: 1 along one side from 0, 3 along the other, 2 opposite. " +
  "Four to eight of 4 to 31 lie flat between the scenery.";

export function scanPanel(scan: Scan, sending: string, hands: ScanHands): HTMLElement {
  const scanned = scan.file !== "";
  const kept = `the table is "${scan.file}" on the computer${scan.report ? `, with the report "${scan.report}"` : ""}`;
  const { given } = scan;
  const side = written("side of a tag's black square", "60", given.tag_mm);
  const lengths = written("lengths between tags", "0 2 1412; 1 3 1410", given.lengths);
  const only = element("input", { type: "checkbox", "aria-label": "nothing else stands on the table", checked: given.nothing_else });
  return element(
    "section",
    { class: "scan", "aria-live": "polite" },
    element(
      "details",
      { open: scan.photos.length === 0 },
      // Another title once there are photos: what was open by itself closes.
      element("summary", {}, scan.photos.length ? "1. The tags" : "1. Print the tags and lay them"),
      element("p", {}, PRINT),
      element("a", { class: "button", href: "tags.pdf", target: "_blank", rel: "noopener" }, "Sheets to print"),
      element("p", {}, LAY),
    ),
    element("h2", {}, "2. Walk round and take photos"),
    element("p", { class: "reason" }, "zoom 1, sharp, no flash; each shows a good part of the table; nothing moves meanwhile"),
    element("div", { class: "row" }, taking("Take a photo", true, hands.photos), taking("Choose photos", false, hands.photos)),
    sending && element("p", { class: "waiting", role: "status" }, sending),
    ...scan.missing.map((line) => element("p", { class: "missing" }, line)),
    scan.plan && scanned && scanPlan(scan.plan),
    scan.plan && element("p", { class: "reason" }, "from above: photos from high up blue, from low down green; tags that too few photos show yellow"),
    scan.photos.length > 0 && photos(scan, hands),
    element("h2", {}, "3. Scan"),
    scan.share === null &&
      element("label", { class: "row" }, only, "nothing stands on the table but figures and pieces with tags"),
    scan.share === null &&
      element(
        "details",
        { open: given.tag_mm !== "" || given.lengths !== "" },
        element("summary", {}, "Measured with a ruler"),
        element("p", { class: "reason" }, "the side of the black square of an anchor tag, mm, where it is not 60:"),
        side,
        element("p", { class: "reason" }, "lengths between the middles of two tags far apart, mm: tag, tag, length; and the next:"),
        lengths,
      ),
    scan.share !== null
      ? element("p", { class: "waiting", role: "status" }, `scanning, ${Math.round(100 * scan.share)} %`)
      : button(scanned ? "Scan again" : "Scan the photos", () => hands.scan(only.checked, side.value, lengths.value), { class: "main", disabled: !scan.ready }),
    ...scan.told.map((line) => element("p", { class: /^better|^photo/.test(line) ? "missing" : "reason" }, line)),
    scanned && element("p", { class: "said" }, kept),
    scanned && element("p", { class: "reason" }, "Photos finds the figures where they stand now, and names them by a tap; Put moves one by hand"),
    scanned && element("p", { class: "reason" }, "dots above the table are where the photos were taken from"),
  );
}

function written(label: string, hint: string, value: string): HTMLInputElement {
  return element("input", { type: "text", placeholder: hint, value, "aria-label": label, autocomplete: "off", maxlength: "300" });
}

function photos(scan: Scan, hands: ScanHands): HTMLElement {
  const rows = scan.photos.map(({ number, tags, fault }) =>
    element(
      "div",
      { class: "row" },
      element("span", { class: fault ? "fault" : "" }, `${number}: ${fault || `tags ${tags.join(", ")}`}`),
      button("×", () => hands.leaveOut(number), { "aria-label": `leave photo ${number} out`, disabled: scan.share !== null }),
    ),
  );
  return element("details", {}, element("summary", {}, "Photos"), ...rows);
}
