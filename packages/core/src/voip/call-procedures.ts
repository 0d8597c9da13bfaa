import { creation, edit, findActivities, purging, requireReferences } from "../activities/index.ts";
import { cardsWithPhone, fieldContext, fieldContextOf, findCards, findNames, readScopeOf } from "../cards/index.ts";
import { phone } from "../cards/fields/types/phone.ts";
import type { CardNames } from "../cards/schema.ts";
import { commitContextOf } from "../data/commit.ts";
import { KartisError } from "../kernel/error.ts";
import { newId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import * as z from "zod";
import { countDialling } from "../identity/index.ts";
import { intentions } from "../outbound/index.ts";
import { commitMetered } from "../plans/index.ts";
import { findCall, shownCall, type StoredCall } from "./calls.ts";
import { findConnection, obstacleOf, requireConnection } from "./connection.ts";
import { callIntent, requestReport } from "./dial.ts";
import { extensionIn, membersWithExtension } from "./extensions/index.ts";
import { factsOf } from "./facts.ts";
import { providerCalled } from "./providers/list.ts";
import { callsAt, type CallSight, countedCalls, listedCalls, seenCall } from "./list.ts";
import { setHandled } from "./handling.ts";
import { callSightOf } from "./sight.ts";
import {
  type Call,
  type CallList,
  CallRef,
  type ChangedCall,
  CountCallsInput,
  HandleCallInput,
  ListCallsInput,
  type MemberCalls,
  PlaceCallInput,
  type VoipStanding,
} from "./schema.ts";
import { withFacts } from "./take-in.ts";

const plan = "telephony";
const reads = ["COMMENTS", "read"] as const;

/** Calls with the names of their cards that the caller sees. Of a card out of sight, its id is left out. */
async function withNames(
  calls: readonly StoredCall[],
  { principal: { orgId } }: Pick<OrgContext, "principal">,
  { cards }: Pick<CallSight, "cards">,
): Promise<{ calls: Call[]; related: CardNames }> {
  const shown = calls.map(shownCall);
  const related = await findNames(orgId, cards, new Set(shown.flatMap(({ cardId }) => cardId ?? [])));
  const seen = shown.map((call) => (call.cardId && related[call.cardId] ? call : { ...call, cardId: null, activityId: null }));
  return { calls: seen, related };
}

const deps = { cardsWithPhone, creation, edit, fieldContextOf, findActivities, findCards, membersWithExtension, purging };

const extensionOf = async ({ principal: { orgId, userId } }: Pick<OrgContext, "principal">): Promise<string | null> =>
  userId ? extensionIn(orgId, userId) : null;

const standing = procedure({
  name: "voip.standing",
  kind: "query",
  input: z.object({}),
  can: reads,
  plan,
  async run(_, context): Promise<VoipStanding> {
    const { orgId, grants } = context.principal;
    const [connection, extension] = await Promise.all([findConnection(orgId), extensionOf(context)]);
    const obstacle = obstacleOf(connection);
    const mayCall = obstacle === null && extension !== null && grants["COMMENTS.create"] !== undefined;
    return { obstacle, extension, mayCall };
  },
});

const place = procedure({
  name: "voip.place",
  kind: "mutation",
  input: PlaceCallInput,
  can: ["COMMENTS", "create"],
  plan,
  whileImpersonating: false,
  /**
   * Calls a number from the caller's extension: that rings first, and is then connected. The answer is a pending call; what becomes of it follows. Throws
   * PRECONDITION_FAILED without an extension or a connection, INVALID_INPUT for a number that cannot be dialled, and TOO_MANY_REQUESTS.
   */
  async run({ callId, number: written, cardId }, context): Promise<Call> {
    const { principal, clock } = context;
    const { orgId, userId } = principal;
    if (!userId) throw new KartisError("FORBIDDEN");
    const [connection, extension, settings] = await Promise.all([
      findConnection(orgId),
      extensionOf(context),
      fieldContext(principal),
    ]);
    const { provider } = requireConnection(connection);
    const assigned = principal.systemRole === "BASIC" ? {} : { targetRoute: "/settings/members" };
    if (!extension) throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.voipExtension", ...assigned });
    if (providerCalled(provider)?.extensions === "numbers" && !/^[1-9]\d{6,14}$/.test(extension))
      throw new KartisError("PRECONDITION_FAILED", {
        messageKey: "errors.voipExtensionNumber",
        ...assigned,
      });
    const read = phone.accept(written, { options: [], ...settings });
    const number = read.ok ? read.value.replace(/;ext=.*$/, "") : "";
    if (!/^\+\d{7,15}$/.test(number)) throw new KartisError("INVALID_INPUT", { fields: { number: "validation.phone" } });
    if (cardId) await requireReferences(context, {}, { cards: { cardId } });
    const id = callId ?? newId("cal", clock.now());
    await countDialling(orgId, userId, clock);
    try {
      const { result } = await commitMetered(commitContextOf(context), async (at) => {
        const facts = factsOf(requestReport({ number, extension, at }));
        const taken = await findCall(orgId, id);
        if (taken) throw new KartisError("CONFLICT");
        const begun = { cardId: cardId ?? null, placedBy: userId };
        const made = await withFacts(orgId, { id, call: undefined, facts, action: "voip.clickToCall", begun }, at, { deps });
        const effects = intentions(orgId, [callIntent(id)], clock);
        return {
          writes: [...made.writes, ...effects.writes],
          records: [...made.records, ...effects.records],
          result: made.result,
        };
      });
      return shownCall(result);
    } catch (error) {
      const isTaken = callId && error instanceof KartisError && error.code === "CONFLICT";
      const earlier = isTaken ? await findCall(orgId, callId) : undefined;
      if (earlier?.placedBy !== userId) throw error;
      return shownCall(earlier);
    }
  },
});

const handle = procedure({
  name: "voip.handle",
  kind: "mutation",
  input: HandleCallInput,
  can: ["COMMENTS", "create"],
  plan,
  whileImpersonating: false,
  asksReplica: true,
  /** Marks a missed call as handled, so that it is no longer among those to call back; or undoes that. Harmless to repeat. */
  async run({ callId, isHandled }, context): Promise<ChangedCall> {
    const { userId } = context.principal;
    if (!userId) throw new KartisError("FORBIDDEN");
    const sight = await callSightOf(context);
    const handled = { callId, handledBy: isHandled ? userId : null };
    const { call: stored, recordId } = await setHandled(handled, sight, commitContextOf(context));
    const [call] = (await withNames([stored], context, sight)).calls;
    if (!call) throw new KartisError("NOT_FOUND");
    return { ...call, recordId };
  },
});

const list = procedure({
  name: "voip.list",
  kind: "query",
  input: ListCallsInput,
  can: reads,
  plan,
  asksReplica: true,
  async run(input, context): Promise<CallList> {
    const sight = await callSightOf(context);
    const { calls, total, counts } = await listedCalls(context.principal.orgId, sight, input);
    const next = input.cursor + calls.length;
    return {
      ...(await withNames(calls, context, sight)),
      total,
      counts,
      nextCursor: next < total && calls.length > 0 ? next : null,
    };
  },
});

const get = procedure({
  name: "voip.get",
  kind: "query",
  input: CallRef,
  can: reads,
  plan,
  asksReplica: true,
  async run({ callId }, context): Promise<Call> {
    const sight = await callSightOf(context);
    const found = await seenCall(context.principal.orgId, sight, callId);
    if (!found) throw new KartisError("NOT_FOUND");
    const [call] = (await withNames([found], context, sight)).calls;
    if (!call) throw new KartisError("NOT_FOUND");
    return call;
  },
});

const current = procedure({
  name: "voip.current",
  kind: "query",
  input: z.object({}),
  can: reads,
  plan,
  asksReplica: true,
  /** Calls that ring at the caller's extension now or are being held there, and calls that they have placed from Kartis and that are not over; the latest first. */
  async run(_, context): Promise<{ calls: Call[]; related: CardNames }> {
    const { orgId, userId } = context.principal;
    const extension = await extensionOf(context);
    if (!userId || !extension) return { calls: [], related: {} };
    const calls = await callsAt(orgId, userId, extension, context.clock.now());
    return withNames(calls, context, { cards: await readScopeOf(context) });
  },
});

const members = procedure({
  name: "voip.members",
  kind: "query",
  input: CountCallsInput,
  can: reads,
  plan,
  asksReplica: true,
  /** The calls of each member in the last days. */
  async run({ days }, context): Promise<{ members: MemberCalls[] }> {
    const since = new Date(context.clock.now() - days * 86_400_000).toISOString();
    return { members: await countedCalls(context.principal.orgId, await callSightOf(context), since) };
  },
});

export const callProcedures = [standing, place, handle, list, get, current, members] as const;
