// The page: the table above, tools and answers below.

import { marked, offeredMarks, SHOOTER, showMarks, showWay, TARGET } from "./answer_marks";
import { answerPanel } from "./answer_panel";
import { type BattleHands, battlePanel, rulings } from "./battle_panel";
import { Board, type Pointed } from "./board";
import { CardMeasuring } from "./card_panel";
import { DiceExchange, roll } from "./dice_exchange";
import { button, element, Seen, show } from "./elements";
import { SAVING } from "./photo_panel";
import { PhotoTool } from "./photo_tool";
import { scanPanel } from "./scan_panel";
import { scanPlan } from "./scan_plan";
import type { Answer, Asked, Battle, News, Preview, State } from "./protocol";
import * as server from "./server";
import { vectorFault } from "./shared_dice";
import { type Picked, prompt, type Settings, tapped, type Tool, TOOLS, usable } from "./tools";

const CATCH_UP_MS = 1_000;
// Inches that a tap on an arrow shifts whoever is put.
const NUDGE = 0.1;
const NOTHING: Picked = { figures: [], place: null, piece: "" };
const SIGHT = TOOLS[0] as Tool;
// So many tools stand before those that need photos.
const BEFORE_PHOTOS = 2;

class Page {
  private state!: State;
  private tool: Tool = SIGHT;
  private picked: Picked = NOTHING;
  private readonly settings: Settings = { rules: "", inches: 5, size: 3, weapon: "" };
  private answer: Answer | null = null;
  private asked: Asked | null = null;
  private waiting = "";
  private fault = "";
  private said = "";
  private putting = false;
  // In a battle: whether taps answer what is asked, and not a question about the table.
  private playing = false;
  // While a table is scanned: whether its steps are shown, and what is on its way to the computer.
  private scanning = false;
  private sending = "";
  // Whether figures are put right on new photos.
  private photographing = false;
  private preview: Preview | null = null;
  private why: string[] | null = null;
  private asks = "";
  private busy = false;
  private readonly dice = new DiceExchange();
  private readonly rulingsSeen = new Seen("rulings");
  private readonly card = new CardMeasuring(() => this.showBelow());
  private connected = true;
  private news: News | null = null;
  private asking = 0;
  private fetching = false;

  private readonly canvas = element("div", { class: "board" });
  private readonly top = element("header", { class: "top" });
  private readonly tools = element("nav", { class: "tools", "aria-label": "What to ask" });
  private readonly below = element("div", { class: "below" });
  private readonly levels = element("div", { class: "levels" });
  // The plan of a scan, over the board that is still empty.
  private readonly plan = element("div", { class: "over", hidden: true });
  private readonly tabs = element("div", { class: "tabbed" });
  private readonly photos = new PhotoTool({
    state: () => this.state,
    righting: () => this.photographing,
    picked: () => this.picked.figures,
    attempt: (work) =>
      this.attempt(async () => {
        this.tell(await work());
      }),
    tap: (at) => this.tap(at),
    showAll: () => this.showAll(),
    showBelow: () => this.showBelow(),
    toTop: () => this.toTop(),
  });
  private board!: Board;

  async begin(place: HTMLElement): Promise<void> {
    this.state = await server.state();
    this.settings.rules = this.state.offered.usual;
    this.settings.weapon = this.state.offered.weapons[0] ?? "";
    this.playing = this.state.battle !== undefined;
    this.scanning = this.state.scan !== undefined;
    const own = this.state.battle?.rules ?? "";
    if (this.state.offered.systems.some((system) => system.name === own)) this.settings.rules = own;
    show(place, element("div", { class: "view" }, this.canvas, this.levels, this.plan, this.photos.view.place, this.top, this.tabs), element("div", { class: "sheet" }, this.tools, this.below));
    this.board = new Board(this.canvas, (at) => this.tap(at));
    await this.board.showTable(this.state.table);
    this.showLevels();
    this.showAll();
    server.listen({ news: (told) => this.hear(told), connected: (yes) => this.connect(yes) });
    server.stayAwake();
    this.exchange();
    document.documentElement.dataset["ready"] = "yes";
  }

