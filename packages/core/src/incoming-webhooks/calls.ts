import { getCardType, namedInAll } from "../cards/index.ts";
import { commitContextOf } from "../data/commit.ts";
import { suggestMapping } from "../imports/index.ts";
import { KartisError } from "../kernel/error.ts";
import { type Id, isId, type OrgId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import { findEvent, receiveAgain } from "../webhooks/index.ts";
import { wordsOf } from "../words.ts";
import { type IncomingCallItem, incomingCallEntity } from "./entity.ts";
import { ReceivedCall } from "./received.ts";
import { retriable } from "./rules.ts";
import {
  CallRef,
  CallsInput,
  type IncomingCall,
  type IncomingCallList,
  type IncomingSample,
  IncomingWebhookRef,
} from "./schema.ts";
import { getIncoming } from "./store.ts";

const right = ["ORGANIZATION", "update"] as const;

/** Log lines read at a time when filtering by state. */
const readAtOnce = 200;

const shownCall = ({ callId, at, state, cardId, problems }: IncomingCallItem): IncomingCall => ({
  id: callId,
  at,
  state,
  cardId: isId("crd", cardId) ? cardId : null,
  problems: problems ?? [],
});

export async function findCall(orgId: OrgId, webhookId: Id<"inw">, callId: string): Promise<IncomingCallItem | undefined> {
  const { data } = await incomingCallEntity().get({ orgId, webhookId, callId }).go({ consistent: true });
  return data ?? undefined;
}

/** Stores what became of a call. */
export async function saveCall(call: IncomingCallItem): Promise<void> {
  await incomingCallEntity().put(call).go();
}

const calls = procedure({
  name: "incomingWebhooks.calls",
  kind: "query",
  input: CallsInput,
  can: right,
  /** What became of the calls of the last 30 days, the newest first. */
  async run({ webhookId, state, cursor: before, limit }, { principal: { orgId } }): Promise<IncomingCallList> {
    await getIncoming(orgId, webhookId);
    const query = incomingCallEntity().query.main({ orgId, webhookId });
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
  },
});

const sample = procedure({
  name: "incomingWebhooks.sample",
  kind: "query",
  input: IncomingWebhookRef,
  can: right,
  /** The latest call whose values are still kept; null before the first. */
  async run({ webhookId }, { principal: { orgId }, language }): Promise<IncomingSample | null> {
    const { typeId } = await getIncoming(orgId, webhookId);
    const { data } = await incomingCallEntity()
      .query.main({ orgId, webhookId })
      .go({ consistent: true, order: "desc", limit: 20 });
    for (const { key } of data) {
      const event = await findEvent(orgId, "incoming", key);
      if (!event) continue;
      const { at, values } = ReceivedCall.parse(event.payload);
      const paths = values.map(([path]) => path);
      const type = await namedInAll(await getCardType(orgId, typeId), await wordsOf(language));
      const mapping = suggestMapping(type, paths.map(nameIn));
      return {
        at,
        values: values.map(([path, value]) => ({ path, value })),
        suggested: mapping.flatMap(({ column, fieldId }) => {
          const path = paths[column];
          return fieldId && path !== undefined ? [{ path, fieldId }] : [];
        }),
      };
    }
    return null;
  },
});

/** The name at the end of a path: `email` of `contact.email`. */
const nameIn = (path: string): string => path.split(".").findLast((part) => !/^\d+$/.test(part)) ?? path;

const retry = procedure({
  name: "incomingWebhooks.retry",
  kind: "mutation",
  input: CallRef,
  can: right,
  whileImpersonating: false,
  /** Takes a call in again by the mapping of now. Throws PRECONDITION_FAILED for one that has become a card, or whose values are no longer kept. */
  async run({ webhookId, callId }, context): Promise<{ ok: true }> {
    const { orgId } = context.principal;
    await getIncoming(orgId, webhookId);
    const call = await findCall(orgId, webhookId, callId);
    if (!call) throw new KartisError("NOT_FOUND");
    if (!retriable.has(call.state) || !(await findEvent(orgId, "incoming", call.key)))
      throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.incomingCallDone" });
    await receiveAgain(commitContextOf(context), "incoming", call.key);
    return { ok: true };
  },
});

export const callProcedures = [calls, sample, retry] as const;
