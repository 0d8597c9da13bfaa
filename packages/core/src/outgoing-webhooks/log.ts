import type * as z from "zod";
import { type ChangeSet, commit, commitContextOf, put } from "../data/commit.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { type Id, newId, type OrgId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { attemptValues, callEndpoint, packed, send } from "./attempt.ts";
import { type Endpoint, endpointChange, recordedValues } from "./endpoints.ts";
import { deliveryEntity, type DeliveryItem, replayEntity, shardOf } from "./entity.ts";
import { expiry, messageIdOf, onceMore } from "./messages.ts";
import { dueNow, nextAttempts } from "./next-attempt.ts";
import { testBody } from "./payload.ts";
import { noteTest } from "./progress.ts";
import { countReplay } from "./replay.ts";
import { eventKinds, isWebhookEvent, keptDays, testEvent, webhookEvents } from "./rules.ts";
import {
  DeliveriesInput,
  type DeliveryDetails,
  type DeliveryList,
  DeliveryRef,
  EndpointRef,
  type ReplayCount,
  ReplayInput,
  type WebhookDelivery,
} from "./schema.ts";
import { getEndpoint, right } from "./settings.ts";
import { deliveryDetails, shownDelivery } from "./shown.ts";

/** Log lines read at a time when filtering by state. */
const readAtOnce = 200;

const deliveries = procedure({
  name: "webhooks.deliveries",
  kind: "query",
  input: DeliveriesInput,
  can: right,
  /** The endpoint's deliveries, pending ones included, the newest first. */
  async run({ endpointId, state, cursor: before, limit }, context): Promise<DeliveryList> {
    const endpoint = await getEndpoint(context, endpointId);
    const { orgId } = endpoint;
    const query = deliveryEntity().query.main({ orgId, shard: shardOf(endpointId), endpointId });
    const found: DeliveryItem[] = [];
    let cursor: string | null = null;
    do {
      const page: { data: readonly DeliveryItem[]; cursor: string | null } = await (
        before === undefined ? query : query.lt({ messageId: before })
      ).go({
        consistent: true,
        order: "desc",
        cursor,
        limit: state === undefined ? limit : readAtOnce,
      });
      found.push(...page.data.filter((one) => state === undefined || one.state === state));
      cursor = page.cursor;
    } while (cursor !== null && found.length < limit);
    const items = found.slice(0, limit);
    const nextAts = await nextAttempts(endpoint, items);
    const shown = items.map((item) => shownDelivery(item, nextAts.get(item.messageId)));
    const isMore = found.length > limit || cursor !== null;
    return { deliveries: shown, nextCursor: isMore ? (shown.at(-1)?.messageId ?? null) : null };
  },
});

async function findDelivery(orgId: OrgId, endpointId: Id<"hok">, messageId: string) {
  const { data } = await deliveryEntity()
    .get({ orgId, shard: shardOf(endpointId), endpointId, messageId })
    .go({ consistent: true });
  if (!data) throw new KartisError("NOT_FOUND");
  return data;
}

const delivery = procedure({
  name: "webhooks.delivery",
  kind: "query",
  input: DeliveryRef,
  can: right,
  /** With the last request and response. Throws NO_PERMISSION for callers who may not read what it is about. */
  async run({ endpointId, messageId }, context): Promise<DeliveryDetails> {
    const endpoint = await getEndpoint(context, endpointId);
    const item = await findDelivery(endpoint.orgId, endpointId, messageId);
    requireSight(context, item.event);
    return deliveryDetails(item, (await nextAttempts(endpoint, [item])).get(messageId));
  },
});

function requireSight({ principal }: OrgContext, event: string): void {
  if (!isWebhookEvent(event)) return;
  const permission = eventKinds[webhookEvents[event].kind];
  const [type = "", action = ""] = permission.split(".");
  if (principal.grants[permission] !== "ORGANIZATION") throw new KartisError("NO_PERMISSION", { params: { action, type } });
}

const resend = procedure({
  name: "webhooks.resend",
  kind: "mutation",
  input: DeliveryRef,
  can: right,
  whileImpersonating: false,
  /** Sends a message again under the same id, after the earlier pending ones about its subject. A pending message is attempted now, and so are those. */
  async run({ endpointId, messageId }, context): Promise<WebhookDelivery> {
    const { result } = await commit(commitContextOf(context), async (): Promise<ChangeSet<WebhookDelivery>> => {
      const endpoint = await getEndpoint(context, endpointId);
      const item = await findDelivery(endpoint.orgId, endpointId, messageId);
      const { state, recordId, change = 0, subjectId, order, createdAt } = item;
      if (recordId === undefined) throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.webhookTestAgain" });
      const records = [replayRecord(endpoint, { messageId })];
      const nextAt = endpoint.state === "active" ? instant(context.clock) : undefined;
      if (state === "waiting")
        return { writes: await dueNow(endpoint, item, context.clock), records, result: shownDelivery(item, nextAt) };
      const message = { messageId, recordId, change, subjectId, order, createdAt };
      return {
        writes: onceMore(endpoint, message, state, context.clock),
        records,
        result: shownDelivery({ ...item, state: "waiting" }, nextAt),
      };
    });
    return result;
  },
});

