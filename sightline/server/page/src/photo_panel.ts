// New photos of the table: taken, what was found on them, and figures put right by taps on them.

import { button, element, taking } from "./elements";
import type { Figure, Photos } from "./protocol";

// What a tap on the photo does: chooses whom to put right, or answers what was pressed before.
export type Aim = "" | "stand" | "face" | "swap" | "new";

export interface PhotoHands {
  photos(files: readonly File[]): void;
  look(number: number): void;
  anew(): void;
  // Takes one of the photos away.
  away(number: number): void;
  aim(aim: Aim): void;
  say(fields: object): void;
  // That somebody stands so many inches above the ground, on something that the table does not have.
  raise(height: number): void;
  takeOff(): void;
  // A base that is nobody's, given to somebody; empty for somebody new.
  give(figure: string): void;
  back(): void;
  save(): void;
}

export interface PhotoMoment {
  photos: Photos;
  // Of all figures.
  figures: readonly Figure[];
  // The number of the photo that is shown; 0 for the table.
  shown: number;
  who: Figure | null;
  // Whether a base that is nobody's was tapped.
  strange: boolean;
  // Whether something may stand on the table that it does not have.
  higher: boolean;
  aim: Aim;
  sending: string;
  undo: boolean;
  // Whether figures were moved and nobody has saved that.
  unsaved: boolean;
}

const HOW =
  "Hold the phone high: bases are found from above. Stand so that at least three tags and the figures are in the picture; zoom 1, sharp, no flash. One photo tells a lot, " +
  "four from all sides tell most. Nothing moves meanwhile.";
export const SAVING = "keeps the table as a new file on the computer";
// How the line ends that tells of success.
const FOUND = "figures were found";
const AIMS: Record<Aim, string> = {
  "": "Tap who is wrong on the photo, or who is missing below",
  stand: "Tap where its base really stands, or drag its ring there",
  face: "Tap whom or what it faces",
  swap: "Tap with whom it has changed places",
  new: "Tap where the base of the figure stands that is missing",
};

const LAY =
  "Print the anchor tags at 100 %, with the white margin. Tags 0 to 3 lie in the corners of the table, flush with its edges: as the " +
  "table is shown here, 0 near left, 1 near right, 2 far right, 3 far left.";

// For whoever has no tags on the table yet.
const tags = (): HTMLElement =>
  element(
    "details",
    {},
    element("summary", {}, "No tags on the table?"),
    element("p", {}, LAY),
    element("a", { class: "button", href: "tags.pdf", target: "_blank", rel: "noopener" }, "Sheets to print"),
  );

export function photoPanel(now: PhotoMoment, hands: PhotoHands): HTMLElement {
  const { photos, shown } = now;
  const some = photos.taken.length > 0;
  return element(
    "section",
    { class: "scan", "aria-live": "polite" },
    !some && element("p", {}, HOW),
    !some && tags(),
    shown > 0 && now.strange && giving(now, hands),
    shown > 0 && !now.strange && righting(now, hands),
    element("div", { class: "row" }, taking("Take a photo", true, hands.photos), taking("Choose photos", false, hands.photos)),
    now.sending && element("p", { class: "waiting", role: "status" }, now.sending),
    photos.finding && element("p", { class: "waiting", role: "status" }, "looking for the figures ..."),
    ...photos.told.map((line) => element("p", { class: line.endsWith(FOUND) ? "said" : "missing" }, line)),
    element(
      "div",
      { class: "row" },
      now.undo && button("Undo", hands.back),
      now.unsaved && button("Save", hands.save, { title: SAVING }),
      some && button("Begin anew", hands.anew, { title: "somebody has moved since these photos were taken" }),
    ),
    some && list(photos, hands),
    some && element("p", { class: "reason" }, `the photos are kept in "${photos.folder}" on the computer`),
  );
}

// All photos, each with a way to take it away.
function list(photos: Photos, hands: PhotoHands): HTMLElement {
  const rows = photos.taken.map(({ number, out }) =>
    element(
      "div",
      { class: "row" },
      element("span", { class: out ? "fault" : "" }, `photo ${number}${out ? " was left out" : ""}`),
      button("×", () => hands.away(number), { "aria-label": `take photo ${number} away`, disabled: photos.finding }),
    ),
  );
  const out = photos.taken.filter((one) => one.out).length;
  return element("details", { open: out > 0 }, element("summary", {}, out ? `These photos, ${out} left out` : "These photos"), ...rows);
}

