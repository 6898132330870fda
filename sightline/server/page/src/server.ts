// The server: questions and changes by fetch, news by a WebSocket that comes back by itself.

import type { Answer, Asked, News, Place, State } from "./protocol";

export class Refused extends Error {}

const GONE = "the computer does not answer; is it still running, and is this phone in its network?";
const FIRST_WAIT = 400;
const LONGEST_WAIT = 5_000;

async function reply<T>(address: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(address, init);
  } catch {
    throw new Refused(GONE);
  }
  const told: unknown = await response.json().catch(() => null);
  if (response.ok) return told as T;
  const faults = (told as { faults?: string[] } | null)?.faults;
  throw new Refused(faults?.join("\n") ?? "this link is no longer good; scan the code on the computer again");
}

export function send<T>(address: string, sent: object): Promise<T> {
  return reply<T>(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(sent) });
}

export const state = (): Promise<State> => reply<State>("state.json");
export const ask = (asked: Asked): Promise<Answer> => send<Answer>("ask", asked);
export const change = <T = object>(wanted: object): Promise<T & { said: string }> => send<T & { said: string }>("change", wanted);

// A photo as it came from the camera: nothing is made smaller, as what it notes of its lens is wanted too.
export const photo = <T = { said: string }>(file: Blob, address = "photo"): Promise<T> =>
  reply<T>(address, { method: "POST", headers: { "content-type": "application/octet-stream" }, body: file });

// Bytes, as many as the computer takes.
const MOST_PHOTO = 60_000_000;

// What came of something: what is to be said, and what of it was refused.
export interface Told {
  said: string;
  fault: string;
}

// Photos one after the other, as they are large; what is told of each, and why some were not taken.
export async function photos(files: readonly File[], tell: (line: string) => void, address: (last: boolean) => string): Promise<Told> {
  const told: string[] = [];
  const refused = new Map<string, string[]>();
  const refuse = (one: File, why: string): void => void refused.set(why, [...(refused.get(why) ?? []), one.name]);
  for (const one of files) if (one.size > MOST_PHOTO) refuse(one, "that is no photo of a phone, it is too large");
  const sent = files.filter((one) => one.size <= MOST_PHOTO);
  for (const [number, file] of sent.entries()) {
    tell(`sending photo ${number + 1} of ${sent.length} ...`);
    try {
      told.push((await photo(file, address(number === sent.length - 1))).said);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refuse(file, error.message);
    }
  }
  return { said: told.join("\n"), fault: [...refused].map(([why, names]) => `${names.join(", ")}: ${why}`).join("\n") };
}

// The place on the table that a pixel of a new photo shows.
export const onPhoto = async (number: number, [x, y]: [number, number]): Promise<Place> =>
  (await reply<{ place: Place }>(`photo/${number}/at/${x.toFixed(2)}/${y.toFixed(2)}`)).place;

export async function geometry(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) throw new Refused(GONE);
  return response.arrayBuffer();
}

// Only where the page came encrypted do browsers let it keep the screen on; it has to be asked anew when it is looked at again.
export function stayAwake(): void {
  const ask = (): void => {
    if (document.visibilityState === "visible") void navigator.wakeLock?.request("screen").catch(() => undefined);
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}

export interface Listener {
  news(told: News): void;
  connected(yes: boolean): void;
}

// Keeps listening: a phone that was asleep or without network is told again where things stand as soon as it is back.
export function listen(listener: Listener): void {
  let wait = FIRST_WAIT;
  let socket: WebSocket | null = null;
  let timer = 0;
  const open = (): void => {
    window.clearTimeout(timer);
    const address = new URL("live", document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    const opened = new WebSocket(address);
    socket = opened;
    opened.onopen = () => {
      wait = FIRST_WAIT;
      listener.connected(true);
    };
    opened.onmessage = (message) => listener.news(JSON.parse(String(message.data)) as News);
    opened.onclose = () => {
      if (socket !== opened) return;
      socket = null;
      listener.connected(false);
      timer = window.setTimeout(open, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    };
  };
  const awake = (): void => {
    if (document.visibilityState === "visible" && socket === null) open();
  };
  document.addEventListener("visibilitychange", awake);
  // What was open before the network went may hang for minutes: it is begun anew, and told where things stand.
  window.addEventListener("online", () => {
    const before = socket;
    socket = null;
    before?.close();
    open();
  });
  window.addEventListener("offline", () => listener.connected(false));
  open();
}
