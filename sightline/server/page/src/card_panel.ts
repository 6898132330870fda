// A shot measured itself: a card in the target's place, photos of it from this phone, and what they say.

import { answerPanel } from "./answer_panel";
import { button, element, taking } from "./elements";
import type { Answer, CardTold, Figure } from "./protocol";
import * as server from "./server";

const PRINT =
  'Print at 100 %, not "fit to page", in colour, on paper that is not glossy; the bar at the foot of each page is 100 mm long. ' +
  "Cut both out, and fold the feet as they say.";
const BY_LENS =
  "Hold the lens at the hole of the eye stand, zoom 1, and take a photo. Then take the phone away, hold it to the hole anew, " +
  "and take another: four are twice as good as one.";
const BY_LAMP =
  "Where no lens gets to the hole: a small light behind it, in a dark room. Two photos from anywhere, each with all of the " +
  "silhouette and two tags of the card in it: one with the light on, one with it off.";
const NEAR = "mm to the nearest thing between";

type By = "lens" | "lamp";

export class CardMeasuring {
  private pair: readonly [Figure, Figure] | null = null;
  private by: By = "lens";
  private told: CardTold | null = null;
  private rules = "";
  private sending = "";
  private fault = "";
  private said = "";
  private looking = 0;
  private shown: { name: string; panel: HTMLElement } | null = null;

  constructor(private readonly changed: () => void) {}

  get open(): boolean {
    return this.pair !== null;
  }

  begin(shooter: Figure, target: Figure, rules: string): void {
    this.pair = [shooter, target];
    this.told = null;
    this.fault = this.said = "";
    this.rules = rules;
    void this.look();
    this.changed();
  }

  close(): void {
    this.pair = null;
  }

  // The same by other rules, or after somebody has changed something.
  again(rules: string): void {
    this.rules = rules;
    if (this.pair) void this.look();
  }

  panel(asks: boolean): HTMLElement | null {
    if (!this.pair) return null;
    const [shooter, target] = this.pair;
    const told = this.told;
    const called = `${target.called}, as ${shooter.called} sees it`;
    const sheet = (paper: string): string => `card.pdf?${new URLSearchParams({ ...this.whose(), paper }).toString()}`;
    return element(
      "section",
      { class: "scan card", "aria-live": "polite" },
      element("div", { class: "row" }, button("Back", () => this.back(), { "aria-label": "back to the answer" }), element("span", {}, called)),
      told?.moved && element("p", { class: "missing" }, told.moved),
      element(
        "details",
        { open: !told?.photos },
        // Another title once there are photos: what was open by itself closes.
        element("summary", {}, told?.photos ? "1. The card" : "1. Print the card for this shot"),
        element("p", {}, PRINT),
        element("div", { class: "row" }, ...["A4", "Letter"].map((paper) => link(`The card, ${paper}`, sheet(paper.toLowerCase())))),
      ),
      element("h2", {}, "2. Put it in place"),
      element(
        "p",
        {},
        `The card stands where ${target.called} stood, its ring where that base was, the printed side square to ${shooter.called}. ` +
          `The eye stand stands where ${shooter.called} stood, the edge of its foot where the edge of that base was.`,
      ),
      asks && this.nearest(told),
      element("h2", {}, "3. Take photos"),
      told?.low && element("p", { class: "missing" }, told.low),
      element("div", { class: "row", role: "group", "aria-label": "lens or lamp" }, this.way("lens", "The lens at the hole"), this.way("lamp", "A lamp there")),
      element("p", {}, this.by === "lens" ? BY_LENS : BY_LAMP),
      asks &&
        element(
          "div",
          { class: "row" },
          taking("Take a photo", true, (files) => void this.send(files)),
          taking("Choose photos", false, (files) => void this.send(files)),
        ),
      this.sending && element("p", { class: "waiting", role: "status" }, this.sending),
      this.fault && element("p", { class: "fault", role: "alert" }, this.fault),
      this.said && element("p", { class: "said", role: "status" }, this.said),
      told && told.photos > 0 && this.taken(told, asks),
      ...(told?.faults ?? []).map((line) => element("p", { class: "fault" }, line)),
      told?.answer && this.answered(told.answer),
    );
  }