  private hear(told: News): void {
    if (this.news && told.cards !== this.news.cards) this.card.again(this.settings.rules);
    this.news = told;
    if (told.number !== this.state.number) void this.catchUp();
    this.showTop();
  }

  // A server that was started again numbers its news anew: whatever it tells, how things stand is asked for.
  private connect(yes: boolean): void {
    const back = yes && !this.connected;
    this.connected = yes;
    if (!yes) this.news = null;
    if (back) {
      this.fault = "";
      void this.catchUp();
    }
    this.showTop();
  }

  // The table as it is by now; an answer about it as it was is asked again.
  private async catchUp(): Promise<void> {
    if (this.fetching) return;
    this.fetching = true;
    try {
      const before = this.state.battle?.count;
      // What is told while bodies are fetched is caught up with, too.
      do {
        this.state = await server.state();
        this.exchange();
        await this.board.showTable(this.state.table);
      } while (this.news && this.news.number > this.state.number);
      this.connected = true;
      if (this.state.battle?.count !== before) {
        this.preview = this.why = null;
        // What was refused was refused as things stood.
        this.fault = "";
      }
      const now = new Map(this.state.table.figures.map((figure) => [figure.id, figure]));
      const figures = this.picked.figures.map((one) => now.get(one.id)).filter((one) => one !== undefined);
      this.picked = { ...this.picked, figures };
      this.card.again(this.settings.rules);
      this.showAll();
      if (this.asked) void this.ask();
    } catch (error) {
      // The news came and the rest did not: it is looked for again, and what is shown meanwhile stays.
      if (!(error instanceof server.Refused)) console.error(error);
      this.connect(false);
      window.setTimeout(() => void this.catchUp(), CATCH_UP_MS);
    } finally {
      this.fetching = false;
    }
  }

  private tap(at: Pointed): void {
    this.fault = this.said = "";
    if (this.scanning || this.card.open || this.photographing) return;
    if (this.playing) {
      void this.look({ change: "preview", figure: at.figure?.id ?? "", ...(at.place ? { at: at.place } : {}) });
      return;
    }
    if (this.putting) {
      void this.put(at);
      return;
    }
    const before = this.picked;
    this.picked = tapped(this.tool, before, at.figure, at.place, at.piece);
    if (this.picked === before && prompt(this.tool, before) !== "") {
      this.fault = at.figure || !at.place ? "" : "there is nobody; tap a figure";
    }
    this.answer = this.asked = null;
    this.photos.answered(null, false);
    if (prompt(this.tool, this.picked) === "") void this.ask();
    this.showAll();
  }

  private async ask(): Promise<void> {
    const number = ++this.asking;
    const tool = this.tool;
    const asked = { ...tool.asks(this.picked, this.settings), rules: this.settings.rules };
    this.asked = asked;
    this.fault = "";
    const late = window.setTimeout(() => {
      if (number !== this.asking) return;
      this.waiting = this.news?.doing || "looking ...";
      this.showBelow();
    }, 150);
    try {
      if (asked.ask === "sight") {
        await this.take(number, { ...asked, quick: true }, "checking how steady that is ...");
      }
      await this.take(number, asked, "");
    } catch (error) {
      if (number === this.asking) this.fail(error);
    } finally {
      window.clearTimeout(late);
    }
  }

  private async take(number: number, asked: Asked, waiting: string): Promise<void> {
    if (number !== this.asking) return;
    const answer = await server.ask(asked);
    if (number !== this.asking) return;
    this.answer = answer;
    this.waiting = waiting;
    this.photos.answered(answer, !waiting);
    this.showAll();
  }

  private async put(at: Pointed): Promise<void> {
    const [who] = this.picked.figures;
    if (!who) {
      this.picked = at.figure ? { ...NOTHING, figures: [at.figure] } : NOTHING;
      this.fault = at.figure ? "" : "there is nobody; tap a figure";
      this.showAll();
      return;
    }
    if (at.figure && at.figure.id !== who.id && !at.place) return;
    if (!at.place) {
      this.fault = "that is off the table";
      this.showAll();
      return;
    }
    await this.change({ change: "stand", figure: who.id, at: at.place });
  }

