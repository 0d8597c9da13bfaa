import { getCardType, namedInAll } from "../cards/index.ts";
import { commitContextOf } from "../data/commit.ts";
import { suggestMapping } from "../imports/index.ts";
import { procedure } from "../kernel/procedure.ts";
import { findEvent } from "../provider-events/index.ts";
import { wordsOf } from "../words.ts";
import { incomingCallEntity } from "./entity.ts";
import { listCalls, payloadOf, retryCall } from "./log.ts";
import { ReceivedCall } from "./received.ts";
import {
  CallRef,
  CallsInput,
  type CallValues,
  type IncomingCallList,
  type IncomingSample,
  IncomingWebhookRef,
} from "./schema.ts";
import { getIncoming } from "./store.ts";

const right = ["ORGANIZATION", "update"] as const;

const calls = procedure({
  name: "incomingWebhooks.calls",
  kind: "query",
  input: CallsInput,
  can: right,
  /** What became of the calls of the last 30 days, the newest first. */
  async run({ webhookId, ...page }, { principal: { orgId } }): Promise<IncomingCallList> {
    await getIncoming(orgId, webhookId);
    return listCalls(orgId, webhookId, page);
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

const values = procedure({
  name: "incomingWebhooks.values",
  kind: "query",
  input: CallRef,
  can: right,
  /** The values of a call by their paths. Throws NOT_FOUND. */
  async run({ webhookId, callId }, { principal: { orgId } }): Promise<CallValues> {
    await getIncoming(orgId, webhookId);
    const payload = await payloadOf(orgId, webhookId, callId);
    if (payload === undefined) return { values: null };
    return { values: ReceivedCall.parse(payload).values.map(([name, value]) => ({ name, value })) };
  },
});

const retry = procedure({
  name: "incomingWebhooks.retry",
  kind: "mutation",
  input: CallRef,
  can: right,
  whileImpersonating: false,
  /** Takes a call in again by the mapping of now. Throws PRECONDITION_FAILED for one that has become a card, or whose values are no longer kept. */
  async run({ webhookId, callId }, context): Promise<{ ok: true }> {
    await getIncoming(context.principal.orgId, webhookId);
    await retryCall(commitContextOf(context), webhookId, callId);
    return { ok: true };
  },
});

export const callProcedures = [calls, sample, values, retry] as const;
