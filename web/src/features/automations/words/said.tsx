import type { MessageKey } from "@kartis/i18n/messages.ts";
import { inSentence } from "@kartis/i18n/in-sentence.ts";
import type { Translate } from "@kartis/i18n/create-translate.ts";
import { Fragment, type ReactNode } from "react";
import { Icon, type IconShape } from "../../../ui/display/Icon.tsx";
import styles from "./words.module.css";

/** A part of what is said: plain words, or a value that stands out as a chip. */
export type Bit =
  | string
  | {
      readonly value: string;
      readonly icon?: IconShape | undefined;
      /** It begins with a word of the catalogue, not with a name: lower case inside a sentence. */
      readonly isWord?: boolean;
    };

/** In place of what people have not chosen or written yet. */
export const notChosen: Bit = { value: "…" };

/** A sentence with values in it: what a trigger or a step does. */
export interface Said {
  readonly key: MessageKey;
  readonly values?: Readonly<Record<string, Bit | readonly Bit[] | undefined>>;
  /** Plain parameters that choose a form of the sentence. */
  readonly params?: Readonly<Record<string, string | number>>;
}

/* Values stand in a sentence where its language has them: the message is filled in with marks, which are replaced by the values afterwards. */
const mark = (at: number): string => String.fromCodePoint(0xe000 + at);
const marks = /\u2068?([\uE000-\uE0FF])\u2069?/u;

const bitsIn = (value: Bit | readonly Bit[] | undefined): readonly Bit[] =>
  value === undefined ? [] : typeof value === "object" && !("value" in value) ? value : [value];

/** The sentence in its parts. */
function bitsOf({ key, values = {}, params = {} }: Said, t: Translate): Bit[] {
  const names = Object.keys(values);
  const text = t(key, { ...params, ...Object.fromEntries(names.map((name, at) => [name, mark(at)])) });
  return text.split(marks).flatMap((part): readonly Bit[] => {
    const code = part.codePointAt(0) ?? 0;
    const isMark = part.length === 1 && code >= 0xe000 && code <= 0xe0ff;
    return isMark ? bitsIn(values[names[code - 0xe000] ?? ""]) : part === "" ? [] : [part];
  });
}

/** The sentence with its values as chips. */
export const SaidChips = ({ said, t }: { said: Said; t: Translate }): ReactNode => <Bits bits={bitsOf(said, t)} />;

/** Words, with the values among them as chips. */
export function Bits({ bits }: { bits: readonly Bit[] }): ReactNode {
  return bits.map((bit, at) => (
    // The parts have no identity but their place.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {typeof bit === "string" ? (
        bit
      ) : (
        <span className={styles.chip}>
          {bit.icon && <Icon of={bit.icon} size={14} />}
          <bdi>{bit.value}</bdi>
        </span>
      )}
    </Fragment>
  ));
}

/** The sentence as plain text. @param isInside whether it stands inside another sentence */
export function saidText(said: Said, t: Translate, isInside = false): string {
  const [first = "", ...rest] = bitsOf(said, t);
  const head = typeof first === "string" && isInside ? inSentence(first, t.language) : first;
  return [head, ...rest]
    .map((bit) => (typeof bit === "string" ? bit : isolated(bit.isWord ? inSentence(bit.value, t.language) : bit.value)))
    .join("");
}

/** A value keeps its own direction among words of another. */
const isolated = (text: string): string => `\u2068${text}\u2069`;
