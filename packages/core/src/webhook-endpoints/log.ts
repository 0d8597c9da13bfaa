import { type ChangeSet, commit, commitContextOf, put } from "../data/commit.ts";
import { instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { type Id, newId, type OrgId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { attemptValues, callEndpoint, packed, send } from "./attempt.ts";
import { type Endpoint, endpointChange, recordedValues } from "./endpoints.ts";
import { deliveryEntity, replayEntity, shardOf } from "./entity.ts";
import { expiry, messageIdOf, onceMore } from "./messages.ts";
import { testBody } from "./payload.ts";
import { eventKinds, isWebhookEvent, keptDays, testEvent, webhookEvents } from "./rules.ts";
import {
  DeliveriesInput,
  type DeliveryDetails,
  type DeliveryList,
  DeliveryRef,
  EndpointRef,
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
    const { orgId } = await getEndpoint(context, endpointId);
    const query = deliveryEntity().query.main({ orgId, shard: shardOf(endpointId), endpointId });
    const found: WebhookDelivery[] = [];
    let cursor: string | null = null;
    do {
      const page: { data: readonly Parameters<typeof shownDelivery>[0][]; cursor: string | null } = await (
        before === undefined ? query : query.lt({ messageId: before })
      ).go({
        consistent: true,
        order: "desc",
        cursor,
        limit: state === undefined ? limit : readAtOnce,
      });
      found.push(...page.data.map(shownDelivery).filter((one) => state === undefined || one.state === state));
      cursor = page.cursor;
    } while (cursor !== null && found.length < limit);
    const shown = found.slice(0, limit);
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
    const { orgId } = await getEndpoint(context, endpointId);
    const item = await findDelivery(orgId, endpointId, messageId);
    requireSight(context, item.event);
    return deliveryDetails(item);
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
  /** Sends a message again under the same id, after the earlier pending ones about its subject. A message that is already pending is left alone. */
  async run({ endpointId, messageId }, context): Promise<WebhookDelivery> {
    const { result } = await commit(commitContextOf(context), async (): Promise<ChangeSet<WebhookDelivery>> => {
      const endpoint = await getEndpoint(context, endpointId);
      const item = await findDelivery(endpoint.orgId, endpointId, messageId);
      const { state, recordId, change = 0, subjectId, order, createdAt } = item;
      if (recordId === undefined) throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.webhookTestAgain" });
      if (state === "waiting") return { writes: [], records: [], result: shownDelivery(item) };
      const message = { messageId, recordId, change, subjectId, order, createdAt };
      return {
        writes: onceMore(endpoint, message, state, context.clock),
        records: [replayRecord(endpoint, { messageId })],
        result: shownDelivery({ ...item, state: "waiting" }),
      };
    });
    return result;
  },
});

/** A replay does not change the endpoint: its version stays. */
const replayRecord = (endpoint: Endpoint, what: Readonly<Record<string, unknown>>) => ({
  changes: [endpointChange("webhookEndpoint.replay", endpoint, null, { host: recordedValues(endpoint)["host"], ...what })],
});

const replay = procedure({
  name: "webhooks.replay",
  kind: "mutation",
  input: ReplayInput,
  can: right,
  whileImpersonating: false,
  /** Sends the events of a time range within the last thirty days again: those of the current selection, including events that were never sent. */
  async run({ endpointId, from, until, onlyMissing }, context): Promise<{ ok: true }> {
    const { clock } = context;
    if (Date.parse(from) < clock.now() - keptDays * 86_400_000)
      throw new KartisError("INVALID_INPUT", { fields: { from: "validation.webhookReplay" } });
    await commit(commitContextOf(context), async () => {
      const endpoint = await getEndpoint(context, endpointId);
      const [first, last] = [from, until].map((one) => new Date(one).toISOString());
      const item = {
        orgId: endpoint.orgId,
        endpointId,
        replayId: context.once?.newId("req") ?? newId("req", clock.now()),
        from: first ?? from,
        until: last ?? until,
        onlyMissing,
        expiresAt: expiry(clock),
      };
      return {
        writes: [put(replayEntity().create(item).params(), () => new KartisError("CONFLICT"))],
        records: [replayRecord(endpoint, { from: item.from, until: item.until, onlyMissing })],
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
    return deliveryDetails(item);
  },
});

export const logProcedures = [deliveries, delivery, resend, replay, test] as const;
