// The table in three dimensions: terrain, figures, what is marked on it, and what a finger points at.

import {
  AmbientLight,
  BoxGeometry,
  Color,
  CylinderGeometry,
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
  PerspectiveCamera,
  Plane,
  Raycaster,
  RingGeometry,
  MeshBasicMaterial,
  Scene,
  SRGBColorSpace,
  Vector2,
  Vector3,
  WebGLRenderer,
  MOUSE,
  TOUCH,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

import { element } from "./elements";
import { toFigure } from "./near_figures";
import { type Unpacked, unpacked } from "./packed_geometry";
import type { Figure, Option, Place, TableTold } from "./protocol";
import { geometry } from "./server";

const GROUND: [number, number, number] = [203, 196, 182];
const BASE: [number, number, number] = [78, 80, 84];
const SLAB = 0.7;
const BACKDROP = 0x2b3038;
// Pixels about a figure in which a finger means it: 9 mm on a phone are some 35 of them across.
const FINGER = 24;
// Share of the screen's half that the table's corners may be from its middle.
const SHOWN = 0.9;
// Pixels at the right that the slider of the levels takes.
const SLIDER = 60;
const MOST_FAR = 2_000;
const TAP_PIXELS = 9;
// Pixels that a name is high, and that it keeps from its figure beside or below it.
const NAME = 22;
const APART = 6;

// Left, top, right and bottom, in pixels.
type Box = [number, number, number, number];

export interface Pointed {
  figure: Figure | null;
  piece: string;
  place: Place | null;
}

export class Board {
  readonly marks = new Group();
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(40, 1, 0.3, 600);
  private readonly renderer: WebGLRenderer;
  private readonly controls: OrbitControls;
  private readonly terrain = new Group();
  private readonly figures = new Group();
  private readonly names: HTMLElement;
  private readonly numbers: HTMLElement;
  private offered: Option[] = [];
  private widths: number[] = [];
  private selected: ReadonlySet<string> = new Set();
  private readonly cut = new Plane(new Vector3(0, 0, -1), Number.POSITIVE_INFINITY);
  private readonly bodies = new Map<string, Unpacked[]>();
  private table: TableTold | null = null;
  private shownTerrain = "";
  private due = 0;
  // Whether somebody has turned or slid the table since all of it was shown.
  private moved = false;
  top = 1;

  constructor(
    private readonly place: HTMLElement,
    private readonly pointed: (at: Pointed) => void,
  ) {
    this.renderer = new WebGLRenderer({ antialias: true, powerPreference: "low-power" });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.localClippingEnabled = true;
    this.renderer.setClearColor(BACKDROP);
    this.names = element("div", { class: "names", "aria-hidden": "true" });
    this.numbers = element("div", { class: "numbers", "aria-hidden": "true" });
    place.append(this.renderer.domElement, this.numbers, this.names);
    this.camera.up.set(0, 0, 1);
    const sun = new DirectionalLight(0xfff4e2, 1.9);
    sun.position.set(-20, -32, 60);
    this.scene.add(new HemisphereLight(0xdfe8f5, 0x8d8375, 1.5), sun, new AmbientLight(0xffffff, 0.25));
    this.scene.add(this.terrain, this.figures, this.marks);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.touches = { ONE: TOUCH.ROTATE, TWO: TOUCH.DOLLY_PAN };
    this.controls.mouseButtons = { LEFT: MOUSE.ROTATE, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
    this.controls.maxPolarAngle = 0.495 * Math.PI;
    this.controls.screenSpacePanning = false;
    this.controls.enableDamping = false;
    // A tap begins and ends a hold, and turns nothing.
    let held = false;
    this.controls.addEventListener("start", () => {
      held = true;
    });
    this.controls.addEventListener("end", () => {
      held = false;
    });
    this.controls.addEventListener("change", () => {
      this.moved ||= held;
      this.draw();
    });
    new ResizeObserver(() => this.fit()).observe(place);
    this.takeTaps();
    this.fit();
  }

  async showTable(table: TableTold): Promise<void> {
    const first = this.table === null;
    if (table.terrain !== this.shownTerrain) {
      const found = unpacked(await geometry(`terrain/${table.terrain}`));
      this.shownTerrain = table.terrain;
      this.showTerrain(table, found);
    }
    const wanted = [...new Set(table.figures.map((figure) => figure.body))].filter((body) => !this.bodies.has(body));
    const loaded = await Promise.all(wanted.map((body) => geometry(`body/${body}`)));
    wanted.forEach((body, number) => this.bodies.set(body, unpacked(loaded[number] as ArrayBuffer)));
    this.table = table;
    this.figures.clear();
    for (const figure of table.figures) this.figures.add(this.figure(figure, table));
    this.nameFigures(table);
    if (first) this.home();
    this.draw();
  }

  // The whole table, however the phone is held.
  home(): void {
    if (!this.table) return;
    const [x, y] = this.table.size;
    const upright = this.place.clientHeight > this.place.clientWidth;
    this.controls.target.set(x / 2, y / 2, 0.5);
    // A tall screen shows the long side of the table upwards.
    const along = (upright && x > y ? new Vector3(-0.82, 0, 0.95) : new Vector3(0, -0.82, 0.95)).normalize();
    const corners = [0, x].flatMap((i) => [0, y].flatMap((j) => [0, this.top].map((k) => new Vector3(i, j, k))));
    let far = 0.5 * Math.max(x, y, 12);
    do {
      far *= 1.04;
      this.camera.position.copy(this.controls.target).addScaledVector(along, far);
      this.camera.lookAt(this.controls.target);
      this.camera.updateMatrixWorld();
    } while (far < MOST_FAR && !corners.every((corner) => this.shows(corner)));
    this.controls.maxDistance = 3 * far;
    this.controls.minDistance = 2;
    this.controls.update();
    this.moved = false;
    this.draw();
  }

  private shows(corner: Vector3): boolean {
    const { x, y } = corner.clone().project(this.camera);
    const slider = SLIDER / this.place.clientWidth;
    return Math.abs(x + slider) < SHOWN - slider && Math.abs(y) < SHOWN;
  }

  // Terrain above so many inches is not drawn; infinite for all of it.
  cutAt(height: number): void {
    this.cut.constant = height;
    this.draw();
  }

  // So much to the right and up on the screen, as the table is turned now, in x and y of the table.
  direction(right: number, up: number): [number, number] {
    const along = new Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0).setZ(0).normalize();
    return [right * along.x - up * along.y, right * along.y + up * along.x];
  }

  // Numbers in the rings of the places that are offered.
  offer(options: readonly Option[]): void {
    this.offered = options.filter((one) => one.place);
    this.numbers.replaceChildren(...this.offered.map((one) => element("span", {}, one.mark)));
  }

  select(ids: ReadonlyMap<string, string>): void {
    this.selected = new Set(ids.keys());
    for (const one of this.figures.children) {
      const ring = one.getObjectByName("ring") as Mesh | undefined;
      const colour = ids.get(one.name);
      if (!ring) continue;
      ring.visible = colour !== undefined;
      if (colour) (ring.material as MeshBasicMaterial).color.set(colour);
    }
    this.drawSoon();
  }

  draw(): void {
    if (this.due) return;
    this.due = requestAnimationFrame(() => this.render());
  }

  // The same a frame later: what was pressed is seen to be pressed first, however long a slow phone takes to draw the table.
  drawSoon(): void {
    if (this.due) return;
    this.due = requestAnimationFrame(() => window.setTimeout(() => this.render()));
  }

  private render(): void {
    this.due = 0;
    this.renderer.render(this.scene, this.camera);
    this.placeNames();
  }

  private fit(): void {
    const { clientWidth: width, clientHeight: height } = this.place;
    if (!width || !height) return;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.setViewOffset(width, height, SLIDER / 2, 0, width, height);
    if (this.moved) this.draw();
    else this.home();
  }

  private showTerrain(table: TableTold, found: Unpacked[]): void {
    this.terrain.clear();
    const [x, y] = table.size;
    const slab = new Mesh(new BoxGeometry(x, y, SLAB), new MeshLambertMaterial({ color: colour(GROUND) }));
    slab.position.set(x / 2, y / 2, -SLAB / 2 - 0.004);
    this.terrain.add(slab);
    const materials = new Map<string, MeshLambertMaterial>();
    this.top = 1;
    for (const { told, geometry: shape } of found) {
      const rgb = told["colour"] as [number, number, number];
      const key = rgb.join();
      let material = materials.get(key);
      if (!material) {
        material = new MeshLambertMaterial({ color: colour(rgb), flatShading: true, side: 2, clippingPlanes: [this.cut] });
        materials.set(key, material);
      }
      const piece = new Mesh(shape, material);
      piece.name = String(told["id"]);
      this.terrain.add(piece);
      shape.computeBoundingBox();
      this.top = Math.max(this.top, shape.boundingBox?.max.z ?? 0);
    }
  }

  private figure(figure: Figure, table: TableTold): Object3D {
    const made = new Group();
    made.name = figure.id;
    made.userData = figure;
    made.position.set(...figure.position);
    made.rotation.z = (figure.facing * Math.PI) / 180;
    const rgb = table.sides.find((side) => side.id === figure.side)?.colour ?? BASE;
    const body = new MeshLambertMaterial({ color: colour(rgb), flatShading: true, side: 2 });
    const other = new MeshLambertMaterial({ color: colour([166, 168, 172]), flatShading: true, side: 2 });
    for (const { told, geometry: shape } of this.bodies.get(figure.body) ?? []) {
      const part = new Mesh(shape, told["role"] === "counts" ? body : other);
      part.position.z = figure.base_height;
      made.add(part);
    }
    const radius = figure.base_radius || 0.5;
    if (figure.base_radius > 0) {
      const shape = new CylinderGeometry(0.9 * radius, radius, figure.base_height, 40).rotateX(Math.PI / 2);
      const base = new Mesh(shape, new MeshLambertMaterial({ color: colour(BASE) }));
      base.position.z = figure.base_height / 2;
      made.add(base);
    }
    const ring = new Mesh(
      new RingGeometry(1.12 * radius, 1.12 * radius + 0.16, 48),
      new MeshBasicMaterial({ side: 2, depthTest: false, transparent: true }),
    );
    ring.name = "ring";
    ring.position.z = 0.05;
    ring.visible = false;
    ring.renderOrder = 5;
    made.add(ring);
    return made;
  }

  private nameFigures(table: TableTold): void {
    this.names.replaceChildren(
      ...table.figures.map((figure) => {
        const rgb = table.sides.find((side) => side.id === figure.side)?.colour ?? BASE;
        return element("span", { style: `border-color: rgb(${rgb.join()})` }, figure.called);
      }),
    );
    this.widths = [...this.names.children].map((one) => (one as HTMLElement).offsetWidth);
  }

  // Names stand over their figures, or below or beside them where another name is; one that has no room anywhere is left out
  // until there is, but for whoever is selected.
  private placeNames(): void {
    const taken = this.placeNumbers();
    const far = (one: Figure): number => this.camera.position.distanceToSquared(new Vector3(...one.position));
    const later = (one: Figure): number => Number(!this.selected.has(one.id));
    const order = (this.table?.figures ?? []).map((figure, number) => ({ figure, number }));
    order.sort((one, other) => later(one.figure) - later(other.figure) || far(one.figure) - far(other.figure));
    for (const { figure, number } of order) {
      const label = this.names.children[number] as HTMLElement | undefined;
      if (!label) continue;
      const head = this.onScreen([figure.position[0], figure.position[1], figure.top + 0.25]);
      label.dataset["head"] = `${head.x} ${head.y}`;
      const boxes = head.inside ? this.boxesAbout(figure, head, this.widths[number] ?? 0) : [];
      const hidden = boxes.map((box) => taken.reduce((sum, other) => sum + shared(box, other), 0));
      const least = Math.min(...hidden);
      const box = boxes[hidden.indexOf(least)];
      label.hidden = !box || (least > 0 && !this.selected.has(figure.id));
      if (!box || label.hidden) continue;
      taken.push(box);
      label.style.transform = `translate(${box[0].toFixed(1)}px, ${box[1].toFixed(1)}px)`;
    }
  }

  private placeNumbers(): Box[] {
    return this.offered.map((one, number) => {
      const label = this.numbers.children[number] as HTMLElement;
      const { x, y, inside } = this.onScreen(one.place as Place);
      label.hidden = !inside;
      label.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`;
      return [x - 9, y - 9, x + 9, y + 9];
    });
  }

  // Where a name may stand, best first: above its figure, below it, to its right and to its left, all of it on the screen.
  private boxesAbout(figure: Figure, head: { x: number; y: number }, wide: number): Box[] {
    const [x, y, z] = figure.position;
    const foot = this.onScreen([x, y, z]);
    const right = new Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0).multiplyScalar(figure.base_radius);
    const rim = this.onScreen([x + right.x, y + right.y, z + right.z]);
    const aside = Math.hypot(rim.x - foot.x, rim.y - foot.y) + APART;
    const { clientWidth: width, clientHeight: height } = this.place;
    const middle = (head.y + foot.y - NAME) / 2;
    // A name at the edge of the screen is moved in, as far as it is read whole.
    const over = (at: number): number => Math.min(Math.max(at - wide / 2, 0), width - wide);
    const corners: [number, number][] = [
      [over(head.x), Math.max(head.y - NAME, 0)],
      [over(foot.x), foot.y + aside / 2],
      [foot.x + aside, middle],
      [foot.x - aside - wide, middle],
    ];
    const boxes = corners.map(([left, top]): Box => [left, top, left + wide, top + NAME]);
    return boxes.filter((box) => box[0] >= 0 && box[1] >= 0 && box[2] <= width && box[3] <= height);
  }

  private onScreen(place: Place): { x: number; y: number; inside: boolean } {
    const at = new Vector3(...place).project(this.camera);
    const { clientWidth: width, clientHeight: height } = this.place;
    const inside = Math.abs(at.x) < 1 && Math.abs(at.y) < 1 && at.z < 1;
    return { x: ((at.x + 1) / 2) * width, y: ((1 - at.y) / 2) * height, inside };
  }

  private takeTaps(): void {
    const canvas = this.renderer.domElement;
    let down: { x: number; y: number; id: number } | null = null;
    canvas.addEventListener("pointerdown", (event) => {
      down = event.isPrimary ? { x: event.clientX, y: event.clientY, id: event.pointerId } : null;
    });
    canvas.addEventListener("pointerup", (event) => {
      const began = down;
      down = null;
      if (!began || began.id !== event.pointerId) return;
      if (Math.hypot(event.clientX - began.x, event.clientY - began.y) > TAP_PIXELS) return;
      this.pointed(this.at(event.clientX, event.clientY));
    });
    canvas.addEventListener("pointercancel", () => {
      down = null;
    });
  }

  private at(x: number, y: number): Pointed {
    const box = this.renderer.domElement.getBoundingClientRect();
    const within = new Vector2(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
    const ray = new Raycaster();
    ray.setFromCamera(within, this.camera);
    const standing = ray.intersectObjects(this.figures.children, true).find((hit) => hit.object.name !== "ring");
    const ground = ray.intersectObjects(this.terrain.children, false).find((hit) => hit.point.z <= this.cut.constant + 1e-6);
    const nearer = standing && (!ground || standing.distance <= ground.distance + 0.01);
    const stood = nearer ? ownerOf(standing.object) : this.nearestFigure(x - box.left, y - box.top);
    const figure = this.named(x, y) ?? stood;
    const place: Place | null = ground ? [ground.point.x, ground.point.y, Math.max(ground.point.z, 0)] : null;
    return { figure, piece: ground?.object.name ?? "", place };
  }

  // Whose name is tapped: it may lie over somebody else.
  private named(x: number, y: number): Figure | null {
    const number = [...this.names.children].findIndex((label) => {
      const { left, right, top, bottom } = label.getBoundingClientRect();
      return !(label as HTMLElement).hidden && left <= x && x < right && top <= y && y < bottom;
    });
    return this.table?.figures[number] ?? null;
  }

  private nearestFigure(x: number, y: number): Figure | null {
    let best: Figure | null = null;
    let nearest = FINGER;
    for (const figure of this.table?.figures ?? []) {
      const [px, py, pz] = figure.position;
      const foot = this.onScreen([px, py, pz]);
      const head = this.onScreen([px, py, figure.top]);
      if (!foot.inside && !head.inside) continue;
      const away = toFigure(x, y, [foot.x, foot.y], [head.x, head.y]);
      if (away < nearest) [best, nearest] = [figure, away];
    }
    return best;
  }
}

function ownerOf(object: Object3D): Figure {
  let one: Object3D | null = object;
  while (one && !("body" in one.userData)) one = one.parent;
  return one?.userData as Figure;
}

// Pixels that two boxes share.
function shared(one: Box, other: Box): number {
  const wide = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const high = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  return Math.max(wide, 0) * Math.max(high, 0);
}

function colour(rgb: readonly [number, number, number]): Color {
  return new Color().setRGB(rgb[0] / 255, rgb[1] / 255, rgb[2] / 255, SRGBColorSpace);
}
