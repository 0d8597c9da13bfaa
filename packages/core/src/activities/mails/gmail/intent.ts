import type { Write } from "../../../data/commit.ts";
import { type Connection, findConnection, requireConnection } from "../../../gmail/index.ts";
import { type Clock } from "../../../kernel/clock.ts";
import { env } from "../../../kernel/env.ts";
import { type ActivityId, type CardId, newId, type OrgId, type UserId } from "../../../kernel/id.ts";
import type { Intent } from "../../../outbound/index.ts";
import type { ActivityValues } from "../../types/definition.ts";
import { messageClaim } from "../messages/known.ts";

/** The Message-ID that a mail leaves with: the same each time, so that two copies are one message to its readers, and Gmail can be asked for it. */
export const messageIdOfSent = (mailId: ActivityId): string =>
  `<${mailId.toLowerCase()}@${new URL(env("PUBLIC_ORIGIN")).hostname}>`;

interface Leaving {
  readonly intents: readonly Intent[];
  readonly writes: readonly Write[];
  readonly values: ActivityValues;
}

/** A member's Gmail, as far as mails leave from it. */
export interface OwnGmail {
  readonly email: string;
  readonly leaving: (id: ActivityId, cardId: CardId, clock: Clock) => Leaving;
}

/** The member's Gmail. Throws PRECONDITION_FAILED if none is connected, or Google refuses it. */
export async function ownGmail(orgId: OrgId, userId: UserId): Promise<OwnGmail> {
  const connection = requireConnection(await findConnection(orgId, userId));
  return { email: connection.email, leaving: (...of) => leavingFrom(connection, ...of) };
}

/** What follows from a mail that leaves from a member's Gmail: the effect that sends it; and the claim of its Message-ID, by which the first answer finds it. */
function leavingFrom({ orgId, userId }: Connection, id: ActivityId, cardId: CardId, clock: Clock): Leaving {
  const effectId = newId("eff", clock.now());
  const messageId = messageIdOfSent(id);
  return {
    intents: [{ id: effectId, purpose: "gmail", subject: { kind: "activity", id }, userId, payload: {} }],
    writes: [messageClaim(orgId, messageId, { activityId: id, cardId }, clock)],
    values: { effectId, gmail: { userId }, messageId },
  };
}
