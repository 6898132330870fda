/**
 * Dice that two devices draw together, so that neither can forge them: commit, answer, reveal.
 *
 * The same as `rules/engine/shared_dice.py`, byte for byte; docs/shared-dice.md defines it, and
 * tests/rules/engine/shared_dice_vectors.json holds what both must give. Hashes come from a package, as browsers have none of
 * their own on pages without TLS; numbers by chance come from `crypto.getRandomValues`, which they have there too.
 */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

/** Of a secret, an answer, a commitment and a game's digest. */
export const BYTES = 32;

/** What a roll is bound to: what was committed to for it counts for no other. */
export interface RollBinding {
  /** SHA-256 of the first line of its journal, as digits. */
  readonly game: string;
  /** Of the roll, which comes only once in a game. */
  readonly number: number;
  /** What it is for. */
  readonly what: string;
  readonly dice: string;
  readonly who: string;
  /** Who rolls, a gang by its id. */
  readonly by: string;
  /** Who answers, another gang. */
  readonly beside: string;
}

/** What both programs must give. */
export interface Vector extends RollBinding {
  readonly why: string;
  readonly secret: string;
  readonly answer: string;
  readonly commitment: string;
  readonly faces: readonly number[];
}

/** What each number of a roll can come to: the lowest, and how many there are, all as likely. */
type Range = readonly [lowest: number, count: number];

const DRAWS = 2 ** 16;

/** A new secret or answer. */
export function randomBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(BYTES));
}

/** What the roller commits to a secret with: it tells nothing about it, and fits no other. */
export function commitmentOf(bound: RollBinding, secret: Uint8Array): Uint8Array {
  return hmac(sha256, secret, joined([field(text("sightline shared dice 1: commitment")), boundBytes(bound)]));
}

/** Whether a secret is the one that was committed to for this roll of this game. */
export function isCommittedTo(bound: RollBinding, secret: Uint8Array, commitment: Uint8Array): boolean {
  return secret.length === BYTES && hex(commitmentOf(bound, secret)) === hex(commitment);
}

/** The faces that the roller's secret and the other one's answer give. */
export function drawnFaces(bound: RollBinding, secret: Uint8Array, answer: Uint8Array): number[] {
  const draws = drawsOf(bound, secret, answer);
  return ranges(bound.dice).map(([lowest, count]) => {
    // From the largest multiple on, low faces would come once more than high ones.
    const end = DRAWS - (DRAWS % count);
    let draw = draws();
    while (draw >= end) draw = draws();
    return lowest + (draw % count);
  });
}

/** What is wrong with a vector as this program reckons it; empty for nothing. */
export function vectorFault(vector: Vector): string {
  const secret = bytes(vector.secret);
  const commitment = hex(commitmentOf(vector, secret));
  if (commitment !== vector.commitment) return `${vector.why}: the commitment is ${commitment}, not ${vector.commitment}`;
  const faces = drawnFaces(vector, secret, bytes(vector.answer)).join(" ");
  return faces === vector.faces.join(" ") ? "" : `${vector.why}: the faces are ${faces}, not ${vector.faces.join(" ")}`;
}

/** Bytes as digits from 0 to 9 and a to f. */
export function hex(value: Uint8Array): string {
  return Array.from(value, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Bytes from such digits; an `Error` for anything else. */
export function bytes(digits: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/.test(digits)) throw new Error("these are no bytes as digits from 0 to 9 and a to f");
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) => parseInt(digits.slice(2 * at, 2 * at + 2), 16));
}

/** Numbers below 65,536 without end, one a call. */
function drawsOf(bound: RollBinding, secret: Uint8Array, answer: Uint8Array): () => number {
  const said = joined([field(text("sightline shared dice 1: dice")), boundBytes(bound), field(answer)]);
  let block = 0;
  let at = BYTES;
  let stream: Uint8Array = new Uint8Array(0);
  return () => {
    if (at === BYTES) {
      stream = hmac(sha256, secret, joined([said, bigEndian(block, 4)]));
      block += 1;
      at = 0;
    }
    at += 2;
    return (stream[at - 2] ?? 0) * 256 + (stream[at - 1] ?? 0);
  };
}

/** What each number of a roll can come to, as `rules/engine/dice.py` has it. */
function ranges(dice: string): Range[] {
  if (dice === "scatter") return [[1, 6], [0, 360]];
  if (dice === "direction") return [[0, 360]];
  if (dice === "D100") return [[1, 100]];
  if (dice === "D66") return [[1, 6], [1, 6]];
  const oneOf = /^1 of ([1-9]\d{0,2})$/.exec(dice);
  if (oneOf) return [[1, Number(oneOf[1])]];
  const several = /^([1-9]\d?)?D6$/.exec(dice) ?? /^(?:(\d+) )?(?:injury|firepower|D3)$/.exec(dice);
  if (!several) throw new Error(`there are no dice called "${dice.slice(0, 40)}"`);
  return Array.from({ length: Number(several[1] ?? 1) }, (): Range => [1, 6]);
}

/** All that a roll is bound to, so that no two have the same bytes. */
function boundBytes(bound: RollBinding): Uint8Array {
  const words = [bound.what, bound.dice, bound.who, bound.by, bound.beside];
  return joined([field(bytes(bound.game)), field(bigEndian(bound.number, 8)), ...words.map((word) => field(text(word)))]);
}

/** A value behind its length: where it ends is then told by nothing in it. */
function field(value: Uint8Array): Uint8Array {
  return joined([bigEndian(value.length, 4), value]);
}

function bigEndian(value: number, count: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error("a number is not whole, or out of range");
  const found = new Uint8Array(count);
  for (let at = count - 1, left = value; at >= 0; at -= 1, left = Math.floor(left / 256)) found[at] = left % 256;
  return found;
}

function text(word: string): Uint8Array {
  return new TextEncoder().encode(word);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const found = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    found.set(part, at);
    at += part.length;
  }
  return found;
}
