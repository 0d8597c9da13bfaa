import type { findActivities, shownActivity } from "../activities/index.ts";
import type { findCards, visible } from "../cards/index.ts";
import type { Change, JournalRecord } from "../data/journal.ts";
import { isId } from "../kernel/id.ts";
import { isWebhookEvent, testEvent, webhookEvents } from "./rules.ts";

/** Reads the subjects of events; injected, so that the API's endpoint procedures do not bundle everything about cards and activities. */
export interface Reads {
  readonly findCards: typeof findCards;
  readonly visible: typeof visible;
  readonly findActivities: typeof findActivities;
  readonly shownActivity: typeof shownActivity;
}

/** Version of the payload's format, included in each payload. A breaking change increments it. */
const form = 1;

/**
 * The body of a message: `{ type, timestamp, data }` of Standard Webhooks. `data.object` is the subject as `GET /api/v1` returns it when the body is built; null
 * if it is gone. `data.changes` is what this event changed. For a card's passwords, both only show that there is one.
 * Undefined for a change that is not in the record.
 */
export async function bodyOf(event: string, record: JournalRecord, at: number, reads: Reads): Promise<string | undefined> {
  const change = record.changes[at];
  if (!change || !isWebhookEvent(event)) return undefined;
  const { kind } = webhookEvents[event];
  const object = await objectOf(record, change, reads);
  const { subject, version } = change;
  return JSON.stringify({
    type: event,
    timestamp: record.at,
    data: {
      form,
      organizationId: record.orgId,
      recordId: record.id,
      actor: { kind: record.actor.kind, id: record.actor.id },
      origin: record.origin,
      kind,
      id: subject.id,
      version,
      ...(subject.typeId === undefined ? {} : { typeId: subject.typeId }),
      object,
      changes: object ? changesIn(change, object) : {},
    },
  });
}

/** The body of a test. */
export const testBody = (orgId: string, at: string): string =>
  JSON.stringify({ type: testEvent, timestamp: at, data: { form, organizationId: orgId } });

async function objectOf({ orgId }: JournalRecord, { subject }: Change, reads: Reads): Promise<object | null> {
  if (isId("crd", subject.id)) {
    const card = (await reads.findCards(orgId, [subject.id])).get(subject.id);
    return card ? reads.visible(card) : null;
  }
  if (!isId("act", subject.id)) return null;
  const activity = (await reads.findActivities(orgId, [subject.id])).get(subject.id);
  return activity ? reads.shownActivity(activity).value : null;
}

/** Values before and after, by name. For an activity, only those that the API returns: the others are internal. */
function changesIn({ subject, before, after }: Change, object: object): Record<string, { before: unknown; after: unknown }> {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const isShown = (name: string) => subject.kind === "card" || Object.hasOwn(object, name);
  return Object.fromEntries(
    [...names].filter(isShown).map((name) => [name, { before: before?.[name] ?? null, after: after?.[name] ?? null }]),
  );
}
