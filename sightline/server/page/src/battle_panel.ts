// A battle as a seat sees it: what is asked, of whom, what may be answered, the dice, and the log.

import type { DiceExchange } from "./dice_exchange";
import { button, element } from "./elements";
import type { AskedInBattle, Battle, Option, Preview } from "./protocol";

export interface BattleHands {
  answer(text: string): void;
  preview(text: string): void;
  confirm(): void;
  leave(): void;
  roll(): void;
  undo(): void;
  why(): void;
}

export interface BattleShown {
  battle: Battle;
  preview: Preview | null;
  why: string[] | null;
  busy: boolean;
  dice: DiceExchange;
}

const LATEST = 4;
// An answer that is a place on the table, and can be shown there.
const PLACE = /^-?\d+(\.\d+)? -?\d/;

// Rulings of the other player, until they are said to be seen, and the own one as long as it is the last.
export function rulings(battle: Battle, seen: ReadonlySet<string>, see: (key: string) => void): HTMLElement[] {
  if (!battle.seats.some((seat) => seat.mine)) return [];
  const shown = battle.rulings.filter((one) => (one.mine ? one.last && battle.undo : !seen.has(one.key)));
  return shown.map((one) => {
    const who = one.mine ? "You ruled" : one.by ? `Ruled by ${one.by}` : "Ruled at the computer";
    const undo = one.last && battle.undo ? "; Undo takes it back" : "";
    return element("div", { class: "ruled", role: "status" }, element("p", {}, `${who}: ${one.text}${undo}`), !one.mine && button("OK", () => see(one.key)));
  });
}

export function battlePanel(shown: BattleShown, hands: BattleHands): HTMLElement {
  const { battle, preview, busy, dice } = shown;
  const asked = battle.asked;
  return element(
    "section",
    { class: "battle", "aria-live": "polite" },
    element("p", { class: "round" }, battle.round, battle.how.length > 0 && ` · ${battle.how.join("; ")}`),
    battle.over && element("h2", {}, battle.over),
    asked && turn(asked),
    asked?.mine && preview ? previewed(preview, hands, busy) : asked?.mine && answers(asked, battle, hands, busy),
    asked && !asked.mine && waits(asked, battle),
    battle.because && element("p", { class: "reason" }, `because ${battle.because}`),
    dice.fault && element("p", { class: "fault", role: "alert" }, dice.fault),
    ...cards(battle, hands, busy),
    latest(battle, dice),
    more(shown, hands),
  );
}

function turn(asked: AskedInBattle): HTMLElement {
  return element("p", { class: asked.mine ? "prompt mine" : "prompt" }, asked.text);
}

function waits(asked: AskedInBattle, battle: Battle): HTMLElement {
  const program = battle.seats.some((seat) => seat.gang === asked.gang && seat.program);
  const owed = battle.dice.roll?.owes;
  const by = battle.seats.find((seat) => seat.gang === owed)?.called;
  const said = program ? `the program plays ${asked.whose}` : `${asked.whose} ${asked.kind === "roll" ? "rolls" : "decides"}`;
  return element("p", { class: "waiting" }, by && asked.kind === "roll" ? awaited(by) : said);
}

function awaited(whom: string): string {
  return `${whom}${whom.endsWith("s") ? "'" : "'s"} phone is awaited`;
}

function answers(asked: AskedInBattle, battle: Battle, hands: BattleHands, busy: boolean): HTMLElement {
  if (asked.kind === "roll") return rolling(asked, battle, hands, busy);
  const options = asked.options ?? [];
  const answer = (one: Option): void => ((one.figure && asked.weighed) || asked.way || PLACE.test(one.key) ? hands.preview(one.key) : hands.answer(one.key));
  return element(
    "div",
    {},
    (asked.places || options.some((one) => one.figure)) && element("p", { class: "reason" }, "tap it on the table, or here:"),
    element(
      "div",
      { class: "options" },
      ...options.map((one) => button(one.text, () => answer(one), { title: one.hint, disabled: busy })),
    ),
    ...options.filter((one) => one.hint).map((one) => element("p", { class: "reason" }, `${one.text}: ${one.hint}`)),
    asked.free && typing(asked.free, "Look", hands.preview, busy),
  );
}

