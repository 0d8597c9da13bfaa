import type { MessageKey } from "@kartis/i18n/messages.ts";
import { inSentence } from "@kartis/i18n/in-sentence.ts";
import type { Translate } from "@kartis/i18n/create-translate.ts";
import { Fragment, type ReactNode } from "react";
import { isolated, textDirection } from "../../../lib/text-direction.ts";
import { Icon, type IconShape } from "../../../ui/display/Icon.tsx";
import styles from "./words.module.css";

/** A part of a phrase: plain text, a value shown as a chip, or a text that somebody wrote, which has a direction of its own. */
export type Bit =
  | string
  | {
      readonly value: string;
      readonly icon?: IconShape | undefined;
      /** A catalogue word rather than a name, so lower case inside a sentence. */
      readonly isWord?: boolean;
    }
  | { readonly written: readonly Bit[] };

/** Placeholder for a missing value. */
export const notChosen: Bit = { value: "…" };

/** A message with values to show as chips, describing a trigger or a step. */
export interface Phrase {
  readonly key: MessageKey;
  readonly values?: Readonly<Record<string, Bit | readonly Bit[] | undefined>>;
  /** Plain parameters that select a form of the message. */
  readonly params?: Readonly<Record<string, string | number>>;
}

/* The message is formatted with private-use characters as placeholders, which are then replaced by chips, so that each language controls the word order. */
const mark = (at: number): string => String.fromCodePoint(0xe000 + at);
const marks = /\u2068?([\uE000-\uE0FF])\u2069?/u;

const bitsIn = (value: Bit | readonly Bit[] | undefined): readonly Bit[] =>
  value === undefined ? [] : typeof value === "object" && !("value" in value || "written" in value) ? value : [value];

/** The direction of what was written, without the names of its variables. */
const directionOf = (written: readonly Bit[]) => textDirection(written.filter((bit) => typeof bit === "string").join(""));

/** A text that somebody wrote, with its values as chips, as a block of its own. */
export const WrittenBlock = ({ text, className }: { text: Bit; className: string | undefined }): ReactNode => (
  <div className={className} dir={typeof text === "object" && "written" in text ? directionOf(text.written) : undefined}>
    <Bits bits={[text]} />
  </div>
);

/** The phrase as parts. */
function bitsOf({ key, values = {}, params = {} }: Phrase, t: Translate): Bit[] {
  const names = Object.keys(values);
  const text = t(key, { ...params, ...Object.fromEntries(names.map((name, at) => [name, mark(at)])) });
  return text.split(marks).flatMap((part): readonly Bit[] => {
    const code = part.codePointAt(0) ?? 0;
    const isMark = part.length === 1 && code >= 0xe000 && code <= 0xe0ff;
    return isMark ? bitsIn(values[names[code - 0xe000] ?? ""]) : part === "" ? [] : [part];
  });
}

/** The phrase with its values as chips. */
export const PhraseChips = ({ phrase, t }: { phrase: Phrase; t: Translate }): ReactNode => <Bits bits={bitsOf(phrase, t)} />;

/** Text parts, with values as chips. */
export function Bits({ bits }: { bits: readonly Bit[] }): ReactNode {
  return bits.map((bit, at) => (
    // Parts have no id but their index.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {typeof bit === "string" ? (
        bit
      ) : "written" in bit ? (
        <bdi dir={directionOf(bit.written)}>
          <Bits bits={bit.written} />
        </bdi>
      ) : (
        <span className={styles.chip}>
          {bit.icon && <Icon of={bit.icon} size={14} />}
          <bdi>{bit.value}</bdi>
        </span>
      )}
    </Fragment>
  ));
}

/** The phrase as plain text. @param isInside whether it is part of another sentence */
export function phraseText(phrase: Phrase, t: Translate, isInside = false): string {
  const [first = "", ...rest] = bitsOf(phrase, t);
  const head = typeof first === "string" && isInside ? inSentence(first, t.language) : first;
  return [head, ...rest].map((bit) => bitText(bit, t)).join("");
}

/** The part as plain text, isolated from the direction of what surrounds it. */
function bitText(bit: Bit, t: Translate): string {
  if (typeof bit === "string") return bit;
  if ("value" in bit) return isolated(bit.isWord ? inSentence(bit.value, t.language) : bit.value);
  return isolated(bit.written.map((one) => bitText(one, t)).join(""), directionOf(bit.written));
}
