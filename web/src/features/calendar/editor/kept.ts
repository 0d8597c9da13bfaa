import type { ActivityId } from "@kartis/core/kernel/id.ts";
import { keepDraft, readDraft } from "../../../lib/device/drafts.ts";
import { type Draft, usualNotify } from "./draft.ts";

/** A meeting that was begun and not saved. */
export interface KeptDraft {
  readonly draft: Draft;
  /** Names of the guests' cards: a reloaded page does not know them yet. */
  readonly names: Readonly<Record<string, string>>;
  /** The id that a new meeting was perhaps created under already, without an answer; for a change, the series that it has perhaps divided off. */
  readonly meetingId?: ActivityId;
  /** For a change, the state when it was begun. */
  readonly before?: { readonly draft: Draft; readonly version: number };
}

/** One new meeting is kept for each card, and one without; a change for each meeting, of a series for each of its times. */
export function readKept(about: string): KeptDraft | undefined {
  const kept = readDraft<KeptDraft>(about, "meeting");
  if (!kept) return undefined;
  const { before } = kept;
  return { ...kept, draft: whole(kept.draft), ...(before ? { before: { ...before, draft: whole(before.draft) } } : {}) };
}

/** One that was begun in an earlier version of the form lacks what has come to it since. */
const whole = (draft: Draft): Draft => ({ ...draft, notify: { ...usualNotify, ...draft.notify } });

/** Keeps what is written, or with undefined forgets it. */
export function keep(
  about: string,
  draft: Draft | undefined,
  {
    nameOf,
    before,
    meetingId,
  }: { nameOf: (cardId: string) => string | undefined; before?: KeptDraft["before"]; meetingId?: KeptDraft["meetingId"] },
): void {
  const names = draft?.guests.flatMap(({ cardId }): [string, string][] => {
    const name = cardId && nameOf(cardId);
    return cardId && name ? [[cardId, name]] : [];
  });
  const more = { ...(before ? { before } : {}), ...(meetingId ? { meetingId } : {}) };
  keepDraft(about, "meeting", draft && { draft, names: Object.fromEntries(names ?? []), ...more });
}
