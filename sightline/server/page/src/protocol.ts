// What the server tells and takes, as sightline/server/served_table.py and asked_questions.py have it. Lengths are in inches.

export type Place = [number, number, number];

export interface Figure {
  id: string;
  called: string;
  side: string;
  position: Place;
  facing: number;
  base_radius: number;
  base_height: number;
  posture: string;
  body: string;
  top: number;
  eye: Place;
}

export interface Piece {
  id: string;
  called: string;
  kind: string;
}

export interface TableTold {
  name: string;
  // Of a scan: whether its pieces are all that stands on the table ("all"), or nobody has said so ("pieces").
  known: "" | "pieces" | "all";
  size: [number, number];
  terrain: string;
  simplified: number;
  pieces: Piece[];
  sides: { id: string; colour: [number, number, number] }[];
  figures: Figure[];
}

export interface News {
  number: number;
  doing: string;
  share: number;
  // How often something was changed about shots that are measured by a card.
  cards: number;
}

export interface State extends News {
  table: TableTold;
  doubts: string[];
  // Of a table that is laid out; a battle's figures move by its rules.
  moved?: boolean;
  saved?: string;
  back?: number;
  battle?: Battle;
  scan?: Scan;
  photos?: Photos;
  seat: { name: string; gang: string; asks: boolean };
  offered: { usual: string; systems: { name: string; title: string }[]; questions: Record<string, string[]>; weapons: string[] };
}

export interface Answer {
  name: string;
  number: number;
  lines: string[];
  // The document of the command of the same name, as `sightline COMMAND --json` prints it.
  facts: Record<string, unknown>;
  picture: boolean;
  // Whether it can be drawn on a new photo of the table.
  on_photo: boolean;
  // What the file of its evidence page is called; empty where there is none.
  evidence: string;
}

// A shot that is measured by a card, as far as it is.
export interface CardTold {
  // Tells how shooter and target stand from how they stood before.
  stand: string;
  photos: number;
  most: number;
  nearest: string;
  // What to do where the eye is very low, and that somebody moved since photos were taken; empty where not.
  low: string;
  moved: string;
  answer: Answer | null;
  faults: string[];
}

export interface Asked {
  ask: string;
  rules?: string;
  [field: string]: unknown;
}

export interface Option {
  key: string;
  text: string;
  hint: string;
  // The figure on the table that it is; empty for none.
  figure: string;
  // A place on the table: where, and the number by which its words call it.
  place?: Place;
  mark?: string;
}

export interface AskedInBattle {
  gang: string;
  whose: string;
  mine: boolean;
  who: string;
  kind: "choice" | "roll" | "hidden";
  text: string;
  source?: string;
  about?: string;
  options?: Option[];
  free?: string;
  places?: boolean;
  // Two corners of the area in which somebody is set up.
  area?: [[number, number], [number, number]] | null;
  way?: boolean;
  // Whether there is evidence on each option, to be looked at first.
  weighed?: boolean;
  notes?: string[];
  dice?: string;
  typed?: string;
}

export interface RollTold {
  game: string;
  number: number;
  what: string;
  dice: string;
  who: string;
  by: string;
  beside: string;
  commitment: string;
  answer: string;
}

export interface RollUnderWay extends RollTold {
  waits_for: "" | "commitment" | "answer" | "reveal";
  owes: string;
}

export interface RollDrawn extends RollTold {
  secret: string;
  faces: number[];
}

// What one player ruled by the table; "last" while nothing was answered since.
export interface Ruling {
  key: string;
  text: string;
  by: string;
  mine: boolean;
  last: boolean;
}

export interface Battle {
  name: string;
  // The name of its rule system; of a house's own rules, that of their file.
  rules: string;
  round: string;
  count: number;
  over: string;
  seats: { gang: string; called: string; program: boolean; mine: boolean }[];
  asked: AskedInBattle | null;
  how: string[];
  because: string;
  acting: string;
  signs: Record<string, string[]>;
  dice: { who: "program" | "typed" | "both"; roll: RollUnderWay | null; drawn: RollDrawn[] };
  // Tactic cards: those that this seat holds, and how many the others do, a line each.
  cards: { held: string[]; others: string[] };
  undo: boolean;
  rulings: Ruling[];
  log: string[];
}

export interface Preview {
  answer: string;
  lines: string[];
  legs?: { kind: string; from: Place; to: Place; check: unknown }[];
  stops?: Place | null;
}

export interface ScanPlan {
  size: [number, number];
  tags: { id: number; place: [number, number]; views: number }[];
  photos: { number: number; place: [number, number]; steep: number }[];
  following: { place: [number, number]; low: boolean } | null;
}

export interface Scan {
  photos: { number: number; tags: number[]; fault: string }[];
  missing: string[];
  // Roughly where photos were taken from, and from where the next one helps most; null while that is not known.
  plan: ScanPlan | null;
  // Of the work done, 0 to 1, while the photos are being scanned.
  share: number | null;
  told: string[];
  file: string;
  report: string;
  ready: boolean;
  // What was said and typed for the last scan.
  given: { nothing_else: boolean; tag_mm: string; lengths: string };
  // Where the photos of the scan were taken from.
  stands: Place[];
}

export type Pixel = [number, number];

// A base in a photo, in pixels: of a figure, or of nobody ("strange" is its number among these).
export interface BaseOnPhoto {
  figure?: string;
  strange?: number;
  foot: Pixel;
  head: Pixel;
  ring: Pixel[];
}

export interface NewPhoto {
  number: number;
  name: string;
  // Whether it was left out when figures were looked for.
  out: boolean;
  // Width and height in pixels; null while it has no place on the table.
  size: Pixel | null;
  bases: BaseOnPhoto[];
}

export interface Photos {
  taken: NewPhoto[];
  finding: boolean;
  told: string[];
  // Figures that no photo shows.
  missing: string[];
  // Figures whose facing was not measured.
  unturned: string[];
  strange: { place: Place; base_mm: number }[];
  folder: string;
  // Kinds of figures with their usual bases, millimetres.
  proxies: Record<string, number>;
  // Diameters that a base may be said to have, millimetres.
  bases_mm: number[];
}