/** A replay does not change the endpoint: its version stays. */
const replayRecord = (endpoint: Endpoint, what: Readonly<Record<string, unknown>>) => ({
  changes: [endpointChange("webhookEndpoint.replay", endpoint, null, { host: recordedValues(endpoint)["host"], ...what })],
});

/** Throws INVALID_INPUT for a time range that begins before the thirty days. @returns its instants in normal form */
function keptRange(
  { from, until }: z.output<typeof ReplayInput>,
  clock: Clock,
): { readonly from: string; readonly until: string } {
  if (Date.parse(from) < clock.now() - keptDays * 86_400_000)
    throw new KartisError("INVALID_INPUT", { fields: { from: "validation.webhookReplay" } });
  return { from: new Date(from).toISOString(), until: new Date(until).toISOString() };
}

const replayCount = procedure({
  name: "webhooks.replayCount",
  kind: "query",
  input: ReplayInput,
  can: right,
  /** How many messages `webhooks.replay` would send for this input. */
  async run({ endpointId, ...asked }, context): Promise<ReplayCount> {
    const range = keptRange({ endpointId, ...asked }, context.clock);
    return countReplay(await getEndpoint(context, endpointId), { ...asked, ...range });
  },
});

const replay = procedure({
  name: "webhooks.replay",
  kind: "mutation",
  input: ReplayInput,
  can: right,
  whileImpersonating: false,
  /**
   * Sends the events of a time range within the last thirty days again: those that the endpoint was to get, including what it missed while it was disabled; and
   * with `withEarlier` also events from before it had chosen them.
   */
  async run(asked, context): Promise<{ ok: true }> {
    const { clock } = context;
    const { endpointId, onlyMissing, withEarlier } = asked;
    const { from, until } = keptRange(asked, clock);
    await commit(commitContextOf(context), async () => {
      const endpoint = await getEndpoint(context, endpointId);
      const item = {
        orgId: endpoint.orgId,
        endpointId,
        replayId: context.once?.newId("req") ?? newId("req", clock.now()),
        from,
        until,
        onlyMissing,
        withEarlier,
        expiresAt: expiry(clock),
      };
      return {
        writes: [put(replayEntity().create(item).params(), () => new KartisError("CONFLICT"))],
        records: [replayRecord(endpoint, { from, until, onlyMissing, withEarlier })],
        result: undefined,
      };
    });
    return { ok: true };
  },
});

const test = procedure({
  name: "webhooks.test",
  kind: "mutation",
  input: EndpointRef,
  can: right,
  whileImpersonating: false,
  /** Sends a message without data at once, and returns the outcome. It is not retried, and no other message waits for it. */
  async run({ endpointId }, context): Promise<DeliveryDetails> {
    const { clock } = context;
    const messageId = messageIdOf(newId("req", clock.now()).slice("req_".length));
    const endpoint = await getEndpoint(context, endpointId);
    const { orgId } = endpoint;
    const key = { orgId, shard: shardOf(endpointId), endpointId, messageId };
    const at = instant(clock);
    const body = testBody(orgId, at);
    // Failed until the outcome is known: the process may die in between.
    const started = { state: "failed", reason: "lost", attempts: 1, event: testEvent, subjectId: endpointId, order: "" } as const;
    const kept = { body: packed(body), bodyAt: at, createdAt: at, lastAt: at, expiresAt: expiry(clock) };
    await commit(commitContextOf(context), async () => {
      const { host } = recordedValues(endpoint);
      return {
        writes: [
          put(
            deliveryEntity()
              .create({ ...key, ...started, ...kept })
              .params(),
            () => new KartisError("CONFLICT"),
          ),
        ],
        records: [{ changes: [endpointChange("webhookEndpoint.test", endpoint, null, { host, messageId })] }],
        result: undefined,
      };
    });
    const sent = await send(endpoint, messageId, body, clock, callEndpoint);
    const outcome = {
      ...started,
      ...kept,
      ...attemptValues(sent),
      state: sent.reason === undefined ? "delivered" : "failed",
    } as const;
    const { reason: _, ...delivered } = outcome;
    const item = { ...key, ...(sent.reason === undefined ? delivered : outcome) };
    await deliveryEntity().put(item).go();
    await noteTest(orgId, endpointId, sent.reason === undefined, clock);
    return deliveryDetails(item);
  },
});

export const logProcedures = [deliveries, delivery, resend, replayCount, replay, test] as const;
