import { commit, systemContext } from "../../../data/commit.ts";
import type { Connection } from "../../../gmail/index.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { KartisError } from "../../../kernel/error.ts";
import { isId } from "../../../kernel/id.ts";
import { confirm } from "../../../outbound/index.ts";
import { findActivities } from "../../store.ts";
import { changeSetOf, edit } from "../../writes.ts";
import { mailsOfMessages, messageClaim } from "../messages/known.ts";
import type { MailHead, SentReference } from "./head.ts";

/**
 * A mail that Kartis sent from the mailbox, as Gmail has it: its Message-ID, by which answers find it, is stored; and if the answer to our call was lost, this
 * settles whether it went out.
 */
export async function keepSent(
  { orgId, userId }: Connection,
  { mailId, effectId }: SentReference,
  { messageId }: MailHead,
  clock: Clock,
): Promise<void> {
  const found = (await findActivities(orgId, [mailId])).get(mailId);
  const { cardId } = found?.values ?? {};
  if (found?.type !== "MAIL" || found.createdBy !== userId || found.values["effectId"] !== effectId || !isId("crd", cardId))
    return;
  await confirm(orgId, effectId, clock);
  if (!messageId || found.values["messageId"] === messageId) return;
  await commit(systemContext(orgId, "gmail", clock), async (at) => {
    const mail = (await findActivities(orgId, [mailId])).get(mailId);
    const known = await mailsOfMessages(orgId, [messageId]);
    if (!mail || known.some((one) => one.cardId === cardId)) return { writes: [], records: [], result: undefined };
    const { writes, records } = changeSetOf(edit(orgId, mail, { messageId }, undefined, at, "mail.deliver"), mail);
    return {
      writes: [...writes, messageClaim(orgId, messageId, { activityId: mailId, cardId }, clock)],
      records,
      result: undefined,
    };
  }).catch((error: unknown) => {
    // Another run was first.
    if (!(error instanceof KartisError && error.code === "CONFLICT")) throw error;
  });
}
