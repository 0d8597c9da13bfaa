import { dueLaneOf } from "../data/due-index.ts";
import { check, put, remove, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { type ActivityId, type CardId, idFrom, isId, type OrgId, type UserId } from "../kernel/id.ts";
import { callEntity } from "./call-entity.ts";
import { type CallFacts, isFinal, statusOf } from "./facts.ts";
import { silentMs } from "./rules.ts";
import type { Call, CallId } from "./schema.ts";

/** A call, as it is stored. */
export interface StoredCall {
  readonly id: CallId;
  readonly version: number;
  readonly facts: CallFacts;
  readonly userId: UserId | null;
  readonly cardId: CardId | null;
  readonly activityId: ActivityId | null;
  readonly placedBy: UserId | null;
  /** Who has marked it as handled. */
  readonly handledBy: UserId | null;
  readonly createdAt: string;
  readonly changedAt: string;
}

/** What identifies a call at its provider. */
export interface ProviderCall {
  readonly provider: string;
  readonly providerId: string;
}

export const seedOf = ({ provider, providerId }: ProviderCall): string => `${provider}\n${providerId}`;

/** The id of a call that others have begun: derived from the provider's, so that whichever report comes first makes the same call. */
export const callIdOf = (orgId: OrgId, call: ProviderCall): CallId => idFrom("cal", 1, `${orgId}\n${seedOf(call)}`);

/** Converts an item of the table. */
export function callOf(item: Readonly<Record<string, unknown>>): StoredCall {
  const { callId, facts, userId, cardId, activityId, placedBy, handledBy } = item;
  if (!isId("cal", callId)) throw new Error(`Not a call: ${String(callId)}`);
  return {
    id: callId,
    version: Number(item["version"]),
    facts: facts as CallFacts, // as `callChange` has stored it
    userId: isId("usr", userId) ? userId : null,
    cardId: isId("crd", cardId) ? cardId : null,
    activityId: isId("act", activityId) ? activityId : null,
    placedBy: isId("usr", placedBy) ? placedBy : null,
    handledBy: isId("usr", handledBy) ? handledBy : null,
    createdAt: String(item["createdAt"]),
    changedAt: String(item["changedAt"]),
  };
}

/** The call, strongly consistent, regardless of scope. */
export async function findCall(orgId: OrgId, callId: CallId): Promise<StoredCall | undefined> {
  const { data } = await callEntity().get({ orgId, callId }).go({ consistent: true });
  return data ? callOf(data) : undefined;
}

/** A stored call as its callers get it. */
export function shownCall({ id, version, facts, userId, cardId, activityId, handledBy }: StoredCall): Call {
  const { direction, number, extension, outcome, startedAt, recording } = facts;
  return {
    id,
    version,
    direction: direction.value,
    status: statusOf(facts),
    ...outcome.value,
    number: number?.value ?? null,
    extension: extension?.value ?? null,
    userId,
    cardId,
    activityId,
    handledBy,
    startedAt: startedAt.value,
    recording: recording?.value ?? null,
  };
}

/** What the journal keeps of it: no phone number. Replicas read the rest by key. */
const recorded = ({ facts, userId, cardId, handledBy }: StoredCall) => ({
  direction: facts.direction.value,
  status: statusOf(facts),
  isFinal: isFinal(facts),
  seconds: facts.outcome.value.seconds,
  userId,
  cardId,
  handledBy,
});

export type CallAction =
  | "voip.clickToCall"
  | "voip.incomingCall"
  | "voip.callDetailRecord"
  | "voip.update"
  | "voip.handle"
  | "voip.reopen";

/** The write and the change of a call. `before` is absent for a new one. */
export function callChange(
  orgId: OrgId,
  call: StoredCall,
  before: StoredCall | undefined,
  action: CallAction,
): { readonly write: Write; readonly change: Change } {
  const { id, userId, cardId, activityId, placedBy, handledBy, ...rest } = call;
  const item = {
    orgId,
    callId: id,
    ...rest,
    ...(userId ? { userId } : {}),
    ...(cardId ? { cardId } : {}),
    ...(activityId ? { activityId } : {}),
    ...(placedBy ? { placedBy } : {}),
    ...(handledBy ? { handledBy } : {}),
    lane: dueLaneOf(id),
    waits: statusOf(call.facts) === "pending" ? ("sweep" as const) : ("nobody" as const),
    silentAt: new Date(Date.parse(call.changedAt) + silentMs).toISOString(),
  };
  const write = before
    ? callEntity()
        .put(item)
        .where((attribute, { eq }) => eq(attribute.version, before.version))
        .params()
    : callEntity().create(item).params();
  return {
    // If another writer was first, the call exists and can be updated.
    write: put(write, "stale"),
    change: {
      action,
      subject: { kind: "call", id },
      version: call.version,
      before: before ? recorded(before) : null,
      after: recorded(call),
    },
  };
}

/** Permanently deletes a call. */
export function callRemoval(orgId: OrgId, call: StoredCall): { readonly write: Write; readonly change: Change } {
  const write = callEntity()
    .delete({ orgId, callId: call.id })
    .where((attribute, { eq }) => eq(attribute.version, call.version));
  return {
    write: remove(write.params(), "stale"),
    change: {
      action: "voip.delete",
      subject: { kind: "call", id: call.id },
      version: call.version + 1,
      before: recorded(call),
      after: null,
    },
  };
}

/** Requires that there is no call of this id. */
export const noCall = (orgId: OrgId, callId: CallId): Write =>
  check(
    callEntity()
      .get({ orgId, callId })
      .where((attribute, { notExists }) => notExists(attribute.callId))
      .params(),
    "stale",
  );
