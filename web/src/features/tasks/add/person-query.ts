import type { Range } from "@kartis/core/activities/tasks/quick-add/title.ts";

/** What is typed of a person's name after “@”, and where. */
export interface PersonQuery extends Range {
  readonly text: string;
}

/** The “@” and what follows it up to the caret, if that may become a name; in Hebrew it may have a prefix (“ל@”), and an address is none. */
export function personQueryIn(text: string, caret: number): PersonQuery | undefined {
  if (caret < 0) return undefined;
  const typed = /(?:^|[\s([{]|[\u05d0-\u05ea]-?)@((?:[\p{L}\p{M}\p{N}._'’-]+ ?){0,4})$/u.exec(text.slice(0, caret))?.[1];
  return typed === undefined ? undefined : { text: typed, from: caret - typed.length - 1, to: caret };
}
