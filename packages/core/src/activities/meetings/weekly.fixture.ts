import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type * as z from "zod";
import { errorShape } from "../../kernel/error.ts";
import type { ActivityId } from "../../kernel/id.ts";
import { meetingProcedures } from "../index.ts";

const [create, update, get] = [
  named(meetingProcedures, "meetings.create"),
  named(meetingProcedures, "meetings.update"),
  named(meetingProcedures, "meetings.get"),
];

export let backend: Backend;
export let owner: Owner;

/** Gives each test an organization. */
export function setUpMeetings(of: Parameters<typeof newOwner>[0] = {}): void {
  beforeAll(async () => {
    backend = await startBackend();
  });
  beforeEach(async () => {
    owner = await newOwner(of);
  });
  afterAll(() => backend.close());
}

export const addressed = (...emails: readonly string[]): { email: string }[] => emails.map((email) => ({ email }));

/** A meeting every Monday at nine in UTC from 3 June 2030. */
export const series = (emails: readonly string[], more: Partial<z.input<typeof create.input>> = {}) =>
  owner.call(create, {
    title: "Pilot review",
    start: "2030-06-03T09:00Z",
    timeZone: "UTC",
    repeat: { frequency: "week", every: 1, weekdays: ["MO"], ends: { type: "never" } },
    guests: addressed(...emails),
    ...more,
  });

/** Changes one of its times. */
export const one = (meetingId: ActivityId, day: string, change: Partial<z.input<typeof update.input>>) =>
  owner.call(update, { ...change, meetingId, scope: "one", day });

/** One of its times. */
export const at = async (meetingId: ActivityId, day: string) =>
  (await owner.call(get, { meetingId, day })).occurrence ?? expect.fail("no time");

/** How a call was refused. */
export const refusal = (promise: Promise<unknown>): Promise<ReturnType<typeof errorShape>> =>
  promise.then(
    () => expect.fail("was not refused"),
    (error: unknown) => errorShape(error, "r"),
  );
