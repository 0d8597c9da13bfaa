/*
 * Calls of providers about what an organization has them do: taken in once, however often they are delivered. Owns: events, for thirty days.
 * Invariant: an event is stored with the record that makes its consumer act, in one transaction, before the provider gets its answer.
 * Records: webhook.receive.
 */
import { check, commit, type CommitContext, put, systemContext } from "../data/commit.ts";
import type { JournalAction } from "../data/journal.ts";
import type { RecordOf } from "../data/payloads.ts";
import { type Clock, systemClock, epochSeconds } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { type OrgId } from "../kernel/id.ts";
import { findOrganization } from "../organizations/index.ts";
import { webhookEventEntity } from "./entity.ts";
import type { WebhookSource } from "./schema.ts";

export { forgetEvents } from "./forget.ts";

const keptDays = 30;

export interface Received {
  readonly source: WebhookSource;
  readonly key: string;
  /** Another key that the same call delivered again may have instead. */
  readonly alias?: string | undefined;
  readonly subjectId: string;
  readonly payload: unknown;
}

/** Stores the event and its record. Of one that is stored already nothing is, and nothing follows. Throws NOT_FOUND for an organization that there is not. */
export const receive = (orgId: OrgId, event: Received, clock: Clock = systemClock): Promise<void> =>
  receiveAll(orgId, [event], clock);

/** As many fit a transaction and an event on the bus. */
const together = 25;

/** The same for the events of one call, as few records as they need. */
export async function receiveAll(orgId: OrgId, events: readonly Received[], clock: Clock = systemClock): Promise<void> {
  if (!(await findOrganization(orgId))) throw new KartisError("NOT_FOUND");
  // One that is delivered twice in a call would write one item twice.
  const once = [...new Map(events.map((event) => [`${event.source}.${event.key}`, event])).values()];
  for (let from = 0; from < once.length; from += together) {
    const some = once.slice(from, from + together);
    if (await store(orgId, some, clock)) continue;
    // Some of them are known already.
    if (some.length > 1) for (const event of some) await store(orgId, [event], clock);
  }
}

const creation = (event: Parameters<ReturnType<typeof webhookEventEntity>["create"]>[0]) =>
  put(webhookEventEntity().create(event).params(), () => new KartisError("CONFLICT"));

/** @returns false if one of them is stored already; then none is. */
async function store(orgId: OrgId, events: readonly Received[], clock: Clock): Promise<boolean> {
  const context = systemContext(orgId, "webhooks", clock);
  const expiresAt = epochSeconds(clock.now()) + keptDays * 86_400;
  try {
    await commit(context, async (at) => ({
      writes: events.flatMap(({ alias, ...event }) => [
        creation({ orgId, ...event, at, expiresAt }),
        ...(alias ? [creation({ orgId, ...event, key: alias, payload: undefined, at, expiresAt })] : []),
      ]),
      records: [
        {
          changes: events.map(({ source, key }) => ({
            action: "webhook.receive",
            subject: { kind: "webhook", id: `${source}.${key}` },
            version: 1,
            before: null,
            after: { source, key },
          })),
        },
      ],
      result: undefined,
    }));
    return true;
  } catch (error) {
    if (error instanceof KartisError && error.code === "CONFLICT") return false;
    throw error;
  }
}

/** An event that is still kept, with its payload. */
export async function findEvent(orgId: OrgId, source: WebhookSource, key: string): Promise<Received | undefined> {
  const { data } = await webhookEventEntity().get({ orgId, source, key }).go({ consistent: true });
  return data?.payload === undefined ? undefined : { source, key, subjectId: data.subjectId, payload: data.payload };
}

/** Has an event's consumer act on it again. Throws NOT_FOUND for one that is no longer kept. */
export async function receiveAgain(context: CommitContext, source: WebhookSource, key: string): Promise<void> {
  const { orgId } = context;
  await commit(context, async () => ({
    writes: [
      check(
        webhookEventEntity()
          .get({ orgId, source, key })
          .where((attribute, { exists }) => exists(attribute.payload))
          .params(),
        () => new KartisError("NOT_FOUND"),
      ),
    ],
    records: [
      {
        changes: [
          {
            action: "webhook.receive",
            subject: { kind: "webhook", id: `${source}.${key}` },
            version: 1,
            before: null,
            after: { source, key },
          },
        ],
      },
    ],
    result: undefined,
  }));
}

/** The events of a source that a record is about. Those past their time, or erased, are left out. */
export async function eventsOf(
  { orgId, changes }: Pick<RecordOf<JournalAction>, "orgId" | "changes">,
  source: WebhookSource,
): Promise<Received[]> {
  const keys = changes.flatMap(({ action, after }) =>
    action === "webhook.receive" && after?.source === source ? [after.key] : [],
  );
  const found = await Promise.all(keys.map((key) => findEvent(orgId, source, key)));
  return found.filter((event) => event !== undefined);
}