  // The same as before as long as the answer is, so that its picture stays where it is whatever else happens.
  private answered(answer: Answer): HTMLElement {
    if (this.shown?.name !== answer.name) this.shown = { name: answer.name, panel: answerPanel("card", answer, "") };
    return this.shown.panel;
  }

  private nearest(told: CardTold | null): HTMLElement {
    // Another label once another distance is known, which is shown then whatever was written before.
    const label = told?.nearest ? `${NEAR}, ${told.nearest} so far` : NEAR;
    const field = element("input", { type: "text", inputmode: "decimal", "aria-label": label, placeholder: "if measured", value: told?.nearest ?? "" });
    field.onchange = () => void this.attempt("counting ...", () => this.ask({ do: "nearest", nearest: field.value }));
    return element("label", { class: "field" }, `${NEAR}, from the hole`, field);
  }

  private way(by: By, label: string): HTMLButtonElement {
    const choose = (): void => {
      this.by = by;
      this.told = null;
      this.fault = this.said = "";
      void this.look();
      this.changed();
    };
    return button(label, choose, { pressed: this.by === by, disabled: this.sending !== "" });
  }

  private taken(told: CardTold, asks: boolean): HTMLElement {
    const left = this.by === "lamp" ? `${told.photos} of 2 photos` : `${told.photos} photo${told.photos > 1 ? "s" : ""} so far`;
    const anew = button("Begin anew", () => void this.attempt("letting them go ...", () => this.ask({ do: "begin anew" })), {
      title: "let all of them go",
      disabled: this.sending !== "",
    });
    return element("div", { class: "row" }, element("span", {}, left), asks && anew);
  }

  private back(): void {
    this.close();
    this.changed();
  }

  private whose(): { shooter: string; target: string } {
    const [shooter, target] = this.pair as readonly [Figure, Figure];
    return { shooter: shooter.id, target: target.id };
  }

  private ask(more: object = {}): Promise<CardTold> {
    return server.send<CardTold>("card", { ...this.whose(), by: this.by, rules: this.rules, ...more });
  }

  // What is known so far. Steps are shown meanwhile, and an answer that comes too late is let go.
  private async look(): Promise<void> {
    if (!this.pair) return;
    const number = ++this.looking;
    try {
      const told = await this.ask();
      if (number === this.looking) this.told = told;
    } catch (error) {
      if (number === this.looking) this.fail(error);
    }
    this.changed();
  }

  // One after the other, as they are large. What is wrong with one is told, and the others count.
  private async send(files: readonly File[]): Promise<void> {
    const faults: string[] = [];
    const { pair, by } = this;
    for (const [number, file] of files.entries()) {
      if (this.pair !== pair || this.by !== by) return;
      const which = files.length > 1 ? `photo ${number + 1} of ${files.length}` : "the photo";
      await this.attempt(`sending ${which}, and looking for the card in it ...`, async () => {
        if (!this.told) this.told = await this.ask();
        const asked = { ...this.whose(), by: this.by, rules: this.rules, stand: this.told.stand };
        return server.photo<CardTold>(file, `card/photo?${new URLSearchParams(asked).toString()}`);
      });
      if (this.fault) faults.push(files.length > 1 ? `${file.name}: ${this.fault}` : this.fault);
    }
    this.fault = faults.join("\n");
    const kept = this.told?.photos ?? 0;
    if (faults.length && kept) this.said = kept > 1 ? `${kept} photos are kept` : "1 photo is kept";
    this.changed();
    document.querySelector(".card .fault, .card .answer")?.scrollIntoView();
  }

  private async attempt(sending: string, work: () => Promise<CardTold>): Promise<void> {
    if (this.sending) return;
    const { pair } = this;
    const number = ++this.looking;
    this.sending = sending;
    this.fault = this.said = "";
    this.changed();
    try {
      const told = await work();
      if (number === this.looking) this.told = told;
      else await this.look();
    } catch (error) {
      if (this.pair === pair) this.fail(error);
    } finally {
      this.sending = "";
      this.changed();
    }
  }

  private fail(error: unknown): void {
    this.fault = error instanceof server.Refused ? error.message : "this page has a fault; load it again";
    if (!(error instanceof server.Refused)) console.error(error);
  }
}

const link = (text: string, address: string): HTMLElement =>
  element("a", { class: "button", href: address, target: "_blank", rel: "noopener" }, text);
