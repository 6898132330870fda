// Elements of the page. Texts go in as texts, never as HTML: names come from strangers' files.

import { openViewfinder } from "./viewfinder";

type Child = Node | string | null | undefined | false;

export interface Given {
  class?: string;
  title?: string;
  click?: () => void;
  disabled?: boolean;
  pressed?: boolean;
  [attribute: string]: unknown;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  kind: K,
  given: Given = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(kind);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === false) continue;
    if (name === "click") made.addEventListener("click", value as () => void);
    else if (name === "style") made.style.cssText = String(value); // as an attribute, the page's policy forbids it
    else if (name === "pressed") made.setAttribute("aria-pressed", String(value));
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child): child is Node | string => Boolean(child)));
  return made;
}

export function button(text: string, click: () => void, given: Given = {}): HTMLButtonElement {
  return element("button", { type: "button", click, ...given }, text);
}

// Of a drawing.
export function svg(kind: string, given: Record<string, string | number>, ...children: (Node | string)[]): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", kind) as SVGElement;
  for (const [name, value] of Object.entries(given)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

// A button for photos: of the camera, or of those that the phone has. A page that came unencrypted gets no picture from the
// camera but by the phone's own program.
export function taking(label: string, camera: boolean, taken: (files: readonly File[]) => void): HTMLElement {
  const input = element("input", {
    type: "file",
    accept: "image/*",
    class: "file",
    "aria-label": label,
    ...(camera ? { capture: "environment" } : { multiple: true }),
  });
  input.addEventListener("change", () => {
    const files = [...(input.files ?? [])];
    input.value = "";
    if (files.length) taken(files);
  });
  const own = element("label", { class: "button" }, label, input);
  if (!camera || !navigator.mediaDevices) return own;
  return element("span", { class: "row" }, own, button("Viewfinder", () => void openViewfinder(taken), { title: "the camera on this page" }));
}

// What somebody has seen on this phone by this link; kept, where the browser keeps anything.
export class Seen {
  readonly keys: Set<string>;

  constructor(private readonly what: string) {
    this.keys = new Set(this.kept());
  }

  add(key: string): void {
    this.keys.add(key);
    try {
      localStorage.setItem(this.place, JSON.stringify([...this.keys]));
    } catch {
      // It is told once more when the page is loaded again.
    }
  }

  private get place(): string {
    return `${this.what} ${location.pathname}`;
  }

  private kept(): string[] {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.place) ?? "[]");
      return Array.isArray(kept) ? kept.map(String) : [];
    } catch {
      return [];
    }
  }
}

// Shows something else in a place. What somebody has opened or is writing there stays so.
export function show(place: Element, ...children: Child[]): void {
  const opened = new Map([...place.querySelectorAll("details")].map((one) => [titleOf(one), one.open]));
  const written = new Map([...place.querySelectorAll("input[type=text]")].map((one) => [labelOf(one), (one as HTMLInputElement).value]));
  const ticked = new Map([...place.querySelectorAll("input[type=checkbox]")].map((one) => [labelOf(one), (one as HTMLInputElement).checked]));
  const writing = place.contains(document.activeElement) ? labelOf(document.activeElement as Element) : null;
  place.replaceChildren(...children.filter((child): child is Node | string => Boolean(child)));
  for (const one of place.querySelectorAll("details")) one.open = opened.get(titleOf(one)) ?? one.open;
  for (const one of place.querySelectorAll<HTMLInputElement>("input[type=checkbox]")) one.checked = ticked.get(labelOf(one)) ?? one.checked;
  for (const one of place.querySelectorAll<HTMLInputElement>("input[type=text]")) {
    one.value = written.get(labelOf(one)) ?? one.value;
    if (writing !== null && labelOf(one) === writing) one.focus();
  }
}

const titleOf = (one: Element): string => one.querySelector("summary")?.textContent ?? "";
const labelOf = (one: Element): string => one.getAttribute("aria-label") ?? "";
