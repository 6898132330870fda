// A new photo of the table in place of the table: with rings about the bases, to be tapped, dragged, zoomed and slid.

import { element, svg } from "./elements";
import { toFigure } from "./near_figures";
import type { BaseOnPhoto, NewPhoto, Pixel } from "./protocol";

export interface TappedPhoto {
  photo: NewPhoto;
  base: BaseOnPhoto | null;
  pixel: Pixel;
  // Pixels of the photo by which a finger is off.
  sigma: number;
}

export interface LookOfBases {
  called(base: BaseOnPhoto): string;
  colour(base: BaseOnPhoto): string;
  // Of whom the tool has chosen; empty for others.
  mark(base: BaseOnPhoto): string;
  lost(base: BaseOnPhoto): boolean;
  // Whether its ring may be dragged.
  held(base: BaseOnPhoto): boolean;
}

// Pixels of the screen: a finger means what is so near, has not moved for so many, and is off by so many.
const FINGER = 26;
const STILL = 9;
const OFF = 4;
const CLOSEST = 3;

export class PhotoView {
  readonly place = element("div", { class: "photo", hidden: true });
  private readonly image = element("img", { alt: "" });
  private readonly marks = svg("svg", {});
  private readonly pointers = new Map<number, Pixel>();
  private photo: NewPhoto | null = null;
  private look: LookOfBases | null = null;
  private drawn = "";
  // What the picture shows that is there: another may be on its way, and rings belong to the photo alone.
  private seen: "" | "photo" | "answer" = "";
  // Pixels of the screen for one of the picture.
  private scale = 1;
  private least = 1;
  private shift: Pixel = [0, 0];
  private size: Pixel = [1, 1];
  // Pixels of the picture for one of the photo: with an answer it is another size, and goes on below the photo.
  private ratio = 1;
  private began: Pixel = [0, 0];
  private moved = false;
  private holding: BaseOnPhoto | null = null;
  private readonly names = new Map<BaseOnPhoto, SVGGraphicsElement>();

