import { dueCards } from "@kartis/core/automations/engine/turn.ts";
import { dueSchedules } from "@kartis/core/automations/engine/schedule.ts";
import { sweepReminders } from "@kartis/core/activities/reminders/fire.ts";
import { sweepReminderSms } from "@kartis/core/activities/reminders/sms/waiting.ts";
import { aroundRequests } from "@kartis/core/data/connection.ts";
import { dueLanes } from "@kartis/core/data/due-index.ts";
import { everyEntity } from "@kartis/core/deletion/every-entity.fixture.ts";
import { dueMailboxes } from "@kartis/core/gmail/progress.ts";
import { systemClock as clock } from "@kartis/core/kernel/clock.ts";
import { sweepMails } from "@kartis/core/notifications/mail/sweep.ts";
import { sweepDeliveries } from "@kartis/core/outgoing-webhooks/progress.ts";
import { sweepCalls } from "@kartis/core/voip/sweep.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Backend, startBackend } from "../support/backend.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const runMs = 20_000;

async function all(found: AsyncIterable<unknown>): Promise<void> {
  for await (const one of found) void one;
}

/** Sweeps of everything that is due, of all organizations, by the entity of its index. */
const sweeps: Readonly<Record<string, () => Promise<unknown>>> = {
  automationSchedule: () => all(dueSchedules(clock)),
  automationTurn: () => all(dueCards(clock)),
  call: () => sweepCalls(clock, runMs),
  gmailProgress: () => all(dueMailboxes(clock)),
  notificationMail: () => sweepMails(clock, runMs),
  reminder: () => sweepReminders(clock, runMs),
  reminderSms: () => sweepReminderSms(clock, runMs),
  voipCallLog: () => sweepCalls(clock, runMs),
  webhookProgress: () => sweepDeliveries(clock, runMs),
};

/** Names of the entities whose queries ask the lanes for all that sorts before a time, or after one: of others as well. */
const unbounded: string[] = [];
const asked = new Set<string>();
const entityOf = (key: unknown): string => /^\$(\w+?)_\d/.exec(String(key))?.[1] ?? String(key);

it("sweeps read the lanes between two times of their own entity, and nothing that waits of others", async () => {
  const stop = aroundRequests(({ operation, input }, next) => {
    const { KeyConditionExpression: condition, ExpressionAttributeValues: values } = Object(input) as Record<string, unknown>;
    const [lane, from, until] = [":pk", ":sk1", ":sk2"].map((name): unknown => Object(values)[name]);
    if (operation === "Query" && /^\$kartis#(?:lane|shard)_/.test(String(lane))) {
      asked.add(entityOf(from));
      if (!String(condition).includes("BETWEEN") || entityOf(from) !== entityOf(until)) unbounded.push(entityOf(from));
    }
    return next();
  });
  for (const sweep of Object.values(sweeps)) await sweep();
  stop();
  const inLanes = (await everyEntity()).filter(({ attributes }) =>
    Object.values(attributes).some((attribute) => Object(attribute).type === dueLanes),
  );
  expect([...asked].toSorted()).toEqual(inLanes.map(({ name }) => name).toSorted());
  expect(unbounded).toEqual([]);
});
