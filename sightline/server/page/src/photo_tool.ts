// What is done with new photos of the table: which one is looked at, whom a tap means, and what is put right.

import { SHOOTER, TARGET } from "./answer_marks";
import type { Pointed } from "./board";
import { type Aim, photoPanel, photoTabs } from "./photo_panel";
import { type LookOfBases, type TappedPhoto, PhotoView } from "./photo_view";
import type { Answer, BaseOnPhoto, Figure, State } from "./protocol";
import { button, element } from "./elements";
import * as server from "./server";

export interface PhotoHost {
  state(): State;
  // Whether taps put figures right, and do not ask about them.
  righting(): boolean;
  picked(): readonly Figure[];
  // Does something that may be refused, and tells what came of it.
  attempt(work: () => Promise<server.Told>): Promise<void>;
  tap(at: Pointed): void;
  showAll(): void;
  showBelow(): void;
  // The panel from its beginning on.
  toTop(): void;
}

export class PhotoTool {
  readonly view = new PhotoView(
    (at) => void this.tapped(at),
    (at) => this.stand(this.who, at),
  );
  private shown = 0;
  private placed = 0;
  private aim: Aim = "";
  private who: Figure | null = null;
  private strange: TappedPhoto | null = null;
  private sending = "";
  // Ids of the figures that were there before one was added; null when none is awaited.
  private before: Set<string> | null = null;
  // The answer that is drawn on the photo; empty for none.
  private drawn = "";

  constructor(private readonly host: PhotoHost) {}

  tabs(): HTMLElement | null {
    const { photos } = this.host.state();
    return photos ? photoTabs(photos, this.shown, (number) => this.look(number)) : null;
  }

  panel(): HTMLElement | null {
    const { photos, table, back, moved, saved } = this.host.state();
    if (!photos) return null;
    const now = { photos, figures: table.figures, shown: this.shown, who: this.now(this.who), strange: this.strange !== null, higher: table.known === "pieces" };
    return photoPanel(
      { ...now, aim: this.aim, sending: this.sending, undo: (back ?? 0) > 0, unsaved: moved === true && !saved },
      {
        photos: (files) => void this.send(files),
        look: (number) => this.look(number),
        anew: () => void this.change({ change: "photos anew" }),
        away: (number) => {
          // Those behind it move up.
          this.shown = number === this.shown ? 0 : this.shown - (number < this.shown ? 1 : 0);
          this.drawn = "";
          void this.change({ change: "photo away", photo: number });
        },
        aim: (aim) => {
          this.aim = this.aim === aim ? "" : aim;
          this.host.showAll();
        },
        raise: (height) => this.who && void this.change({ change: "photo height", figure: this.who.id, photo: this.shown, height }),
        say: (fields) => this.who && void this.change({ change: "put right", figure: this.who.id, ...fields }),
        takeOff: () => {
          if (this.who) void this.change({ change: "take off", figure: this.who.id });
          this.who = null;
        },
        give: (figure) => this.give(figure),
        back: () => void this.change({ change: "take back" }),
        save: () => void this.change({ change: "save" }),
      },
    );
  }

  // Draws what is looked at; what was chosen before another photo or tool is no longer.
  show(): void {
    const { photos, table } = this.host.state();
    const placed = photos?.taken.filter((one) => one.size).length ?? 0;
    // The first photo that has a place is looked at, and not only told of.
    if (placed > 0 && this.placed === 0 && this.host.righting()) this.shown = photos?.taken.find((one) => one.size)?.number ?? 0;
    this.placed = placed;
    const photo = photos?.taken.find((one) => one.number === this.shown && one.size) ?? null;
    if (!photo) this.shown = 0;
    const figures = new Map(table.figures.map((one) => [one.id, one]));
    const sides = new Map(table.sides.map((side) => [side.id, `rgb(${side.colour.join()})`]));
    const of = (base: BaseOnPhoto): Figure | undefined => figures.get(base.figure ?? "");
    const fresh = this.before && table.figures.find((one) => !this.before?.has(one.id));
    if (fresh) {
      // Whoever was just added is named next.
      this.who = fresh;
      this.before = null;
    }
    const marked = this.host.righting() ? [this.who] : this.host.picked();
    const look: LookOfBases = {
      called: (base) => of(base)?.called ?? "whose base?",
      colour: (base) => sides.get(of(base)?.side ?? "") ?? (base.figure ? "#e8e6df" : "#f0c541"),
      mark: (base) => {
        const place = marked.findIndex((one) => one !== null && one.id === base.figure);
        return place < 0 ? "" : ([SHOOTER, TARGET][place] ?? TARGET);
      },
      lost: (base) => !base.figure || (photos?.missing.includes(base.figure) ?? false),
      held: (base) => this.host.righting() && this.who !== null && base.figure === this.who.id,
    };
    this.view.show(photo, look, photo ? this.drawn : "");
  }