  constructor(
    private readonly tapped: (at: TappedPhoto) => void,
    private readonly dragged: (at: TappedPhoto) => void,
  ) {
    this.place.append(this.image, this.marks);
    this.image.draggable = false;
    this.image.addEventListener("load", () => this.loaded());
    this.image.addEventListener("error", () => {
      this.seen = "";
    });
    this.place.addEventListener("pointerdown", (event) => this.down(event));
    this.place.addEventListener("pointermove", (event) => this.move(event));
    this.place.addEventListener("pointerup", (event) => this.up(event));
    this.place.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
    this.place.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), this.within(event));
    });
    new ResizeObserver(() => this.fit()).observe(this.place);
  }

  // A photo with its bases, or an answer that was drawn on it; null for the table itself.
  show(photo: NewPhoto | null, look: LookOfBases, drawn: string): void {
    this.place.hidden = !photo?.size;
    this.look = look;
    const before = this.photo;
    this.photo = photo;
    if (!photo?.size) return;
    const address = drawn || `photo/${photo.number}.jpg?${photo.name}`;
    if (this.image.getAttribute("src") !== address) {
      this.image.src = address;
      this.image.alt = drawn ? "the answer, drawn on the photo" : `photo ${photo.number}`;
    }
    this.drawn = drawn;
    if (before?.name !== photo.name) {
      this.seen = "";
      this.resize(photo.size, 1);
      this.fit();
    }
    this.drawMarks();
  }

  private loaded(): void {
    if (!this.photo?.size) return;
    const [width] = this.photo.size;
    const { naturalWidth, naturalHeight } = this.image;
    if (this.drawn) this.resize([naturalWidth, naturalHeight], naturalWidth / width);
    else this.resize(this.photo.size, 1);
    this.seen = this.drawn ? "answer" : "photo";
    this.place.dataset["shows"] = this.seen;
    this.drawMarks();
  }

  // The photo stays where it is on the screen, and as large.
  private resize(size: Pixel, ratio: number): void {
    this.scale *= this.ratio / ratio;
    this.size = size;
    this.ratio = ratio;
    for (const one of [this.image, this.marks]) {
      one.style.width = `${size[0]}px`;
      one.style.height = `${size[1]}px`;
    }
    this.marks.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
    this.least = this.fitting(size);
    this.transform();
  }

  private fitting([wide, high]: Pixel): number {
    return Math.min(this.place.clientWidth / wide, this.place.clientHeight / high);
  }

  // The photo alone, in pixels of the picture.
  private get own(): Pixel {
    const [wide, high] = this.photo?.size ?? this.size;
    return [this.ratio * wide, this.ratio * high];
  }

  // All of the photo, in the middle.
  private fit(): void {
    if (!this.place.clientWidth || !this.place.clientHeight) return;
    this.least = this.fitting(this.size);
    this.scale = this.fitting(this.own);
    this.transform();
    this.drawMarks();
  }

  private transform(): void {
    const { clientWidth: width, clientHeight: height } = this.place;
    // Never farther in than to its edge; the photo in the middle where it is smaller than the screen.
    const kept = (shift: number, screen: number, own: number, whole: number): number => {
      const most = Math.max((screen - own) / 2, 0);
      return Math.min(most, Math.max(Math.min(most, screen - whole), shift));
    };
    const [wide, high] = this.own;
    this.shift = [
      kept(this.shift[0], width, this.scale * wide, this.scale * this.size[0]),
      kept(this.shift[1], height, this.scale * high, this.scale * this.size[1]),
    ];
    const how = `translate(${this.shift[0]}px, ${this.shift[1]}px) scale(${this.scale})`;
    this.image.style.transform = this.marks.style.transform = how;
  }

  private zoom(times: number, about: Pixel): void {
    const scale = Math.min(Math.max(this.scale * times, this.least), Math.max(CLOSEST, this.least));
    const ratio = scale / this.scale;
    this.shift = [about[0] - ratio * (about[0] - this.shift[0]), about[1] - ratio * (about[1] - this.shift[1])];
    this.scale = scale;
    this.transform();
    this.drawMarks();
  }

  private within(event: { clientX: number; clientY: number }): Pixel {
    const box = this.place.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  private pixel(at: Pixel): Pixel {
    return [(at[0] - this.shift[0]) / this.scale, (at[1] - this.shift[1]) / this.scale];
  }

  private down(event: PointerEvent): void {
    const at = this.within(event);
    this.pointers.set(event.pointerId, at);
    this.place.setPointerCapture(event.pointerId);
    if (this.pointers.size > 1) {
      this.moved = true;
      this.holding = null;
      return;
    }
    this.began = at;
    this.moved = false;
    const under = this.nearest(at);
    this.holding = under && this.look?.held(under) ? under : null;
  }

  private move(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const at = this.within(event);
    this.moved ||= Math.hypot(at[0] - this.began[0], at[1] - this.began[1]) > STILL;
    this.pointers.set(event.pointerId, at);
    const [other] = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    if (other) {
      const apart = (one: Pixel): number => Math.max(Math.hypot(one[0] - other[0], one[1] - other[1]), 1);
      this.shift = [this.shift[0] + (at[0] - before[0]) / 2, this.shift[1] + (at[1] - before[1]) / 2];
      this.zoom(apart(at) / apart(before), [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2]);
    } else if (this.holding) {
      this.drawMarks([(at[0] - this.began[0]) / this.scale, (at[1] - this.began[1]) / this.scale]);
    } else if (this.moved) {
      this.shift = [this.shift[0] + at[0] - before[0], this.shift[1] + at[1] - before[1]];
      this.transform();
    }
  }

  private up(event: PointerEvent): void {
    const was = this.pointers.delete(event.pointerId);
    const photo = this.photo;
    if (!was || this.pointers.size || !photo) return;
    const at = this.within(event);
    const sigma = Math.max(OFF / this.scale, 1);
    if (this.holding && this.moved) {
      const foot = this.holding.foot;
      const pixel: Pixel = [foot[0] + (at[0] - this.began[0]) / this.scale, foot[1] + (at[1] - this.began[1]) / this.scale];
      this.dragged({ photo, base: this.holding, pixel, sigma });
    } else if (!this.moved && (this.drawn || this.seen === "photo")) {
      // Nobody means a place on a picture that is not there yet.
      this.tapped({ photo, base: this.nearest(at), pixel: this.pixel(at), sigma });
    }
    this.holding = null;
  }

  private nearest(at: Pixel): BaseOnPhoto | null {
    let best: BaseOnPhoto | null = null;
    let near = FINGER;
    if (this.drawn || this.seen !== "photo") return null;
    const [x, y] = this.pixel(at);
    // A name that is tapped means whose it is, though it may lie over somebody else.
    const named = [...this.names].find(([, name]) => isWithin(name.getBBox(), x, y));
    if (named) return named[0];
    for (const base of this.photo?.bases ?? []) {
      const away = toFigure(x, y, base.foot, base.head) * this.scale;
      if (away < near) [best, near] = [base, away];
    }
    return best;
  }

  private drawMarks(dragged: Pixel = [0, 0]): void {
    const look = this.look;
    // An answer has its own marks, once it is there.
    this.marks.toggleAttribute("hidden", this.seen !== "photo");
    this.names.clear();
    if (!look || !this.photo || this.seen !== "photo") return;
    this.marks.replaceChildren(
      ...this.photo.bases.flatMap((base) => {
        const [x, y] = base === this.holding ? dragged : [0, 0];
        const ring = svg("polygon", {
          points: base.ring.map((one) => `${one[0] + x},${one[1] + y}`).join(" "),
          stroke: look.mark(base) || look.colour(base),
          // As the photo is made smaller with all that is drawn on it, lines are drawn larger.
          "stroke-width": (look.mark(base) ? 5 : 2.5) / this.scale,
          "stroke-dasharray": look.lost(base) ? `${6 / this.scale} ${4 / this.scale}` : "none",
          class: look.mark(base) ? "chosen" : "",
        });
        const height = 14 / this.scale;
        const where = { x: base.head[0] + x, y: base.head[1] + y - 6 / this.scale };
        const name = svg("text", { ...where, "font-size": height, "stroke-width": 0.2 * height }, look.called(base));
        this.names.set(base, name as SVGGraphicsElement);
        return [ring, name];
      }),
    );
  }
}

function isWithin(box: DOMRect, x: number, y: number): boolean {
  return box.x <= x && x < box.x + box.width && box.y <= y && y < box.y + box.height;
}
