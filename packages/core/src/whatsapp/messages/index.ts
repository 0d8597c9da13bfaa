import { put, type Write } from "../../data/commit.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type ActivityId, isId, type OrgId } from "../../kernel/id.ts";
import { whatsappMessageEntity } from "../entity.ts";
import { epochSeconds } from "../../kernel/clock.ts";

/** For as long as people answer messages, or react to them. */
const keptDays = 400;

/** What Kartis knows about one of Meta's ids. */
export interface KnownMessage {
  readonly activityId: ActivityId | null;
  readonly reaction: string | null;
  readonly reactedAt: string | null;
}

/** What Kartis knows about Meta's id of a message, strongly consistent; undefined if it has not been seen. */
export async function findMessage(orgId: OrgId, messageId: string): Promise<KnownMessage | undefined> {
  const { data } = await whatsappMessageEntity().get({ orgId, messageId }).go({ consistent: true });
  if (!data) return undefined;
  const { activityId, reaction = null, reactedAt = null } = data;
  return { activityId: isId("act", activityId) ? activityId : null, reaction, reactedAt };
}

/** The write that stores it over the previous knowledge. */
export function messageWrite(
  orgId: OrgId,
  messageId: string,
  { activityId, reaction, reactedAt }: KnownMessage,
  known: KnownMessage | undefined,
  clock: Clock,
): Write {
  const item = {
    orgId,
    messageId,
    ...(activityId ? { activityId } : {}),
    ...(reaction ? { reaction } : {}),
    ...(reactedAt ? { reactedAt } : {}),
    expiresAt: epochSeconds(clock.now()) + keptDays * 86_400,
  };
  if (!known) return put(whatsappMessageEntity().create(item).params(), "stale");
  const write = whatsappMessageEntity()
    .put(item)
    .where((attribute, { eq, notExists }) =>
      [
        known.activityId ? eq(attribute.activityId, `${known.activityId}`) : notExists(attribute.activityId),
        known.reactedAt ? eq(attribute.reactedAt, known.reactedAt) : notExists(attribute.reactedAt),
      ].join(" AND "),
    );
  return put(write.params(), "stale");
}

/** Deletes what is stored about these ids. Meta's ids contain the other person's number. */
export async function forgetMessages(orgId: OrgId, messageIds: Iterable<string>): Promise<void> {
  for (const messageId of messageIds) await whatsappMessageEntity().delete({ orgId, messageId }).go();
}
