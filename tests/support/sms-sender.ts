import { commit } from "@kartis/core/data/commit.ts";
import { systemActor } from "@kartis/core/kernel/actor.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { newId, type OrgId } from "@kartis/core/kernel/id.ts";
import { topUp } from "@kartis/core/sms/balance.ts";
import type { SenderId } from "@kartis/core/sms/schema.ts";
import { senderWrite } from "@kartis/core/sms/senders.ts";

/** Makes this process's environment one with an SMS provider: the existing one, or one that does not exist. */
export function offerSms(): void {
  if (process.env["SMS_PROVIDER"] !== undefined) return;
  Object.assign(process.env, { SMS_PROVIDER: "twilio", SMS_URL: "http://127.0.0.1:9", SMS_ACCOUNT: "AC1", SMS_SECRET: "secret" });
}

/** Gives an organization a sender as if its code had been entered: a name, or a number as it is dialed at home with its E.164 form. */
export async function proveSender(
  { orgId }: { readonly orgId: OrgId },
  name = "Meridian",
  phone?: `+${string}`,
): Promise<SenderId> {
  offerSms();
  const id = newId("snd");
  const actor = systemActor(orgId, "test");
  await commit({ orgId, actor, clock: systemClock, requestId: newId("req"), origin: "system" }, async (at) => {
    const sender = {
      id,
      version: 1,
      name,
      kind: phone ? "number" : "name",
      phone: phone ?? "+972541234567",
      verifiedAt: at,
      isDefault: true,
      createdAt: at,
    } as const;
    const { write, change } = senderWrite(orgId, "smsSender.create", sender);
    return { writes: [write], records: [{ changes: [change] }], result: undefined };
  });
  return id;
}

/** Adds SMS parts to an organization's balance. */
export async function fillBalance({ orgId }: { readonly orgId: OrgId }, parts: number): Promise<void> {
  const actor = systemActor(orgId, "test");
  await commit({ orgId, actor, clock: systemClock, requestId: newId("req"), origin: "system" }, (at) =>
    Promise.resolve({ writes: topUp({ orgId, at }, parts), records: [], result: undefined }),
  );
}
