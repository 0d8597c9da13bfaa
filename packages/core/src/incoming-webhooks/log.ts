import { type CommitContext } from "../data/commit.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type OrgId } from "../kernel/id.ts";
import { findEvent, receiveAgain } from "../provider-events/index.ts";
import { type IncomingCallItem, incomingCallEntity } from "./entity.ts";
import { retriable } from "./rules.ts";
import type { CallPage, IncomingCall, IncomingCallList, IntakeId } from "./schema.ts";

/** Log lines read at a time when filtering by state. */
const readAtOnce = 200;

const shownCall = ({ callId, at, state, cardId, problems }: IncomingCallItem): IncomingCall => ({
  id: callId,
  at,
  state,
  cardId: isId("crd", cardId) ? cardId : null,
  problems: problems ?? [],
});

export async function findCall(orgId: OrgId, intakeId: IntakeId, callId: string): Promise<IncomingCallItem | undefined> {
  const { data } = await incomingCallEntity().get({ orgId, webhookId: intakeId, callId }).go({ consistent: true });
  return data ?? undefined;
}

/** Stores what became of a call. */
export async function saveCall(call: IncomingCallItem): Promise<void> {
  await incomingCallEntity().put(call).go();
}

/** What became of the calls of the last 30 days, the newest first. */
export async function listCalls(
  orgId: OrgId,
  intakeId: IntakeId,
  { state, cursor: before, limit }: CallPage,
): Promise<IncomingCallList> {
  const query = incomingCallEntity().query.main({ orgId, webhookId: intakeId });
  const found: IncomingCallItem[] = [];
  let cursor: string | null = null;
  do {
    const page: { data: readonly IncomingCallItem[]; cursor: string | null } = await (
      before === undefined ? query : query.lt({ callId: before })
    ).go({ consistent: true, order: "desc", cursor, limit: state === undefined ? limit : readAtOnce });
    found.push(...page.data.filter((one) => state === undefined || one.state === state));
    cursor = page.cursor;
  } while (cursor !== null && found.length < limit);
  const shown = found.slice(0, limit).map(shownCall);
  return { calls: shown, nextCursor: found.length > limit || cursor !== null ? (shown.at(-1)?.id ?? null) : null };
}

/** What came with a call; undefined once that is no longer kept. Throws NOT_FOUND. */
export async function payloadOf(orgId: OrgId, intakeId: IntakeId, callId: string): Promise<unknown> {
  const call = await findCall(orgId, intakeId, callId);
  if (!call) throw new KartisError("NOT_FOUND");
  return (await findEvent(orgId, "incoming", call.key))?.payload;
}

/**
 * Has a call processed again. Throws NOT_FOUND, and PRECONDITION_FAILED for one that has become a card, or whose values are no longer kept.
 */
export async function retryCall(context: CommitContext, intakeId: IntakeId, callId: string): Promise<void> {
  const { orgId } = context;
  const call = await findCall(orgId, intakeId, callId);
  if (!call) throw new KartisError("NOT_FOUND");
  const isSpam = call.state === "spam";
  if (!(isSpam || retriable.has(call.state)) || !(await findEvent(orgId, "incoming", call.key)))
    throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.incomingCallDone" });
  // A person has looked at it: from now on it is a call like any other.
  if (isSpam) await saveCall({ ...call, state: "waiting" });
  await receiveAgain(context, "incoming", call.key);
}
