import type { findCards as FindCards } from "../cards/index.ts";
import type { JournalRecord } from "../data/journal.ts";
import { changesOf } from "../data/payloads.ts";
import { type CardId, isId, type OrgId, type UserId } from "../kernel/id.ts";
import { findCall, type StoredCall } from "./calls.ts";
import { administratorsOf } from "../organizations/index.ts";
import { membersWithExtension } from "./extensions/index.ts";
import { statusOf } from "./facts.ts";
import type { CallId } from "./schema.ts";

/** A member to notify of a call that nobody answered. */
export interface MissedCallNotice {
  readonly userId: UserId;
  readonly kind: "callMissed";
  /** The caller's card, which names them; without one, the call. No number: notifications outlive what is erased. */
  readonly subjectId: CardId | CallId;
  readonly details: { readonly callId: CallId };
}

/** The provider's records come within minutes; what the nightly look into its log finds is on the list of calls, and wakes nobody. */
const newsMs = 60 * 60_000;

/**
 * Whoever a missed call was for: the members at whose extensions it rang; of a call that rang at nobody's, the owner of the caller's card. Live events do not count, since another telephone may still be answered; nor does a call whose outcome has been corrected since.
 * @param findCards injected, so that notifications do not bundle the cards domain
 */
export async function noticesOfCalls(
  { orgId, changes, at }: JournalRecord,
  findCards: typeof FindCards,
): Promise<MissedCallNotice[]> {
  const ended = changesOf(changes, ["voip.incomingCall", "voip.callDetailRecord", "voip.update"]).filter(
    ({ before, after }) => after?.status === "missed" && after.isFinal === true && before?.isFinal !== true,
  );
  const notices = ended.map(async ({ subject }): Promise<MissedCallNotice[]> => {
    const call = await findCall(orgId, subject.id);
    if (!call || statusOf(call.facts) !== "missed") return [];
    if (Date.parse(at) - Date.parse(call.facts.startedAt.value) > newsMs) return [];
    const [subjectId, details] = [call.cardId ?? call.id, { callId: call.id }];
    return (await peopleOf(orgId, call, findCards)).map((userId) => ({ userId, kind: "callMissed", subjectId, details }));
  });
  return (await Promise.all(notices)).flat();
}

async function peopleOf(orgId: OrgId, { cardId, facts: { rings } }: StoredCall, findCards: typeof FindCards): Promise<UserId[]> {
  const rung = await Promise.all(rings.map((extension) => membersWithExtension(orgId, extension)));
  if (rung.some((members) => members.length > 0)) return [...new Set(rung.flat())];
  const owner = cardId && (await findCards(orgId, [cardId])).get(cardId)?.fields["owner"];
  return isId("usr", owner) ? [owner] : [];
}

/** An administrator to notify that the provider refuses the organization's connection, or its calls. */
export interface ConnectionNotice {
  readonly userId: UserId;
  readonly kind: "voipProblem";
  readonly subjectId: OrgId;
  readonly details: { readonly reason: string };
}

/** The owner and the administrators, once for each time that the provider begins to refuse. */
export async function noticesOfConnection({ orgId, changes }: JournalRecord): Promise<ConnectionNotice[]> {
  const [refused] = changesOf(changes, ["voipConnection.update"]).filter(
    ({ before, after }) => after?.problem && !before?.problem,
  );
  if (!refused) return [];
  const administrators = await administratorsOf(orgId);
  const details = { reason: refused.after?.problem ?? "" };
  return administrators.map(({ userId }) => ({ userId, kind: "voipProblem", subjectId: orgId, details }));
}
