// An answer as a person reads it: the verdict large, what it rests on below, pictures on demand.

import { button, element } from "./elements";
import type { Answer } from "./protocol";

type Tone = "yes" | "no" | "close" | "plain";

// What is said above reasons where not all was measured.
const AS_FAR = "as far as measured:";
const SIGNS: Record<Tone, string> = { yes: "✓", no: "✗", close: "≈", plain: "" };

export function toneOf(asked: string, answer: Answer): Tone {
  const facts = answer.facts;
  if (asked === "sight") {
    if (facts["too_close_to_call"] || facts["sure"] === false || facts["known"] === "unknown") return "close";
    return facts["line_of_sight"] ? "yes" : "no";
  }
  if (asked === "card") {
    if (facts["known"] === "unknown" || (facts["cover"] as unknown[]).length > 1) return "close";
    return facts["known"] === "clear" ? "yes" : "no";
  }
  return asked === "path" && !facts["reachable"] ? "no" : "plain";
}

export function answerPanel(asked: string, answer: Answer, waiting: string): HTMLElement {
  const tone = toneOf(asked, answer);
  const [first = "", ...others] = answer.lines;
  const reasons = others.filter((line) => line.startsWith("  "));
  const asFar = others.includes(AS_FAR);
  const told = others.filter((line) => !line.startsWith("  ") && line !== AS_FAR);
  return element(
    "section",
    { class: `answer ${tone}`, "aria-live": "polite" },
    element("h2", {}, SIGNS[tone] && element("span", { class: "sign", "aria-hidden": "true" }, SIGNS[tone]), ` ${first}`),
    ...told.map((line) => element("p", {}, line)),
    waiting && element("p", { class: "waiting" }, waiting),
    !waiting && pictures(asked, answer),
    reasons.length > 0 &&
      element(
        "details",
        { open: asked !== "sight" && asked !== "flame" },
        element("summary", {}, asFar ? "Why, as far as measured" : "Why"),
        ...reasons.map((line) => element("p", { class: "reason" }, line.trim().replace(/^- /, ""))),
      ),
  );
}

function pictures(asked: string, answer: Answer): HTMLElement | null {
  if (!answer.picture) return null;
  const place = element("div", { class: "picture" });
  const row = element("div", { class: "row" });
  const label = asked === "card" ? "The photo, counted" : answer.evidence ? "Through the eye" : "Picture";
  const look = button(label, () => {
    look.disabled = true;
    place.replaceChildren(element("p", { class: "waiting" }, "drawing ..."));
    const image = element("img", { src: `answer/${answer.name}/picture.png`, alt: answer.lines.join(". ") });
    image.onload = () => {
      // A tap shows it alone, as large as one likes.
      place.replaceChildren(element("a", { href: image.src, target: "_blank", rel: "noopener", title: "show it alone" }, image));
      if (asked !== "card") place.scrollIntoView({ block: "nearest" });
    };
    image.onerror = () => {
      look.disabled = false;
      place.replaceChildren(element("p", { class: "fault" }, "the picture could not be had; ask again"));
    };
  });
  row.append(look);
  if (asked === "card") look.click();
  if (answer.evidence) {
    const address = `answer/${answer.name}/evidence.html`;
    row.append(
      element("a", { class: "button", href: address, target: "_blank", rel: "noopener" }, "Evidence page"),
      element("a", { class: "button", href: `${address}?save=1`, download: answer.evidence }, "Save it"),
    );
    // Browsers let a page hand on files only where it came encrypted.
    if (navigator.canShare?.({ files: [new File([], answer.evidence, { type: "text/html" })] })) {
      row.append(button("Share", () => void handOn(address, answer.evidence)));
    }
  }
  return element("div", {}, row, place);
}

async function handOn(address: string, name: string): Promise<void> {
  const page = await (await fetch(address)).blob();
  await navigator.share({ files: [new File([page], name, { type: "text/html" })] }).catch(() => undefined);
}
