import type { ActivityId, RecordId, UserId } from "@kartis/core/kernel/id.ts";
import { trpc } from "../../../lib/api.ts";
import { errorMessage, errorTitle, toAppError } from "../../../lib/errors.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { currentTranslate, loadFailureWords } from "../../../lib/i18n.tsx";
import { isMadeBefore } from "../../../lib/made-before.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { meOptions } from "../../../lib/session.ts";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { noteFinal, offerUndo } from "../../undo/undo.ts";
import { type Pending, show, unshow } from "../pending.ts";
import { track } from "./under-way.ts";

/*
 * What is done on a timeline is shown at once, and taken back with the reason where the server refuses it.
 */

export const me = (): UserId | null => queryClient.getQueryData(meOptions().queryKey)?.user.id ?? null;

async function reasonOf(failure: unknown): Promise<string> {
  const error = toAppError(failure);
  if (error.code.startsWith("UNAUTHORIZED")) reportFailure(failure);
  await loadFailureWords().catch(() => undefined);
  const [own] = Object.values(error.fields ?? {});
  return (own && currentTranslate().find(own)) ?? (errorMessage(error) || errorTitle(error));
}

/** Asks again for timelines, and for what is written on tasks. */
const refresh = () =>
  Promise.all([trpc.timeline, trpc.comments, trpc.tasks.list].map((path) => queryClient.invalidateQueries(path.pathFilter())));

type Announced = Pick<Parameters<typeof offerUndo>[0], "message" | "notice" | "isPlain"> & {
  /** Whether nothing takes it back. */
  readonly isFinal?: boolean;
};

/**
 * Shows a change while it is saved. Answers why it was not: whoever wrote it still has it.
 * @param announced the notice that is shown once it is saved, with its undo
 * @param onMadeBefore if an earlier try was saved after all, as it stood then: the timeline shows that one, and the draft needs another id
 */
export async function save<T extends { readonly recordId: RecordId | null }>(
  pending: Pending,
  run: () => Promise<T>,
  announced: (answer: T) => Announced,
  onMadeBefore?: () => void,
): Promise<string | undefined> {
  show(pending);
  const startedAt = Date.now();
  try {
    await track(async () => {
      const answer = await run();
      const { isFinal, ...said } = announced(answer);
      if (!isFinal) return offerUndo({ recordId: answer.recordId, at: startedAt, ...said });
      noteFinal(said.message, startedAt);
      showToast({
        tone: "success",
        code: `final:${pending.kind === "new" ? pending.entry.id : startedAt}`,
        givesWay: true,
        title: said.message,
      });
    });
    await refresh();
    return undefined;
  } catch (failure) {
    if (onMadeBefore && isMadeBefore(failure)) {
      onMadeBefore();
      await refresh();
    }
    return await reasonOf(failure);
  } finally {
    unshow(pending);
  }
}

/** Says it where the form with what was written is not on the screen. */
export const sayNotSaved = (reason: string): void =>
  showToast({ tone: "error", code: "timeline", title: currentTranslate()("timeline.notSaved"), message: reason });

/** The same for what nobody has typed: it says why it went back. */
export async function saveOrSay(...args: Parameters<typeof save>): Promise<void> {
  const reason = await save(...args);
  if (reason !== undefined) sayNotSaved(reason);
}

export const at = () => new Date().toISOString();
export const fresh = () => ({ version: 1, pinned: false, createdBy: me(), createdAt: at(), updatedAt: at(), trashedAt: null });

/** The id of a draft, and what happens when it was used up: see `save`. */
export interface DraftId {
  readonly id: ActivityId;
  readonly onMadeBefore: () => void;
}
