import * as z from "zod";
import { idSchema } from "../kernel/id-schema.ts";
import type { OrgId } from "../kernel/id.ts";
import { ask, findProgress } from "./progress.ts";
import { isLater } from "./rules.ts";
import { type Reading, syncMailbox } from "./sync.ts";

/** A notification, as the webhook stores it. */
const Noticed = z.object({ userId: idSchema("usr"), historyId: z.string() });

/** Reads the mailbox that a notification is about, unless it has been read as far since. Notifications come in any order, and more than once. */
export async function noticed(orgId: OrgId, payload: unknown, reading: Reading): Promise<void> {
  const { userId, historyId } = Noticed.parse(payload);
  const progress = await findProgress(orgId, userId);
  if (!progress || !isLater(historyId, progress.historyId)) return;
  // A run that is in progress may have asked Google before this.
  await ask(orgId, userId, reading.clock);
  await syncMailbox(orgId, userId, reading);
}