  // What only the dice need: messages of this phone that nobody has to tap for.
  private exchange(): void {
    const { battle, seat } = this.state;
    if (battle && seat.gang) void this.dice.goOn(battle, seat.gang);
  }

  private readonly hands: BattleHands = {
    answer: (text) => void this.give({ change: "answer", text }),
    preview: (text) => void this.look({ change: "preview", text }),
    confirm: () => this.preview?.answer && this.hands.answer(this.preview.answer),
    leave: () => {
      this.preview = null;
      this.showAll();
    },
    roll: () => {
      const under = this.state.battle?.dice.roll;
      if (under) void this.attempt(() => roll(under));
      else void this.give({ change: "roll" });
    },
    undo: () => void this.give({ change: "undo" }),
    why: () =>
      void this.attempt(async () => {
        this.why = (await server.change<{ lines: string[] }>({ change: "why" })).lines;
      }),
  };

  private async look(wanted: object): Promise<void> {
    const { battle } = this.state;
    if (!battle?.asked?.mine || battle.asked.kind !== "choice") return;
    await this.attempt(async () => {
      this.preview = await server.change<Preview>({ ...wanted, count: battle.count });
    });
  }

  private async give(wanted: object): Promise<void> {
    await this.attempt(async () => {
      this.said = (await server.change({ ...wanted, count: this.state.battle?.count })).said;
      this.preview = null;
    });
  }

  // Tells at once that something is under way, and why it could not be.
  private async attempt(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.fault = this.said = "";
    this.showBelow();
    try {
      await work();
    } catch (error) {
      this.fault = error instanceof server.Refused ? error.message : "this page has a fault; load it again";
      if (!(error instanceof server.Refused)) console.error(error);
    } finally {
      this.busy = false;
      this.showAll();
      // What came of it is told there; who scans a table goes on where he is.
      if ((this.said || this.fault) && !this.scanning) this.toTop();
    }
  }

  private async change(wanted: object): Promise<void> {
    try {
      this.said = (await server.change(wanted)).said;
      this.fault = "";
    } catch (error) {
      this.fail(error);
      // Why not is told at the top.
      if (this.scanning) this.toTop();
      return;
    }
    this.showAll();
  }

  private fail(error: unknown): void {
    this.waiting = "";
    this.answer = null;
    this.fault = error instanceof server.Refused ? error.message : "this page has a fault; load it again";
    if (!(error instanceof server.Refused)) console.error(error);
    this.showAll();
  }

  private choose(tool: Tool): void {
    const first = this.picked.figures.slice(0, Math.min(1, tool.figures));
    this.putting = this.playing = this.scanning = this.photographing = false;
    this.tool = tool;
    this.picked = { ...NOTHING, figures: first };
    this.begun();
    if (prompt(tool, this.picked) === "") void this.ask();
    this.showAll();
  }

  private tell({ said, fault }: server.Told): void {
    this.said = said;
    this.fault = fault;
  }

  private toTop(): void {
    this.below.scrollTop = 0;
  }

  private begun(): void {
    this.toTop();
    this.card.close();
    this.photos.leave();
    this.answer = this.asked = null;
    this.fault = this.said = this.waiting = "";
    this.asking++;
  }

  private showAll(): void {
    this.photos.show();
    show(this.tabs, this.photos.tabs());
    this.showTop();
    this.showTools();
    this.showBelow();
    const colours = [SHOOTER, TARGET];
    const picked = new Map(this.picked.figures.map((figure, number) => [figure.id, colours[number] ?? TARGET]));
    this.board.select(this.playing && this.state.battle ? meantBy(this.state.battle) : picked);
    const asked = this.playing && !this.preview?.answer ? (this.state.battle?.asked ?? null) : null;
    this.board.offer(asked?.options ?? []);
    if (this.playing) {
      showWay(this.board.marks, this.preview);
      for (const mark of offeredMarks(asked)) this.board.marks.add(mark);
    } else showMarks(this.board.marks, this.tool.name, this.answer, { blast: this.settings.size });
    if (this.scanning) for (const place of this.state.scan?.stands ?? []) this.board.marks.add(marked(place));
    if (this.picked.place && !this.answer && !this.playing) this.board.marks.add(marked(this.picked.place));
    this.board.drawSoon();
  }

