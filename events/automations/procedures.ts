import type { Procedure } from "@kartis/core/kernel/procedure.ts";

/** Procedures that automations call, by the prefix of their names. Each domain is imported on its first call. */
const domains: Readonly<Record<string, () => Promise<readonly Procedure[]>>> = {
  automations: async () => [(await import("./notify.ts")).notify, (await import("./call.ts")).call],
  cards: async () => (await import("@kartis/core/cards/procedures.ts")).cardProcedures,
  tasks: async () => (await import("@kartis/core/activities/tasks/procedures.ts")).taskProcedures,
  meetings: async () => (await import("@kartis/core/activities/meetings/procedures.ts")).meetingProcedures,
  mails: async () => (await import("@kartis/core/activities/mails/procedures.ts")).mailProcedures,
  sms: async () => (await import("@kartis/core/activities/sms/procedures.ts")).smsProcedures,
  whatsapp: async () => (await import("@kartis/core/activities/whatsapp/procedures.ts")).whatsappProcedures,
};

/** Undefined if no action calls the procedure's domain. */
export async function procedureNamed(name: string): Promise<Procedure | undefined> {
  const [domain = ""] = name.split(".");
  return (await domains[domain]?.())?.find((candidate) => candidate.name === name);
}
