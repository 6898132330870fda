// What an answer looks like on the board.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  CylinderGeometry,
  DoubleSide,
  type Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  RingGeometry,
  SphereGeometry,
  Vector3,
} from "three";

import type { Answer, AskedInBattle, Place, Preview } from "./protocol";

// The palette of Okabe and Ito, as the pictures of the reports have it.
export const SHOOTER = "#f0e442";
export const TARGET = "#e69f00";
const SEEN = "#d55e00";
const WAY = "#0072b2";
const CHECK = "#d55e00";
const MEASURED = "#0072b2";
const HIT = "#d55e00";
const OFFERED = "#009e73";
// Inches from an offered place to the rim of its ring: a tap into it means that place.
const RING = 0.4;

const THICK = 0.05;

interface Leg {
  kind: string;
  from: Place;
  to: Place;
  check: unknown;
}

export function showMarks(group: Group, asked: string, answer: Answer | null, sizes: { blast: number }): void {
  group.clear();
  if (!answer) return;
  const facts = answer.facts;
  if (asked === "sight") {
    const witness = facts["witness"] as [Place, Place] | null;
    if (witness) group.add(rod(witness[0], witness[1], SEEN, THICK), ball(witness[0], SEEN), ball(witness[1], SEEN));
  } else if (asked === "measure") {
    const [from, to] = [facts["from"] as Place, facts["to"] as Place];
    group.add(rod(from, to, MEASURED, THICK), ball(from, MEASURED), ball(to, MEASURED));
  } else if (asked === "path") {
    for (const leg of (facts["legs"] as Leg[] | undefined) ?? []) {
      const shade = leg.check ? CHECK : WAY;
      group.add(rod(raised(leg.from), raised(leg.to), shade, 1.4 * THICK), ball(raised(leg.to), shade));
    }
  } else if (asked === "reach") {
    group.add(dots(facts["places"] as { position: Place; checks: number }[]));
  } else if (asked === "blast" || asked === "blast-odds") {
    group.add(disc(facts["centre"] as Place, sizes.blast / 2, HIT));
  } else if (asked === "flame") {
    const [tip, toward] = [facts["tip"] as Place | null, Number(facts["toward"])];
    if (tip) group.add(cone(tip, toward, Number(facts["tilt"]), HIT));
  } else if (asked === "fall") {
    const [from, to] = [facts["from"] as Place, facts["position"] as Place];
    group.add(rod(from, [to[0], to[1], from[2]], HIT, THICK), rod([to[0], to[1], from[2]], to, HIT, THICK), ball(to, HIT));
  }
}

// The way that an answer leads in a battle, and where it ends for now.
export function showWay(group: Group, preview: Preview | null): void {
  group.clear();
  for (const leg of preview?.legs ?? []) {
    const shade = leg.check ? CHECK : WAY;
    group.add(rod(raised(leg.from), raised(leg.to), shade, 1.4 * THICK), ball(raised(leg.to), shade));
  }
  if (preview?.stops) group.add(disc(preview.stops, 0.55, TARGET));
}

// Where somebody may be set up or put: the area, and a ring about each place that is offered.
export function offeredMarks(asked: AskedInBattle | null): Object3D[] {
  const places = (asked?.options ?? []).flatMap((one) => (one.place ? [disc(one.place, RING, OFFERED)] : []));
  if (!asked?.area) return places;
  const [[left, near], [right, far]] = asked.area;
  const corners: Place[] = [[left, near, 0], [right, near, 0], [right, far, 0], [left, far, 0]];
  const sides = corners.map((from, number) => rod(raised(from), raised(corners[(number + 1) % 4] as Place), OFFERED, 2.5 * THICK));
  return [...sides, ...places];
}

export function marked(place: Place, shade = WAY): Object3D {
  return ball(raised(place), shade, 0.16);
}

function raised(place: Place): Place {
  return [place[0], place[1], place[2] + 0.08];
}

// Marks are seen through whatever stands before them, faintly.
function paint(shade: string): MeshBasicMaterial {
  return new MeshBasicMaterial({ color: new Color(shade), depthTest: false, transparent: true, opacity: 0.92, side: DoubleSide });
}

function rod(from: Place, to: Place, shade: string, thick: number): Object3D {
  const [a, b] = [new Vector3(...from), new Vector3(...to)];
  const long = Math.max(a.distanceTo(b), 1e-3);
  const made = new Mesh(new CylinderGeometry(thick, thick, long, 8).rotateX(Math.PI / 2), paint(shade));
  made.position.copy(a).lerp(b, 0.5);
  made.up.set(0, 0, 1);
  made.lookAt(b.x, b.y, b.z);
  made.renderOrder = 6;
  return made;
}

function ball(place: Place, shade: string, radius = 0.1): Object3D {
  const made = new Mesh(new SphereGeometry(radius, 16, 12), paint(shade));
  made.position.set(...place);
  made.renderOrder = 7;
  return made;
}

function disc(place: Place, radius: number, shade: string): Object3D {
  const made = new Mesh(new RingGeometry(Math.max(radius - 0.1, 0), radius, 64), paint(shade));
  made.position.set(place[0], place[1], place[2] + 0.06);
  made.renderOrder = 6;
  return made;
}

function dots(places: readonly { position: Place; checks: number }[]): Object3D {
  const made = new InstancedMesh(square(0.19), new MeshBasicMaterial({ side: DoubleSide }), places.length);
  const [free, checked] = [new Color(WAY), new Color(CHECK)];
  places.forEach(({ position, checks }, number) => {
    made.setMatrixAt(number, new Matrix4().makeTranslation(position[0], position[1], position[2] + 0.05));
    made.setColorAt(number, checks > 0 ? checked : free);
  });
  return made;
}

// The flame template as a length of its axis: 8.1 inches, which its page in docs/flame.md tells.
function cone(tip: Place, toward: number, tilt: number, shade: string): Object3D {
  const [turn, up] = [(toward * Math.PI) / 180, (tilt * Math.PI) / 180];
  const long = 8.1;
  const end: Place = [
    tip[0] + long * Math.cos(turn) * Math.cos(up),
    tip[1] + long * Math.sin(turn) * Math.cos(up),
    tip[2] + long * Math.sin(up),
  ];
  const [a, b] = [new Vector3(...tip), new Vector3(...end)];
  const made = new Mesh(new CylinderGeometry(1.25, 0.12, long, 20, 1, true).rotateX(Math.PI / 2), paint(shade));
  (made.material as MeshBasicMaterial).opacity = 0.35;
  made.position.copy(a).lerp(b, 0.5);
  made.up.set(0, 0, 1);
  made.lookAt(b);
  made.renderOrder = 6;
  return made;
}

function square(half: number): BufferGeometry {
  const made = new BufferGeometry();
  const points = new Float32Array([-half, -half, 0, half, -half, 0, half, half, 0, -half, half, 0]);
  made.setAttribute("position", new BufferAttribute(points, 3));
  made.setIndex([0, 1, 2, 0, 2, 3]);
  return made;
}