  private showTop(): void {
    const { offered, table, doubts } = this.state;
    const rules = element("select", { title: "by which rules", "aria-label": "rules" });
    for (const { name, title } of offered.systems) {
      rules.append(element("option", { value: name, selected: name === this.settings.rules }, title));
    }
    rules.onchange = () => {
      this.settings.rules = rules.value;
      const anew = usable(this.tool, offered.questions, rules.value) ? this.tool : TOOLS.find((one) => usable(one, offered.questions, rules.value));
      if (anew && anew !== this.tool) this.choose(anew);
      else if (this.asked) void this.ask();
      this.card.again(rules.value);
      this.showAll();
    };
    const doing = this.news?.doing ? `${this.news.doing} (${Math.round(100 * this.news.share)} %)` : "";
    show(
      this.top,
      element("h1", {}, this.state.battle ? `${this.state.seat.name}: ${this.state.battle.name}` : table.name || "A table"),
      !this.state.battle && rules,
      ...(this.state.battle ? rulings(this.state.battle, this.rulingsSeen.keys, (key) => this.see(key)) : []),
      !this.connected && element("p", { class: "fault", role: "status" }, "the computer does not answer; trying again ... If it was started anew and shows another code, scan that"),
      this.connected && doing && element("p", { class: "waiting", role: "status" }, doing),
      doubts.length > 0 &&
        element(
          "details",
          { class: "doubts" },
          element("summary", {}, `${doubts.length} doubt${doubts.length > 1 ? "s" : ""} about this table`),
          ...doubts.map((line) => element("p", {}, line)),
          this.nothingElse(),
        ),
    );
  }

  // Where only the pieces are known, both players may know that there is nothing else.
  private nothingElse(): HTMLElement | null {
    const { photos, seat, table } = this.state;
    if (!photos || !seat.asks || table.known !== "pieces") return null;
    const say = (): void => void this.change({ change: "nothing else" }).then(() => this.toTop());
    return button("Nothing else stands there", say, { title: "no scenery but the pieces of this table" });
  }

  private see(key: string): void {
    this.rulingsSeen.add(key);
    this.showTop();
  }

  private showTools(): void {
    const questions = this.state.offered.questions;
    const tools = TOOLS.filter((tool) => usable(tool, questions, this.settings.rules)).map((tool) =>
      button(tool.label, () => this.choose(tool), { title: tool.hint, pressed: !this.putting && !this.playing && !this.scanning && !this.photographing && tool === this.tool }),
    );
    show(
      this.tools,
      this.state.scan && button("Scan", () => this.showScan(), { title: "photos of the table", pressed: this.scanning }),
      this.state.battle && button("Play", () => this.play(), { title: "the battle", pressed: this.playing }),
      ...tools.slice(0, BEFORE_PHOTOS),
      // Without them nothing on a table that has changed can be asked: they stand where they are seen.
      this.state.seat.asks && this.state.photos && button("Photos", () => this.beginPhotos(), { title: "where figures stand now, from new photos", pressed: this.photographing }),
      this.state.seat.asks && this.state.photos && button("Put", () => this.beginPutting(), { title: "put a figure where it really stands", pressed: this.putting }),
      ...tools.slice(BEFORE_PHOTOS),
    );
  }

  private showScan(): void {
    this.scanning = true;
    this.picked = NOTHING;
    this.begun();
    this.showAll();
  }

  private async sendPhotos(files: readonly File[]): Promise<void> {
    const tell = (line: string): void => {
      this.sending = line;
      this.showBelow();
    };
    await this.attempt(async () => {
      this.tell(await server.photos(files, tell, () => "scan/photo"));
    });
    this.sending = "";
    this.showAll();
  }

  private play(): void {
    this.playing = true;
    this.picked = NOTHING;
    this.begun();
    this.showAll();
  }

  private beginPhotos(): void {
    this.photographing = true;
    this.putting = false;
    this.picked = NOTHING;
    this.begun();
    this.showAll();
  }

  private beginPutting(): void {
    this.putting = true;
    this.photographing = false;
    // Nobody is moved for everybody whom another tool had chosen.
    this.picked = NOTHING;
    this.begun();
    this.showAll();
  }

