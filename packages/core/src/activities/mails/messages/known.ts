import { createHash } from "node:crypto";
import { put, type Write } from "../../../data/commit.ts";
import { type Clock, epochSeconds } from "../../../kernel/clock.ts";
import { KartisError } from "../../../kernel/error.ts";
import { type ActivityId, type CardId, isId, type OrgId } from "../../../kernel/id.ts";
import { mailMessageEntity } from "./entity.ts";

/** A mail on a card that a message has become. */
export interface KnownMail {
  readonly activityId: ActivityId;
  readonly cardId: CardId;
}

/** Longer than exchanges rest, and than any server repeats a message. */
const keptDays = 400;

const hashOf = (messageId: string): string => createHash("sha256").update(messageId.trim()).digest("base64url");

/** The mails that these messages have become, those of the first message first. */
export async function mailsOfMessages(orgId: OrgId, messageIds: readonly string[]): Promise<KnownMail[]> {
  const found = await Promise.all(
    messageIds.map((messageId) =>
      mailMessageEntity()
        .query.main({ orgId, messageHash: hashOf(messageId) })
        .go({ consistent: true, pages: "all" }),
    ),
  );
  return found.flatMap(({ data }) =>
    data.flatMap(({ activityId, cardId }) => (isId("act", activityId) && isId("crd", cardId) ? [{ activityId, cardId }] : [])),
  );
}

/** The write that claims a message for its mail on a card. It conflicts if the message is there already. */
export const messageClaim = (orgId: OrgId, messageId: string, { activityId, cardId }: KnownMail, clock: Clock): Write =>
  put(
    mailMessageEntity()
      .create({
        orgId,
        messageHash: hashOf(messageId),
        cardId,
        activityId,
        expiresAt: epochSeconds(clock.now()) + keptDays * 86_400,
      })
      .params(),
    () => new KartisError("CONFLICT"),
  );
