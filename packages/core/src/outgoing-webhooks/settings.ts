import * as z from "zod";
import { cardTypesOf } from "../cards/index.ts";
import { type ChangeSet, commit, commitContextOf, put, remove as removal, update as write, type Write } from "../data/commit.ts";
import { differenceBetween } from "../data/difference.ts";
import { findEnv } from "../kernel/env.ts";
import { KartisError } from "../kernel/error.ts";
import { type Id, newId, type OrgId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { addressProblem } from "../public-http/index.ts";
import { type Endpoint, endpointChange, endpointsOf, endpointWrite, findEndpoint, recordedValues } from "./endpoints.ts";
import { selectedAt, sinceAfter } from "./chosen-since.ts";
import { endpointEntity, endpointRegisterEntity } from "./entity.ts";
import { findProgress, progressesOf } from "./progress.ts";
import { maxEndpoints, overlapMs, rightsFor, type Selection } from "./rules.ts";
import {
  CreateEndpointInput,
  EndpointRef,
  type EndpointWithSecret,
  UpdateEndpointInput,
  type WebhookEndpoint,
} from "./schema.ts";
import { newSecret, sealedSecret } from "./secret.ts";
import { shownEndpoint } from "./shown.ts";

/** The permission to manage endpoints, as for API tokens. */
export const right = ["ORGANIZATION", "update"] as const;

/** Throws for callers who act through a parent organization: what they create would outlast their access. */
function requireMember({ principal }: OrgContext): void {
  if (principal.through) throw new KartisError("FORBIDDEN", { messageKey: "errors.notForVisitors" });
}

/** An endpoint sees the whole organization, so nobody may choose events about what they cannot read themselves (decision 042). */
function requireRights({ principal }: OrgContext, events: Selection["events"]): void {
  if (!rightsFor(events).every((permission) => principal.grants[permission] === "ORGANIZATION"))
    throw new KartisError("INVALID_INPUT", { fields: { events: "validation.beyondOwnRights" } });
}

/** Throws INVALID_INPUT for a card type of another organization. */
async function requireTypes(orgId: OrgId, cardTypeIds: Selection["cardTypeIds"]): Promise<void> {
  if (cardTypeIds.length === 0) return;
  const known = new Set<string>((await cardTypesOf(orgId)).map(({ id }) => id));
  if (!cardTypeIds.every((id) => known.has(id)))
    throw new KartisError("INVALID_INPUT", { fields: { cardTypeIds: "validation.enum" } });
}

const addressMessages = {
  invalid: "validation.url",
  notHttps: "validation.webhookHttps",
  notPublic: "validation.webhookPublic",
} as const;

/** The URL in normal form. Throws INVALID_INPUT for one that is never called. */
function acceptedUrl(url: string): string {
  const problem = addressProblem(url, findEnv("WEBHOOKS_LOCAL"));
  if (problem) throw new KartisError("INVALID_INPUT", { fields: { url: addressMessages[problem] } });
  const accepted = new URL(url);
  accepted.hash = "";
  return accepted.href;
}

/** Throws PRECONDITION_FAILED at the maximum. @returns a check that goes stale if another endpoint is created meanwhile. */
async function roomForOne(orgId: OrgId): Promise<Write> {
  // The register first: anything created later shows either in it or among the endpoints.
  const { data } = await endpointRegisterEntity().get({ orgId }).go({ consistent: true });
  if ((await endpointsOf(orgId)).length >= maxEndpoints)
    throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.tooManyWebhooks", params: { max: maxEndpoints } });
  const revision = data?.revision ?? 0;
  return write(
    endpointRegisterEntity()
      .upsert({ orgId, revision: revision + 1 })
      .where((attribute, { eq, notExists }) =>
        revision === 0 ? notExists(attribute.revision) : eq(attribute.revision, revision),
      )
      .params(),
    "stale",
  );
}

const list = procedure({
  name: "webhooks.list",
  kind: "query",
  input: z.object({}),
  can: ["ORGANIZATION", "read"],
  /** The oldest first. */
  async run(_, { principal, clock }): Promise<WebhookEndpoint[]> {
    const { orgId, grants } = principal;
    const [endpoints, progresses] = await Promise.all([endpointsOf(orgId), progressesOf(orgId)]);
    const isWhole = grants["ORGANIZATION.update"] !== undefined;
    return endpoints.map((endpoint) =>
      shownEndpoint(
        endpoint,
        progresses.find(({ endpointId }) => endpointId === endpoint.endpointId),
        { clock, isWhole },
      ),
    );
  },
});

const create = procedure({
  name: "webhooks.create",
  kind: "mutation",
  input: CreateEndpointInput,
  can: right,
  whileImpersonating: false,
  /** The secret is in this answer only. Throws PRECONDITION_FAILED at the maximum. */
  async run({ url, description, events, cardTypeIds }, context): Promise<EndpointWithSecret> {
    requireMember(context);
    requireRights(context, events);
    await requireTypes(context.principal.orgId, cardTypeIds);
    const { principal, actor, clock, once } = context;
    const { orgId, userId } = principal;
    const accepted = acceptedUrl(url);
    const endpointId: Id<"hok"> = once?.newId("hok") ?? newId("hok", clock.now());
    const secret = newSecret();
    const { result } = await commit(commitContextOf(context), async (at) => {
      const room = await roomForOne(orgId);
      const endpoint: Endpoint = {
        orgId,
        kind: "webhookEndpoint",
        endpointId,
        url: accepted,
        description,
        events,
        cardTypeIds,
        state: "active",
        listensSince: at,
        chosenSince: selectedAt(at),
        secret: sealedSecret(secret, orgId, endpointId),
        createdBy: userId ?? actor.kind,
        createdAt: at,
        version: 1,
      };
      const item = { ...endpoint, events: [...events], cardTypeIds: [...cardTypeIds] };
      return {
        writes: [room, put(endpointEntity().create(item).params(), () => new KartisError("CONFLICT"))],
        records: [{ changes: [endpointChange("webhookEndpoint.create", endpoint, null, recordedValues(endpoint))] }],
        result: endpoint,
      };
    });
    return { ...shownEndpoint(result, undefined, { clock, isWhole: true }), secret };
  },
});

/** Throws NOT_FOUND. */
export async function getEndpoint(context: OrgContext, endpointId: Id<"hok">): Promise<Endpoint> {
  const endpoint = await findEndpoint(context.principal.orgId, endpointId);
  if (!endpoint) throw new KartisError("NOT_FOUND");
  return endpoint;
}

const without = <T extends object, K extends keyof T>(value: T, ...names: K[]): Omit<T, K> => {
  const rest = { ...value };
  for (const name of names) delete rest[name];
  return rest;
};

const update = procedure({
  name: "webhooks.update",
  kind: "mutation",
  input: UpdateEndpointInput,
  can: right,
  whileImpersonating: false,
  /** Events from while Kartis had it disabled are not sent by themselves: `webhooks.replay` sends them. */
  async run({ endpointId, state, url, description, events, cardTypeIds }, context): Promise<WebhookEndpoint> {
    requireMember(context);
    if (events) requireRights(context, events);
    await requireTypes(context.principal.orgId, cardTypeIds ?? []);
    const accepted = url === undefined ? undefined : acceptedUrl(url);
    const { orgId } = context.principal;
    const { result } = await commit(commitContextOf(context), async (at) => {
      const current = await getEndpoint(context, endpointId);
      // A new URL receives all of the endpoint's events, including those that somebody else chose.
      if (accepted !== undefined && accepted !== current.url) requireRights(context, events ?? current.events);
      const wasDisabled = current.state === "disabled" && state !== undefined;
      const next: Endpoint = {
        ...(state === undefined ? current : without(current, "disabledReason")),
        ...(accepted === undefined ? {} : { url: accepted }),
        ...(description === undefined ? {} : { description }),
        ...(events === undefined ? {} : { events }),
        ...(cardTypeIds === undefined ? {} : { cardTypeIds }),
        chosenSince: sinceAfter(
          current.chosenSince,
          current,
          { events: events ?? current.events, cardTypeIds: cardTypeIds ?? current.cardTypeIds },
          at,
        ),
        ...(state === undefined ? {} : { state }),
        ...(wasDisabled ? { listensSince: at } : {}),
        version: current.version + 1,
      };
      return changeOf(current, next);
    });
    return shownEndpoint(result, await findProgress(orgId, endpointId), { clock: context.clock, isWhole: true });
  },
});

/** The endpoint's change with the values that differ; empty if none do. */
function changeOf(current: Endpoint, next: Endpoint): ChangeSet<Endpoint> {
  const { before, after } = differenceBetween(recordedValues(current), recordedValues(next));
  // A different path on the same host is a change, though the record shows only the host.
  if (Object.keys(after).length === 0 && current.url === next.url) return { writes: [], records: [], result: current };
  return {
    writes: [endpointWrite(next)],
    records: [{ changes: [endpointChange("webhookEndpoint.update", next, before, after)] }],
    result: next,
  };
}

const rotate = procedure({
  name: "webhooks.rotateSecret",
  kind: "mutation",
  input: EndpointRef,
  can: right,
  whileImpersonating: false,
  /** The previous secret also signs for 24 hours. */
  async run({ endpointId }, context): Promise<EndpointWithSecret> {
    requireMember(context);
    const { clock } = context;
    const { orgId } = context.principal;
    const secret = newSecret();
    const { result } = await commit(commitContextOf(context), async () => {
      const current = await getEndpoint(context, endpointId);
      const next: Endpoint = {
        ...current,
        secret: sealedSecret(secret, orgId, endpointId),
        previousSecret: current.secret,
        previousUntil: new Date(clock.now() + overlapMs).toISOString(),
        version: current.version + 1,
      };
      const { host } = recordedValues(next);
      return {
        writes: [endpointWrite(next)],
        records: [{ changes: [endpointChange("webhookEndpoint.rotate", next, null, { host })] }],
        result: next,
      };
    });
    return { ...shownEndpoint(result, await findProgress(orgId, endpointId), { clock, isWhole: true }), secret };
  },
});

const remove = procedure({
  name: "webhooks.remove",
  kind: "mutation",
  input: EndpointRef,
  can: right,
  whileImpersonating: false,
  /** Deletes its log and its pending messages as well. */
  async run({ endpointId }, context): Promise<{ ok: true }> {
    await commit(commitContextOf(context), async () => {
      const current = await getEndpoint(context, endpointId);
      const { orgId, version } = current;
      const key = endpointEntity().delete({ orgId, kind: "webhookEndpoint", endpointId });
      const gone = { endpointId, version: version + 1 };
      return {
        writes: [removal(key.where((attribute, { eq }) => eq(attribute.version, version)).params(), "stale")],
        records: [{ changes: [endpointChange("webhookEndpoint.delete", gone, recordedValues(current), null)] }],
        result: undefined,
      };
    });
    return { ok: true };
  },
});

export const settingsProcedures = [list, create, update, rotate, remove] as const;
