import { handler } from "@kartis/events/meetings/on-changed.ts";
import type { Backend } from "@kartis/tests/support/backend.ts";
import { sendIntended } from "@kartis/tests/support/outbound.ts";
import { queued } from "@kartis/tests/support/queued.ts";
import ICAL from "ical.js";
import { expect } from "vitest";
import { backend, owner } from "../meetings/weekly.fixture.ts";

let addresses = 0;
/** An address that nobody has had. */
export const newAddress = (): string => `guest${++addresses}.${process.pid}@bakony.example`;

/** Everything that follows from the newest records, as the queues bring it: each more than once. */
export async function react(): Promise<void> {
  const Records = await queued("meetings-on-changed", owner.orgId, 50);
  for (let time = 0; time < 2; time++) expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
  for (let time = 0; time < 2; time++) expect(await sendIntended(owner.orgId)).toBe(0);
}

export type Mail = ReturnType<Backend["engines"]["mail"]["listMails"]>[number];
/** The latest first. */
export const mailsTo = (to: string): Mail[] => backend.engines.mail.listMails({ to, limit: 100 });
export const subjectsTo = (to: string): string[] => mailsTo(to).map(({ subject }) => subject);
export const tokenIn = (text: string | undefined): string => /\/rsvp\/([^?\s)]+)/.exec(text ?? "")?.[1] ?? expect.fail("no link");

/** The text of the calendar file of an invitation. */
export function fileOf(mail: Mail | undefined): string {
  const { base64 } = mail?.attachments.find(({ name }) => name === "invite.ics") ?? expect.fail("no calendar");
  return Buffer.from(base64, "base64").toString();
}
export const calendarOf = (mail: Mail | undefined): ICAL.Component => new ICAL.Component(ICAL.parse(fileOf(mail)));