  private showBelow(): void {
    const { battle, scan } = this.state;
    // While there is no table its plan is looked at.
    const plan = this.scanning && scan?.plan && !scan.file ? scanPlan(scan.plan) : null;
    show(this.plan, plan);
    this.plan.hidden = plan === null;
    if (this.scanning && scan) {
      show(
        this.below,
        this.fault && element("p", { class: "fault", role: "alert" }, this.fault),
        this.said && element("p", { class: "said", role: "status" }, this.said),
        scanPanel(scan, this.sending, {
          photos: (files) => void this.sendPhotos(files),
          leaveOut: (number) => void this.change({ change: "leave out", number }),
          scan: (only, side, lengths) => void this.change({ change: "scan", nothing_else: only, tag_mm: side, lengths }),
        }),
      );
      return;
    }
    if (this.playing && battle) {
      show(
        this.below,
        this.fault && element("p", { class: "fault", role: "alert" }, this.fault),
        this.said && element("p", { class: "said", role: "status" }, this.said),
        battlePanel({ battle, preview: this.preview, why: this.why, busy: this.busy, dice: this.dice }, this.hands),
      );
      // What is asked, and what is looked at, begins at the top of the sheet.
      const asks = battle.asked?.mine ? `${battle.count} ${this.preview?.lines.join() ?? ""}` : "";
      if (asks && asks !== this.asks) this.toTop();
      this.asks = asks;
      return;
    }
    if (this.card.open) {
      show(this.below, this.card.panel(this.state.seat.asks));
      return;
    }
    if (this.photographing) {
      show(
        this.below,
        this.fault && element("p", { class: "fault", role: "alert" }, this.fault),
        this.said && element("p", { class: "said", role: "status" }, this.said),
        this.photos.panel(),
      );
      return;
    }
    const sentence = this.putting ? this.puttingSentence() : prompt(this.tool, this.picked);
    show(
      this.below,
      this.picks(),
      sentence && element("p", { class: "prompt" }, sentence),
      this.putting ? this.puttingRow() : (this.numberRow() ?? this.weaponRow()),
      this.fault && element("p", { class: "fault", role: "alert" }, this.fault),
      this.said && element("p", { class: "said", role: "status" }, this.said),
      this.answer && this.tool === SIGHT && this.photos.facing(this.picked.figures[0], this.picked.figures[1]),
      this.answer && answerPanel(this.tool.name, this.answer, this.waiting),
      this.answer && this.nothingElse(),
      this.answer && this.tool === SIGHT && button("Measure it with a card", () => this.measure(), { title: "for whoever doubts the table" }),
      !this.answer && this.waiting && element("p", { class: "waiting" }, this.waiting),
    );
  }

  private measure(): void {
    const [shooter, target] = this.picked.figures;
    if (shooter && target) this.card.begin(shooter, target, this.settings.rules);
    this.toTop();
  }

  private picks(): HTMLElement | null {
    const { figures } = this.picked;
    if (!figures.length || this.putting) return null;
    const names = figures.map((figure, number) =>
      element("span", { class: "pick", style: `--mark: ${[SHOOTER, TARGET][number] ?? TARGET}` }, figure.called),
    );
    const swapped = this.tool.figures === 2 && figures.length === 2;
    return element(
      "div",
      { class: "picks" },
      ...names,
      swapped && button("⇄", () => this.swap(), { title: "the other way round", "aria-label": "the other way round" }),
      button("×", () => this.clear(), { title: "begin anew", "aria-label": "begin anew" }),
    );
  }

  private swap(): void {
    this.picked = { ...this.picked, figures: [...this.picked.figures].reverse() };
    this.begun();
    void this.ask();
    this.showAll();
  }

  private clear(): void {
    this.picked = NOTHING;
    this.begun();
    this.showAll();
  }