  // An answer is drawn on the photo that is looked at.
  answered(answer: Answer | null, whole: boolean): void {
    this.drawn = this.shown && answer?.on_photo && whole ? `answer/${answer.name}/photo/${this.shown}.jpg` : "";
  }

  leave(): void {
    this.aim = "";
    this.who = this.strange = null;
    this.drawn = "";
  }

  private look(number: number): void {
    this.shown = number;
    this.aim = "";
    this.strange = null;
    this.drawn = "";
    this.host.showAll();
  }

  private now(figure: Figure | null): Figure | null {
    return this.host.state().table.figures.find((one) => one.id === figure?.id) ?? null;
  }

  private async tapped(at: TappedPhoto): Promise<void> {
    if (this.drawn) {
      this.drawn = "";
      this.host.showAll();
      return;
    }
    const figure = this.host.state().table.figures.find((one) => one.id === at.base?.figure) ?? null;
    if (!this.host.righting()) {
      const place = figure ? null : await this.placeAt(at);
      if (figure || place) this.host.tap({ figure, piece: "", place });
      return;
    }
    const aim = this.aim;
    this.strange = at.base && at.base.strange !== undefined && aim === "" ? at : null;
    if (aim === "stand") this.stand(this.who, at);
    else if (aim === "new") void this.change({ change: "photo figure", ...spot(at) });
    else if (aim === "face" && this.who) await this.face(this.who, figure?.id ?? (await this.placeAt(at)));
    else if (aim === "swap" && figure && this.who) void this.change({ change: "swap", figure: this.who.id, with: figure.id });
    else if (!this.strange) this.who = figure;
    this.host.showAll();
    this.host.toTop();
  }

  // What is said of a shooter whose facing is not known: most often he faces whom he shoots at.
  facing(shooter: Figure | undefined, target: Figure | undefined): HTMLElement | null {
    const { photos, seat } = this.host.state();
    if (!shooter || !target || !seat.asks || !photos?.unturned.includes(shooter.id)) return null;
    return element(
      "div",
      { class: "row" },
      element("span", { class: "missing" }, `photos do not tell where ${shooter.called} faces`),
      button(`It faces ${target.called}`, () => void this.face(shooter, target.id)),
    );
  }

  // Where somebody looks: at another figure, or a place.
  private async face(who: Figure, at: string | Pointed["place"]): Promise<void> {
    if (at) await this.change({ change: "face", figure: who.id, at });
  }

  private async placeAt(at: TappedPhoto): Promise<Pointed["place"]> {
    let place: Pointed["place"] = null;
    await this.host.attempt(async () => {
      place = await server.onPhoto(at.photo.number, at.pixel);
      return { said: "", fault: "" };
    });
    return place;
  }

  private stand(who: Figure | null, at: TappedPhoto): void {
    if (who) void this.change({ change: "photo stand", figure: who.id, ...spot(at) });
  }

  private give(figure: string): void {
    const at = this.strange;
    this.strange = null;
    if (!at?.base) return;
    const found = { ...at, pixel: at.base.foot };
    const base = this.host.state().photos?.strange[at.base.strange ?? -1]?.base_mm;
    if (figure) void this.change({ change: "photo stand", figure, ...spot(found) });
    else void this.change({ change: "photo figure", ...spot(found), ...(base ? { base_mm: base } : {}) });
  }

  private async change(wanted: object): Promise<void> {
    this.aim = "";
    const adds = "change" in wanted && wanted.change === "photo figure";
    this.before = adds ? new Set(this.host.state().table.figures.map((one) => one.id)) : null;
    await this.host.attempt(async () => ({ said: (await server.change(wanted)).said, fault: "" }));
  }

  private async send(files: readonly File[]): Promise<void> {
    const tell = (line: string): void => {
      this.sending = line;
      this.host.showBelow();
    };
    // Figures are looked for with the last one.
    await this.host.attempt(() => server.photos(files, tell, (last) => (last ? "photo" : "photo?more")));
    this.sending = "";
    this.host.showAll();
  }
}

const spot = (at: TappedPhoto): object => ({ photo: at.photo.number, pixel: at.pixel, sigma: Math.min(at.sigma, 200) });
