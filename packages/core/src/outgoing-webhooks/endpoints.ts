import { put, type Write } from "../data/commit.ts";
import type { ChangeOf } from "../data/payloads.ts";
import type { JournalAction, Values } from "../data/journal.ts";
import type { Clock } from "../kernel/clock.ts";
import { type Id, isId, type OrgId } from "../kernel/id.ts";
import { type SelectionSince, selectedAt } from "./chosen-since.ts";
import { endpointEntity, type EndpointItem } from "./entity.ts";
import { everyEvent, isWebhookEvent, type Selection } from "./rules.ts";
import { openedSecrets } from "./secret.ts";

/** An endpoint with what only its senders need. */
export type Endpoint = Omit<EndpointItem, "events" | "chosenSince"> &
  Selection & { readonly orgId: OrgId; readonly endpointId: Id<"hok">; readonly chosenSince: SelectionSince };

function endpointOf(orgId: OrgId, item: EndpointItem): Endpoint[] {
  const { endpointId, events, createdAt, chosenSince = selectedAt(createdAt) } = item;
  if (!isId("hok", endpointId)) return [];
  // An event that no longer exists stays in the selection and has no effect.
  return [
    { ...item, orgId, endpointId, chosenSince, events: events.filter((name) => name === everyEvent || isWebhookEvent(name)) },
  ];
}

/** The endpoint, strongly consistent. */
export async function findEndpoint(orgId: OrgId, endpointId: Id<"hok">): Promise<Endpoint | undefined> {
  const { data } = await endpointEntity().get({ orgId, kind: "webhookEndpoint", endpointId }).go({ consistent: true });
  return data ? endpointOf(orgId, data)[0] : undefined;
}

/** The organization's endpoints, strongly consistent, the oldest first. */
export async function endpointsOf(orgId: OrgId): Promise<Endpoint[]> {
  const { data } = await endpointEntity().query.main({ orgId, kind: "webhookEndpoint" }).go({ consistent: true, pages: "all" });
  return data.flatMap((item) => endpointOf(orgId, item));
}

/** Writes the endpoint over the version it is based on. */
export const endpointWrite = (endpoint: Endpoint): Write =>
  put(
    endpointEntity()
      .put({ ...endpoint, events: [...endpoint.events], cardTypeIds: [...endpoint.cardTypeIds] })
      .where((attribute, { eq }) => eq(attribute.version, endpoint.version - 1))
      .params(),
    "stale",
  );

type EndpointAction = Extract<JournalAction, `webhookEndpoint.${string}`>;

/** A change of an endpoint, as recorded. Of its URL only the host is recorded: the rest may be a secret of the receiving service. */
export const endpointChange = (
  action: EndpointAction,
  { endpointId, version }: Pick<Endpoint, "endpointId" | "version">,
  before: Values | null,
  after: Values | null,
): ChangeOf<EndpointAction> => ({ action, subject: { kind: "webhookEndpoint", id: endpointId }, version, before, after });

/** The endpoint's values that the journal keeps. */
export const recordedValues = ({ url, description, events, cardTypeIds, state, disabledReason }: Endpoint): Values => ({
  host: new URL(url).host,
  description,
  events,
  cardTypeIds,
  state,
  ...(disabledReason ? { disabledReason } : {}),
});

/** The secrets that currently sign. */
export function secretsOf({ orgId, endpointId, secret, previousSecret, previousUntil }: Endpoint, clock: Clock): string[] {
  const isOverlapping = previousSecret !== undefined && previousUntil !== undefined && Date.parse(previousUntil) > clock.now();
  return openedSecrets([secret, ...(isOverlapping ? [previousSecret] : [])], orgId, endpointId);
}