  private numberRow(): HTMLElement | null {
    const number = this.tool.number;
    if (!number) return null;
    const { field, label, least, most, step } = number;
    const set = (value: number): void => {
      this.settings[field] = Math.min(Math.max(value, least), most);
      if (prompt(this.tool, this.picked) === "") void this.ask();
      this.showAll();
    };
    return element(
      "div",
      { class: "row number" },
      button("−", () => set(this.settings[field] - step), { "aria-label": `less ${label}` }),
      element("output", {}, `${this.settings[field]} ${label}`),
      button("+", () => set(this.settings[field] + step), { "aria-label": `more ${label}` }),
    );
  }

  private weaponRow(): HTMLElement | null {
    if (!this.tool.weapon) return null;
    const chosen = element("select", { "aria-label": "weapon" });
    for (const name of this.state.offered.weapons) {
      chosen.append(element("option", { value: name, selected: name === this.settings.weapon }, name));
    }
    chosen.onchange = () => {
      this.settings.weapon = chosen.value;
      if (prompt(this.tool, this.picked) === "") void this.ask();
    };
    return element("div", { class: "row" }, chosen);
  }

  private puttingSentence(): string {
    const [who] = this.picked.figures;
    return who ? `Tap where ${who.called} really stands` : "Tap who stands elsewhere on the real table";
  }

  private puttingRow(): HTMLElement {
    const [who] = this.picked.figures;
    const nudge = (sign: string, to: string, right: number, up: number): HTMLElement => {
      const shift = (): void => void this.change({ change: "nudge", figure: who?.id, by: this.board.direction(NUDGE * right, NUDGE * up) });
      return button(sign, shift, { title: `0.1 inch ${to}`, "aria-label": `0.1 inch ${to}` });
    };
    const turn = (label: string, degrees: number): HTMLElement =>
      button(label, () => void this.change({ change: "nudge", figure: who?.id, by: [0, 0], turn: degrees }));
    return element(
      "div",
      {},
      who &&
        element(
          "div",
          { class: "row" },
          nudge("←", "to the left", -1, 0),
          nudge("↑", "up on the screen", 0, 1),
          nudge("↓", "down on the screen", 0, -1),
          nudge("→", "to the right", 1, 0),
          element("span", { class: "reason" }, '0.1" a tap'),
        ),
      who && element("div", { class: "row" }, turn("↺ 15°", 15), turn("↺ 5°", 5), turn("5° ↻", -5), turn("15° ↻", -15)),
      element(
        "div",
        { class: "row" },
        who && button("Somebody else", () => this.clear()),
        (this.state.back ?? 0) > 0 && button("Undo", () => void this.change({ change: "take back" })),
        this.state.moved && !this.state.saved && button("Save", () => void this.change({ change: "save" }), { title: SAVING }),
      ),
    );
  }

  private showLevels(): void {
    const most = Math.ceil(2 * this.board.top) / 2 + 0.5;
    const slider = element("input", { type: "range", min: "0.5", max: String(most), step: "0.25", "aria-label": "cut away what is higher" });
    slider.value = String(most);
    const sign = button("", () => set(most), { class: "cut", title: "show everything again" });
    const set = (height: number): void => {
      slider.value = String(height);
      const whole = height >= most;
      this.board.cutAt(whole ? Number.POSITIVE_INFINITY : height);
      sign.hidden = whole;
      sign.textContent = `cut at ${height}" ×`;
    };
    slider.oninput = () => set(Number(slider.value));
    set(most);
    show(this.levels, sign, slider, button("⌂", () => this.board.home(), { title: "the whole table", "aria-label": "the whole table" }));
  }
}

// Whom the battle is about just now: who acts, and who may be chosen.
function meantBy(battle: Battle): Map<string, string> {
  const found = new Map<string, string>();
  if (battle.asked?.mine) for (const one of battle.asked.options ?? []) if (one.figure) found.set(one.figure, TARGET);
  const acting = battle.asked?.about || battle.acting;
  if (acting) found.set(acting, SHOOTER);
  return found;
}

// For whoever doubts the dice: how this page reckons them, tried on the vectors of tests/rules/engine.
Object.assign(window, { sightline: { vectorFault } });

const place = document.getElementById("page") as HTMLElement;
new Page().begin(place).catch((error: unknown) => {
  show(place, element("p", { id: "opening", class: "fault" }, error instanceof server.Refused ? error.message : `this page cannot be shown: ${String(error)}`));
  console.error(error);
});
