import type { RichText } from "@kartis/core/activities/comments/rules.ts";
import type { FileReference } from "@kartis/core/files/schema.ts";
import type { ActivityId, CardId } from "@kartis/core/kernel/id.ts";
import { keepDraft, readDraft } from "../../../lib/device/drafts.ts";

export interface Written {
  /** Id of the future comment: its files are uploaded for it. */
  readonly commentId: ActivityId;
  readonly body: RichText;
  readonly attachments: readonly FileReference[];
}

/*
 * A comment that was sent stays stored, apart from what is begun next, until the server has answered: a page that is left meanwhile sends it again under its id when
 * it is opened again, which makes it once.
 */
const keyOf = (draftKey: string) => `${draftKey}:sent`;
/** Comments whose answer this page awaits. */
const underWay = new Set<ActivityId>();

const stored = (on: CardId | ActivityId, draftKey: string) => readDraft<readonly Written[]>(on, keyOf(draftKey)) ?? [];

function store(on: CardId | ActivityId, draftKey: string, { commentId }: Written, kept: readonly Written[]): void {
  const all = [...stored(on, draftKey).filter((other) => other.commentId !== commentId), ...kept];
  keepDraft(on, keyOf(draftKey), all.length > 0 ? all : undefined);
}

/** Sends a comment, which stays stored until it is saved. Answers why it was not, as `send` does. */
export async function sendKept(
  on: CardId | ActivityId,
  draftKey: string,
  written: Written,
  send: () => Promise<string | undefined>,
): Promise<string | undefined> {
  underWay.add(written.commentId);
  store(on, draftKey, written, [written]);
  try {
    const reason = await send();
    if (reason === undefined) dropSent(on, draftKey, written);
    return reason;
  } finally {
    underWay.delete(written.commentId);
  }
}

export const dropSent = (on: CardId | ActivityId, draftKey: string, written: Written): void => store(on, draftKey, written, []);

/** A comment that was sent from a page that did not stay for the answer. */
export const leftSent = (on: CardId | ActivityId, draftKey: string): Written | undefined =>
  stored(on, draftKey).find(({ commentId }) => !underWay.has(commentId));

/** Whether the form has something to take up: what was begun in it, or sent without an answer. */
export const hasBegun = (on: CardId | ActivityId, draftKey: string): boolean =>
  readDraft(on, draftKey) !== undefined || leftSent(on, draftKey) !== undefined;
