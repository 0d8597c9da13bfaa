import type { Node } from "prosemirror-model";
import type { NodeViewConstructor } from "prosemirror-view";
import { type Condition, readCondition, readVariable } from "./variable.ts";
import styles from "./TemplateText.module.css";

/** The texts of a chip. */
export interface ChipWords {
  readonly label: string;
  /** The fallback as displayed: "or there". */
  readonly fallback: string;
  /** Why it cannot be sent; undefined for one that is known. */
  readonly reason: string | undefined;
}

/** The chips on the screen, redrawn when the variables load or change. */
export class Chips {
  readonly #shown = new Set<() => void>();
  #wordsOf: (path: string, fallback: string) => ChipWords = (path) => ({ label: path, fallback: "", reason: undefined });

  #conditionWordsOf: (condition: Condition) => string = ({ part: name, path }) => `${name} ${path}`;

  say(wordsOf: (path: string, fallback: string) => ChipWords, conditionWordsOf: (condition: Condition) => string): void {
    this.#wordsOf = wordsOf;
    this.#conditionWordsOf = conditionWordsOf;
    for (const draw of this.#shown) draw();
  }

  readonly view: NodeViewConstructor = (first) => {
    let node = first;
    const dom = document.createElement("span");
    const draw = () => this.#draw(dom, node);
    draw();
    this.#shown.add(draw);
    return {
      dom,
      update: (next) => {
        if (next.type !== node.type) return false;
        node = next;
        draw();
        return true;
      },
      ignoreMutation: () => true,
      destroy: () => this.#shown.delete(draw),
    };
  };

  #draw(dom: HTMLElement, { attrs }: Node): void {
    const source = String(attrs["source"]);
    const condition = readCondition(source);
    dom.toggleAttribute("data-condition", condition !== undefined);
    if (condition) {
      dom.className = styles.chip ?? "";
      dom.dir = "auto";
      dom.title = source;
      dom.textContent = this.#conditionWordsOf(condition);
      return;
    }
    const { path, filters, fallback } = readVariable(source) ?? { path: source, filters: "", fallback: "" };
    const words = this.#wordsOf(path, fallback);
    dom.className = styles.chip ?? "";
    // Isolated from the direction of the line.
    dom.dir = "auto";
    dom.title = words.reason ?? source;
    dom.dataset["variable"] = path;
    dom.toggleAttribute("data-unknown", words.reason !== undefined);
    const parts: (string | HTMLElement)[] = [words.label];
    if (filters) parts.push(" ", part(styles.quiet, filters));
    if (words.fallback) parts.push(" ", part(styles.quiet, words.fallback));
    // Read by screen readers in place.
    if (words.reason) parts.push(part(styles.heard, ` (${words.reason})`));
    dom.replaceChildren(...parts);
  }
}

function part(className: string | undefined, text: string): HTMLElement {
  const element = document.createElement("span");
  element.className = className ?? "";
  element.textContent = text;
  return element;
}
