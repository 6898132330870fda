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
}

export interface State extends News {
  table: TableTold;
  doubts: string[];
  moved: boolean;
  saved: string;
  back: number;
  seat: { name: string; gang: string; asks: boolean };
  offered: { usual: string; systems: { name: string; title: string }[]; questions: Record<string, string[]> };
}

export interface Answer {
  name: string;
  number: number;
  lines: string[];
  // The document of the command of the same name, as `sightline COMMAND --json` prints it.
  facts: Record<string, unknown>;
  picture: boolean;
  evidence: boolean;
}

export interface Asked {
  ask: string;
  rules?: string;
  [field: string]: unknown;
}