// Which of the photos is looked at, or the table.
export function photoTabs(photos: Photos, shown: number, look: (number: number) => void): HTMLElement | null {
  const placed = photos.taken.filter((one) => one.size);
  if (!placed.length) return null;
  return element(
    "nav",
    { class: "tabs", "aria-label": "What to look at" },
    button("Table", () => look(0), { pressed: shown === 0 }),
    ...placed.map((one) => button(`Photo ${one.number}`, () => look(one.number), { pressed: shown === one.number })),
  );
}

function giving(now: PhotoMoment, hands: PhotoHands): HTMLElement {
  const lost = now.figures.filter((one) => now.photos.missing.includes(one.id));
  return element(
    "div",
    {},
    element("p", { class: "prompt" }, "Whose base is that?"),
    element(
      "div",
      { class: "options" },
      ...lost.map((one) => button(one.called, () => hands.give(one.id))),
      button("Somebody new", () => hands.give("")),
    ),
  );
}

function righting(now: PhotoMoment, hands: PhotoHands): HTMLElement {
  const { who, aim, photos } = now;
  const lost = now.figures.filter((one) => photos.missing.includes(one.id));
  return element(
    "div",
    {},
    element("p", { class: "prompt" }, who && aim === "" ? who.called : AIMS[aim]),
    who && aim === "" && photos.unturned.includes(who.id) && element("p", { class: "missing" }, "photos do not tell where it faces"),
    who && aim === "" && fields(now, who, hands),
    who && aim === "" && now.higher && heightRow(who, hands),
    element(
      "div",
      { class: "row" },
      who && button("It stands elsewhere", () => hands.aim("stand"), { pressed: aim === "stand" }),
      who && button("It faces ...", () => hands.aim("face"), { pressed: aim === "face" }),
      who && button("Changed places with ...", () => hands.aim("swap"), { pressed: aim === "swap" }),
      who && button("Not on the table", hands.takeOff),
      button("A figure is missing", () => hands.aim("new"), { pressed: aim === "new" }),
    ),
    lost.length > 0 && element("p", { class: "missing" }, `not found, and left where they were: ${lost.map((one) => one.called).join(", ")}; tap one, then It stands elsewhere`),
  );
}

function heightRow(who: Figure, hands: PhotoHands): HTMLElement {
  const height = element("input", { type: "number", min: 0, max: 24, step: 0.1, value: who.position[2].toFixed(1), "aria-label": "inches above the ground" });
  const form = element(
    "form",
    { class: "row" },
    element("label", {}, "inches above the ground ", height),
    element("button", { type: "submit" }, "It stands so high"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (height.value && Number.isFinite(height.valueAsNumber)) hands.raise(height.valueAsNumber);
  });
  return form;
}

function fields(now: PhotoMoment, who: Figure, hands: PhotoHands): HTMLElement {
  const name = element("input", { type: "text", maxlength: 80, value: who.called, "aria-label": `name of ${who.id}` });
  const side = element("input", { type: "text", maxlength: 80, value: who.side, "aria-label": `side of ${who.id}`, placeholder: "side" });
  const kind = element("select", { "aria-label": "what kind of figure" }, element("option", { value: "" }, "kind as it is"));
  for (const [proxy, base] of Object.entries(now.photos.proxies)) kind.append(element("option", { value: proxy }, `${proxy}, ${base} mm`));
  const base = element("select", { "aria-label": "how large its base is" }, element("option", { value: "" }, "base as it is"));
  for (const mm of now.photos.bases_mm) base.append(element("option", { value: mm }, `${mm} mm`));
  const say = (): void =>
    hands.say({
      ...(name.value.trim() && name.value !== who.called ? { name: name.value } : {}),
      ...(side.value !== who.side ? { side: side.value } : {}),
      ...(kind.value ? { proxy: kind.value } : {}),
      ...(base.value ? { base_mm: Number(base.value) } : {}),
    });
  const form = element(
    "form",
    {},
    element("div", { class: "row" }, name, side),
    element("div", { class: "row" }, kind, base, element("button", { type: "submit" }, "Put right")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    say();
  });
  return form;
}
