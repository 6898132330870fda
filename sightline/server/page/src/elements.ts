// Elements of the page. Texts go in as texts, never as HTML: names come from strangers' files.

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

export function show(place: Element, ...children: Child[]): void {
  place.replaceChildren(...children.filter((child): child is Node | string => Boolean(child)));
}
