/*
 * Calls of providers about what an organization has them do: taken in once, however often they are delivered. Owns: events, for thirty days.
 * Invariant: an event is stored with the record that makes its consumer act, in one transaction, before the provider gets its answer.
 * Records: webhook.receive.
 */
import { commit, put } from "../data/commit.ts";
import type { JournalAction } from "../data/journal.ts";
import type { RecordOf } from "../data/payloads.ts";
import { systemActor } from "../kernel/actor.ts";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { newId, type OrgId } from "../kernel/id.ts";
import { findOrganization } from "../organizations/index.ts";
import { webhookEventEntity } from "./entity.ts";
import type { WebhookSource } from "./schema.ts";

const keptDays = 30;

export interface Received {
  readonly source: WebhookSource;
  readonly key: string;
  readonly subjectId: string;
  readonly payload: unknown;
}

/** Stores the event and its record. Of one that is stored already nothing is, and nothing follows. Throws NOT_FOUND for an organization that there is not. */
export async function receive(
  orgId: OrgId,
  { source, key, subjectId, payload }: Received,
  clock: Clock = systemClock,
): Promise<void> {
  if (!(await findOrganization(orgId))) throw new KartisError("NOT_FOUND");
  const context = { orgId, actor: systemActor(orgId, "webhooks"), clock, requestId: newId("req"), origin: "system" as const };
  const expiresAt = Math.floor(clock.now() / 1000) + keptDays * 86_400;
  try {
    await commit(context, async (at) => ({
      writes: [
        put(
          webhookEventEntity().create({ orgId, source, key, subjectId, payload, at, expiresAt }).params(),
          () => new KartisError("CONFLICT"),
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
  } catch (error) {
    if (!(error instanceof KartisError && error.code === "CONFLICT")) throw error;
  }
}

/** The events of a source that a record is about. Those past their time are left out. */
export async function eventsOf(
  { orgId, changes }: Pick<RecordOf<JournalAction>, "orgId" | "changes">,
  source: WebhookSource,
): Promise<Received[]> {
  const keys = changes.flatMap(({ action, after }) =>
    action === "webhook.receive" && after?.source === source ? [after.key] : [],
  );
  const found = await Promise.all(keys.map((key) => webhookEventEntity().get({ orgId, source, key }).go({ consistent: true })));
  return found.flatMap(({ data }) => (data ? [{ source, key: data.key, subjectId: data.subjectId, payload: data.payload }] : []));
}