function rolling(asked: AskedInBattle, battle: Battle, hands: BattleHands, busy: boolean): HTMLElement {
  const notes = (asked.notes ?? []).map((note) => element("p", { class: "reason" }, note));
  if (battle.dice.who === "typed") {
    return element("div", {}, ...notes, typing(asked.typed || "the faces as they lie", "Give", hands.answer, busy));
  }
  const under = battle.dice.roll;
  const begun = under !== null && under.waits_for !== "commitment";
  const other = battle.seats.find((seat) => seat.gang === under?.owes);
  return element(
    "div",
    {},
    ...notes,
    begun
      ? element("p", { class: "waiting" }, other && !other.mine ? awaited(other.called) : "rolling ...")
      : button(`Roll ${asked.dice ?? ""}`, hands.roll, { class: "main", disabled: busy }),
  );
}

function previewed(preview: Preview, hands: BattleHands, busy: boolean): HTMLElement {
  const [first = "", ...others] = preview.lines;
  // Those that tell each leg of a way; there may be many, and the buttons stand before them.
  const told = (reasons: boolean): HTMLElement[] =>
    others.filter((line) => line.startsWith(" ") === reasons).map((line) => element("p", { class: reasons ? "reason" : "" }, line.trim()));
  return element(
    "div",
    { class: "preview" },
    element("h2", {}, first),
    ...told(false),
    element(
      "div",
      { class: "row" },
      preview.answer && button("Do it", hands.confirm, { class: "main", disabled: busy }),
      button(preview.answer ? "Not this" : "Back", hands.leave),
    ),
    ...told(true),
  );
}

function typing(hint: string, label: string, give: (text: string) => void, busy: boolean): HTMLElement {
  const input = element("input", { type: "text", placeholder: hint, "aria-label": hint, autocomplete: "off", maxlength: "300" });
  const form = element("form", { class: "row" }, input, element("button", { type: "submit", disabled: busy }, label));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value.trim()) give(input.value.trim());
  });
  return form;
}

function latest(battle: Battle, dice: DiceExchange): HTMLElement {
  const drawn = dice.checked;
  const told = battle.log.slice(-LATEST);
  return element(
    "div",
    { class: "latest" },
    ...told.map((line) => element("p", {}, line.trim())),
    drawn &&
      battle.dice.who === "both" &&
      element("p", { class: "reason" }, `✓ ${drawn.what}: ${drawn.faces.join(" ")}, reckoned anew on this phone`),
  );
}

// Which cards this seat holds is told nobody else; how many is.
function cards(battle: Battle, hands: BattleHands, busy: boolean): HTMLElement[] {
  const { held, others } = battle.cards;
  const own = battle.seats.find((seat) => seat.mine)?.gang ?? "";
  // At any time, as many answer what another player does; a quotation mark would begin the reason of a ruling.
  const rows = held.map((card) =>
    element(
      "div",
      { class: "row cards" },
      element("span", {}, card),
      !battle.over && !card.includes('"') && button("Play", () => hands.answer(`rule ${own} plays ${card}`), { "aria-label": `play ${card}`, disabled: busy }),
    ),
  );
  const title = held.length > 0 ? [element("p", { class: "reason cards" }, "Your tactic cards, which nobody else is told:")] : [];
  return [...title, ...rows, ...others.map((line) => element("p", { class: "reason cards" }, line))];
}

function more(shown: BattleShown, hands: BattleHands): HTMLElement {
  const { battle, why, busy } = shown;
  const seated = battle.seats.some((seat) => seat.mine);
  return element(
    "div",
    {},
    element(
      "div",
      { class: "row" },
      battle.undo && button("Undo", hands.undo, { title: "take back what you answered last", disabled: busy }),
      !battle.over && seated && button("Why not?", hands.why, { title: "what cannot be done now, and why" }),
    ),
    why && element("div", {}, ...(why.length ? why : ["nothing is barred"]).map((line) => element("p", { class: "reason" }, line))),
    element("details", {}, element("summary", {}, "Log"), ...[...battle.log].reverse().map((line) => element("p", { class: "reason" }, line))),
    seated &&
      element(
        "details",
        {},
        element("summary", {}, "A ruling by the table"),
        element("p", { class: "reason" }, "what both agree on beside the rules: NAME MARK, move NAME X Y Z, cover of NAME open, door NAME open, or a text in quotes"),
        typing("quill broken", "Rule", (text) => hands.answer(`rule ${text}`), busy),
      ),
  );
}
