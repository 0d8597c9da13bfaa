import { notifyProcedure } from "@kartis/core/automations/notify.ts";
import { pushesOf } from "@kartis/core/identity/pushes.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import type { Procedure } from "@kartis/core/kernel/procedure.ts";
import { keepNotices } from "@kartis/core/notifications/notify.ts";
import { notifyOwn } from "@kartis/core/realtime/notify-own.ts";

const notify = notifyProcedure({
  keepNotices,
  pushesOf,
  async told(userIds, orgId) {
    for (const userId of userIds) await notifyOwn(orgId, userId, "notifications", systemClock);
  },
});

/** The domains whose procedures automations call, by the first word of their names; each is read when it is first called. */
const domains: Readonly<Record<string, () => Promise<readonly Procedure[]>>> = {
  automations: () => Promise.resolve([notify]),
  cards: async () => (await import("@kartis/core/cards/procedures.ts")).cardProcedures,
  tasks: async () => (await import("@kartis/core/activities/tasks/procedures.ts")).taskProcedures,
  meetings: async () => (await import("@kartis/core/activities/meetings/procedures.ts")).meetingProcedures,
  mails: async () => (await import("@kartis/core/activities/mails/procedures.ts")).mailProcedures,
  sms: async () => (await import("@kartis/core/activities/sms/procedures.ts")).smsProcedures,
  whatsapp: async () => (await import("@kartis/core/activities/whatsapp/procedures.ts")).whatsappProcedures,
};

/** The procedure of that name; undefined where no action calls its domain. */
export async function procedureNamed(name: string): Promise<Procedure | undefined> {
  const [domain = ""] = name.split(".");
  return (await domains[domain]?.())?.find((candidate) => candidate.name === name);
}
