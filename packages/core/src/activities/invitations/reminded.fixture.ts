import { handler as onMeeting } from "@kartis/events/meetings/on-changed.ts";
import { handler as onChanged } from "@kartis/events/reminders/on-changed.ts";
import { handler as onFired } from "@kartis/events/reminders/on-fired.ts";
import { sendIntended } from "@kartis/tests/support/outbound.ts";
import { named } from "@kartis/tests/support/people.ts";
import { queued } from "@kartis/tests/support/queued.ts";
import { expect } from "vitest";
import type * as z from "zod";
import { meetingProcedures } from "../index.ts";
import { owner } from "../meetings/weekly.fixture.ts";
import { sweepReminders } from "../reminders/fire.ts";

const create = named(meetingProcedures, "meetings.create");

export const minute = 60_000;
export const inMinutes = (minutes: number): string =>
  `${new Date(Date.now() + minutes * minute).toISOString().slice(0, 16)}:00.000Z`;

/** Guests get reminders and no other mails. */
export const onlyReminders = { invite: false, changes: false, remind: true };

/** A meeting in twenty minutes, of which its guests are reminded fifteen before it. */
export const reminded = (guests: z.input<typeof create.input>["guests"], more: Partial<z.input<typeof create.input>> = {}) =>
  owner.call(create, {
    title: "Pilot review",
    start: inMinutes(20),
    reminder: 15,
    guests,
    notify: onlyReminders,
    ...more,
  });

/** Hands the newest records to the consumers, each more than once, and sends what follows. */
export async function settle(): Promise<void> {
  for (let time = 0; time < 2; time++)
    for (const [reaction, handler] of [
      ["meetings-on-changed", onMeeting],
      ["reminders-on-changed", onChanged],
      ["reminders-on-fired", onFired],
    ] as const)
      expect(await handler({ Records: await queued(reaction, owner.orgId, 100) })).toEqual({ batchItemFailures: [] });
  expect(await sendIntended(owner.orgId)).toBe(0);
}

/** What the sweep does in so many minutes. */
export async function sweep(minutes: number): Promise<void> {
  await settle();
  expect((await sweepReminders({ now: () => Date.now() + minutes * minute }, 20_000)).failed).toBe(0);
  await settle();
}
