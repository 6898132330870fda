// The tools of the page: what each asks to be tapped, and the question that comes of it.

import type { Asked, Figure, Place } from "./protocol";

export interface Picked {
  figures: Figure[];
  place: Place | null;
  piece: string;
}

export interface Settings {
  rules: string;
  inches: number;
  size: number;
  weapon: string;
}

export interface Tool {
  name: string;
  label: string;
  hint: string;
  // How many figures are tapped first.
  figures: 0 | 1 | 2;
  // Whether a place is tapped last.
  place: boolean;
  // What is said while something is missing, in the order of the taps.
  prompts: readonly string[];
  // Whether it is asked of a weapon.
  weapon?: boolean;
  number?: { label: string; field: "inches" | "size"; least: number; most: number; step: number };
  asks(picked: Picked, settings: Settings): Asked;
}

const id = (picked: Picked, number: number): string => picked.figures[number]?.id ?? "";

export const TOOLS: readonly Tool[] = [
  {
    name: "sight",
    label: "Sight",
    hint: "who sees whom, and how much is hidden",
    figures: 2,
    place: false,
    prompts: ["Tap who shoots", "Tap who is shot at"],
    asks: (picked) => ({ ask: "sight", shooter: id(picked, 0), target: id(picked, 1) }),
  },
  {
    name: "measure",
    label: "Measure",
    hint: "how far it is, between figures or to a place",
    figures: 1,
    place: true,
    prompts: ["Tap from whom", "Tap to whom or where"],
    asks: (picked) => ({ ask: "measure", a: id(picked, 0), b: picked.figures[1]?.id ?? picked.place }),
  },
  {
    name: "path",
    label: "Way",
    hint: "the cheapest way to a place, with its checks",
    figures: 1,
    place: true,
    prompts: ["Tap who moves", "Tap where to"],
    asks: (picked) => ({ ask: "path", figure: id(picked, 0), to: picked.place ?? picked.figures[1]?.position }),
  },
  {
    name: "reach",
    label: "Reach",
    hint: "all places within so many inches",
    figures: 1,
    place: false,
    prompts: ["Tap who moves"],
    number: { label: "inches", field: "inches", least: 1, most: 20, step: 0.5 },
    asks: (picked, settings) => ({ ask: "reach", figure: id(picked, 0), inches: settings.inches }),
  },
  {
    name: "fall",
    label: "Fall",
    hint: "where one lands who goes over the edge, and what it does",
    figures: 0,
    place: true,
    prompts: ["Tap the edge of a floor, or who falls"],
    asks: (picked) => ({ ask: "fall", at: picked.figures[0]?.id ?? picked.place }),
  },
  {
    name: "blast-odds",
    label: "Blast",
    hint: "whom a blast marker hits, over all its dice",
    figures: 1,
    place: true,
    prompts: ["Tap who shoots", "Tap the middle of the marker"],
    number: { label: "inches across", field: "size", least: 1, most: 10, step: 1 },
    asks: (picked, settings) => ({
      ask: "blast-odds",
      shooter: id(picked, 0),
      at: picked.place ?? picked.figures[1]?.position,
      size: settings.size,
    }),
  },
  {
    name: "flame",
    label: "Flame",
    hint: "whom a flame template hits",
    figures: 1,
    place: true,
    prompts: ["Tap who shoots", "Tap what its axis runs over"],
    asks: (picked) => ({ ask: "flame", shooter: id(picked, 0), at: picked.figures[1]?.position ?? picked.place }),
  },
  {
    name: "odds",
    label: "Chances",
    hint: "the exact chances of one shot",
    figures: 2,
    place: false,
    prompts: ["Tap who shoots", "Tap who is shot at"],
    weapon: true,
    asks: (picked, settings) => ({ ask: "odds", shooter: id(picked, 0), target: id(picked, 1), weapon: settings.weapon }),
  },
];

export const usable = (tool: Tool, offered: Record<string, string[]>, rules: string): boolean =>
  (offered[tool.name] ?? []).includes(rules);

// What is still to be tapped; empty once the question is whole.
export function prompt(tool: Tool, picked: Picked): string {
  const figures = picked.figures.length;
  if (figures < tool.figures) return tool.prompts[figures] ?? "";
  const more = figures > tool.figures || picked.place !== null;
  return tool.place && !more ? (tool.prompts[tool.figures] ?? "") : "";
}

// What is picked once something more is tapped; a whole question is begun anew from its first figure's tap.
export function tapped(tool: Tool, before: Picked, figure: Figure | null, place: Place | null, piece: string): Picked {
  const whole = prompt(tool, before) === "";
  // With a place still to come, the first figure stays: the next tap moves the other end.
  const kept = whole && tool.place && tool.figures === 1 && !figure ? before.figures.slice(0, 1) : [];
  const picked: Picked = whole ? { figures: kept, place: null, piece: "" } : before;
  const missing = picked.figures.length < tool.figures;
  if (figure && (missing || tool.place)) {
    const again = picked.figures.some((one) => one.id === figure.id);
    if (again) return missing ? { figures: [], place: null, piece: "" } : picked;
    return { ...picked, figures: [...picked.figures, figure] };
  }
  return place && !missing && tool.place ? { ...picked, place, piece } : picked;
}
