// This phone's part in dice that both players' phones draw: it keeps its secrets, answers by itself, and reckons all rolls anew.

import type { Battle, RollDrawn, RollUnderWay } from "./protocol";
import { change, Refused } from "./server";
import { bytes, commitmentOf, drawnFaces, hex, isCommittedTo, randomBytes } from "./shared_dice";

// Kept over a reload: a roll that was committed to has to be revealed.
const keyOf = (roll: { game: string; number: number }, what: string): string => `${what} ${roll.game.slice(0, 16)} ${roll.number}`;

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    held.set(key, value);
  }
}

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? held.get(key) ?? null;
  } catch {
    return held.get(key) ?? null;
  }
}

// Where a browser keeps nothing, as long as the page is open.
const held = new Map<string, string>();

function message(roll: RollUnderWay, step: string, value: string): Promise<unknown> {
  return change({ change: "dice", number: roll.number, step, value });
}

// The roller's tap: it commits to a number that nobody else knows.
export async function roll(under: RollUnderWay): Promise<void> {
  const key = keyOf(under, "secret");
  const secret = kept(key) ?? hex(randomBytes());
  keep(key, secret);
  await message(under, "commitment", hex(commitmentOf(under, bytes(secret))));
}

export class DiceExchange {
  private busy = "";
  // What is wrong with a roll as this phone reckons it; empty for nothing.
  fault = "";
  // The last roll that this phone has reckoned anew.
  checked: RollDrawn | null = null;

  // What nobody has to tap: the answer to a commitment, and the reveal.
  async goOn(battle: Battle, gang: string): Promise<void> {
    this.check(battle, gang);
    const under = battle.dice.roll;
    if (!under || under.owes !== gang || under.waits_for === "commitment") return;
    const due = `${under.number} ${under.waits_for}`;
    if (this.busy === due) return;
    this.busy = due;
    try {
      if (under.waits_for === "answer") await this.answer(under);
      else if (under.waits_for === "reveal") await this.reveal(under);
    } catch (error) {
      // Somebody else with this seat may have been quicker; what is asked next tells.
      if (error instanceof Refused && this.busy === due) this.busy = "";
    }
  }

  private async answer(under: RollUnderWay): Promise<void> {
    // Who knew the answer could choose a number that suits him: it is given to the first commitment and to no other.
    const before = kept(keyOf(under, "commitment"));
    if (before !== null && before !== under.commitment) {
      this.fault = `the other phone has committed twice to the dice for ${under.what}; this phone answers only the first time`;
      return;
    }
    keep(keyOf(under, "commitment"), under.commitment);
    const key = keyOf(under, "answer");
    const answer = kept(key) ?? hex(randomBytes());
    keep(key, answer);
    await message(under, "answer", answer);
  }

  private async reveal(under: RollUnderWay): Promise<void> {
    const secret = kept(keyOf(under, "secret"));
    if (secret === null) {
      this.fault = "this roll was begun on another phone; open the battle there to end it";
      return;
    }
    await message(under, "reveal", secret);
  }

  // Both devices reckon what fell; a phone also knows what it said itself, and what it was told before it answered.
  private check(battle: Battle, gang: string): void {
    for (const drawn of battle.dice.drawn) {
      const wrong = faultOf(drawn, gang);
      if (wrong) this.fault = `the dice for ${drawn.what} are not what both phones drew: ${wrong}`;
      else if (!this.checked || drawn.number >= this.checked.number) this.checked = drawn;
    }
  }
}

function faultOf(drawn: RollDrawn, gang: string): string {
  const secret = bytes(drawn.secret);
  if (!isCommittedTo(drawn, secret, bytes(drawn.commitment))) return "another number was revealed than was committed to";
  if (drawnFaces(drawn, secret, bytes(drawn.answer)).join() !== drawn.faces.join()) return "the faces are others";
  const own = [
    [drawn.by, "secret", drawn.secret],
    [drawn.beside, "answer", drawn.answer],
    [drawn.beside, "commitment", drawn.commitment],
  ] as const;
  for (const [who, what, told] of own) {
    const mine = who === gang ? kept(keyOf(drawn, what)) : null;
    if (mine !== null && mine !== told) return `this phone knows another ${what}`;
  }
  return "";
}
