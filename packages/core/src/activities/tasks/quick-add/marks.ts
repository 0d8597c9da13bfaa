import { wordSoundsLike } from "../../../cards/replica/search/sounds-like.ts";
import { words as wordsOf } from "../../../kernel/fold.ts";
import type { Priority } from "../../types/task.ts";
import { fold, type Word } from "./fold.ts";
import { goesOn } from "./day-phrases.ts";
import type { Vocabulary } from "./vocabulary.ts";

const levels = ["HIGH", "MEDIUM", "LOW"] as const;

/** “#high”, “#h” or “#1”, in the typist's language or in English; undefined for any other word. */
export function priorityOf(word: Word, vocabularies: readonly Vocabulary[]): Priority | undefined {
  if (!word.text.startsWith("#")) return undefined;
  const said = word.text.slice(1);
  if (said === "") return undefined;
  if (/^[123]$/.test(said)) return levels[Number(said) - 1];
  for (const { priorities } of vocabularies) {
    const found =
      levels.find((level) => priorities[level][0]?.startsWith(said)) ??
      levels.find((level) => said.length >= 3 && priorities[level].some((other) => other.startsWith(said)));
    if (found) return found;
  }
  return undefined;
}

/** A member, or a card. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** A member by the folded name. */
interface Entry {
  readonly id: string;
  readonly name: string;
  readonly words: readonly string[];
  /** The words as the search compares them: with the final forms of letters as the others. */
  readonly spoken: readonly string[];
}

/** Members are looked up by what was typed, once each. */
export interface Directory {
  named(typed: string): Entry | undefined;
  /** Entries whose names begin with these whole words. */
  beginning(words: string): readonly Entry[];
}

export function directoryOf(members: readonly Named[]): Directory {
  const entries = entriesOf(members);
  return {
    named: remembered((typed) => personNamed(entries, typed)),
    beginning: remembered((typed) => {
      const written = entries.filter(({ name }) => `${name} `.startsWith(`${typed} `));
      if (written.length > 0) return written;
      const typedWords = wordsOf(typed);
      return entries.filter(
        ({ spoken }) => typedWords.length > 0 && typedWords.every((word, at) => soundsLike(spoken[at] ?? "", word)),
      );
    }),
  };
}

/** A text of thousands of words asks for the same again and again. */
function remembered<T>(find: (typed: string) => T): (typed: string) => T {
  const known = new Map<string, { readonly found: T }>();
  return (typed) => {
    const { found } = known.get(typed) ?? { found: find(typed) };
    known.set(typed, { found });
    return found;
  };
}

const spokenOf = (word: string): string => wordsOf(word)[0] ?? "";

const soundsLike = (own: string, typed: string): boolean => own === typed || wordSoundsLike(own, typed);

const entriesOf = (members: readonly Named[]): readonly Entry[] =>
  members.map(({ id, name }) => {
    const words = fold(name)
      .split(/\s+/)
      .filter((word) => word !== "");
    return { id, name: words.join(" "), words, spoken: words.map(spokenOf) };
  });

/** Ways in which a name can match the typed text, best first. */
const fits: readonly ((person: Entry, typed: string) => boolean)[] = [
  ({ name }, typed) => name === typed,
  ({ words }, typed) => words[0] === typed,
  ({ name }, typed) => name.startsWith(typed),
  ({ words }, typed) => words.includes(typed),
  ({ words }, typed) => words.some((word) => word.startsWith(typed)),
  ({ spoken }, typed) => soundsLike(spoken[0] ?? "", spokenOf(typed)),
  ({ spoken }, typed) => spoken.some((word) => soundsLike(word, spokenOf(typed))),
];

/** The one person whose name it is or begins; undefined while several would do. */
function personNamed(directory: readonly Entry[], typed: string): Entry | undefined {
  for (const fit of fits) {
    const found = directory.filter((person) => fit(person, typed));
    if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  }
  return undefined;
}

const longestName = 4;

/** “@noa”, “@noa adler”: whom it means, with the index after the last word of the name. */
export function assigneeAt(
  words: readonly Word[],
  index: number,
  directory: Directory,
): { readonly end: number; readonly id: string } | undefined {
  const first = words[index]?.text ?? "";
  const at = first.indexOf("@");
  if (at < 0 || at === first.length - 1) return undefined;
  const typed = first.slice(at + 1);
  let best = found(index + 1, directory.named(typed));
  let name = typed;
  for (let next = index + 1; next < index + longestName && goesOn(words, next - 1); next++) {
    name = `${name} ${words[next]?.text ?? ""}`;
    // Whole words only: in “@noa a contract” the article is no part of the name.
    const people = directory.beginning(name);
    if (people.length === 0) break;
    best = found(next + 1, people.length === 1 ? people[0] : people.find((person) => person.name === name)) ?? best;
  }
  return best;
}

const found = (end: number, person: Entry | undefined) => person && { end, id: person.id };
