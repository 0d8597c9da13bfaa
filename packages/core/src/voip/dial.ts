import { commit, systemContext } from "../data/commit.ts";
import type { RecordOf } from "../data/payloads.ts";
import { isId, type OrgId } from "../kernel/id.ts";
import { decisionOn, type Effect, type Intent, findEffect, NoEffect, type Purpose } from "../outbound/index.ts";
import { hookUrlOf } from "./address.ts";
import { findCall, type StoredCall } from "./calls.ts";
import { accountOf, findConnection, noteAccepted, noteProblem } from "./connection.ts";
import { type CallReport, factsOf } from "./facts.ts";
import { type CallReason, isBlocking, isCallReason, isConnectionProblem } from "./rules.ts";
import type { CallId } from "./schema.ts";
import { addFacts, learn, type TakingIn } from "./take-in.ts";

/** Nobody wants their telephone to ring for a call that they wanted a minute ago. */
const patienceMs = 60_000;

/** The effect that places a call. */
export const callIntent = (callId: CallId): Intent => ({ purpose: "call", subject: { kind: "call", id: callId }, payload: null });

/** What we know of a call that was placed here. */
export const requestReport = (
  { number, extension, at }: Pick<CallReport, "number" | "extension" | "at">,
  state: "ringing" | "unanswered" = "ringing",
  reason: CallReason | null = null,
): CallReport => ({
  source: "request",
  direction: "OUT",
  number,
  extension,
  state,
  at,
  seconds: null,
  reason,
  recording: null,
});

const requestOf = ({ facts, createdAt }: StoredCall) => ({
  number: facts.number?.value ?? null,
  extension: facts.extension?.value ?? null,
  at: createdAt,
});

/** A call that is not tried again, whatever prevented it: whoever wants it presses the number again. */
const never = (error: NoEffect): NoEffect =>
  new NoEffect(error.cause ?? error, false, isCallReason(error.reason) ? error.reason : "unreachable");

/** Places calls. No provider recognizes a repeated request, so one whose answer was lost is not repeated. */
export const placedCalls: Purpose = {
  repeats: false,
  concerns: "organization",
  isReported: true,
  async prepare({ orgId, subjectId }, clock) {
    const call = isId("cal", subjectId) ? await findCall(orgId, subjectId) : undefined;
    const extension = call?.facts.extension?.value;
    const number = call?.facts.number?.value;
    if (!call || !extension || !number) return undefined;
    const refused = (reason: CallReason) => () => Promise.reject(new NoEffect(`Not called: ${reason}`, false, reason));
    if (clock.now() - Date.parse(call.createdAt) > patienceMs) return refused("late");
    const connection = await findConnection(orgId);
    if (!connection || isBlocking(connection.problem)) return refused("account");
    const { provider, account } = accountOf(orgId, connection);
    const order = { extension, number, reference: call.id, reportTo: hookUrlOf(orgId, connection.hookKey) };
    return async () => {
      try {
        return await provider.call(order, account);
      } catch (error) {
        throw error instanceof NoEffect ? never(error) : error;
      }
    };
  },
};

/** Stores what became of our requests on their calls. None waits for a decision: a call is placed again by whoever wants it, and not by resending a message. */
export async function keepPlaced(
  { orgId, changes }: RecordOf<"effect.succeed" | "effect.fail" | "effect.lose">,
  taking: TakingIn,
): Promise<void> {
  for (const { subject, after } of changes) {
    if (after?.purpose !== "call") continue;
    const effect = await findEffect(orgId, subject.id);
    const call = effect && isId("cal", effect.subjectId) ? await findCall(orgId, effect.subjectId) : undefined;
    if (!effect) continue;
    if (call) await keepResult(orgId, effect, call, taking);
    await dismiss(effect, taking);
  }
}

async function keepResult(orgId: OrgId, { state, reference, reason }: Effect, call: StoredCall, taking: TakingIn): Promise<void> {
  if (state === "done") {
    const connection = await findConnection(orgId);
    if (!reference || !connection) return;
    const known = { provider: connection.provider, providerId: reference };
    await learn(orgId, call.id, known, factsOf(requestReport(requestOf(call))), "voip.update", taking);
    await noteAccepted(orgId, taking.clock);
    return;
  }
  if (state !== "failed" && state !== "unknown") return;
  // Of a call whose answer was lost, nobody knows whether it rings: it stays pending until the provider reports it.
  const why = state === "unknown" ? "unknown" : isCallReason(reason) ? reason : "other";
  const report = requestReport(requestOf(call), state === "failed" ? "unanswered" : "ringing", why);
  await addFacts(orgId, call.id, factsOf(report), taking);
  if (isConnectionProblem(reason)) await noteProblem(orgId, reason, call.createdAt, taking.clock);
}

async function dismiss({ orgId, effectId, state }: Effect, { clock, causedBy }: TakingIn): Promise<void> {
  if (state !== "failed" && state !== "unknown") return;
  await commit(systemContext(orgId, "voip", clock, causedBy), async () => {
    const current = await findEffect(orgId, effectId);
    if (current?.state !== "failed" && current?.state !== "unknown") return { writes: [], records: [], result: undefined };
    return { ...(await decisionOn(orgId, effectId, "dismiss", clock)), result: undefined };
  });
}
