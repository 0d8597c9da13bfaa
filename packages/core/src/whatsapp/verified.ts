import { type Clock, instant } from "../kernel/clock.ts";
import type { OrgId } from "../kernel/id.ts";
import { whatsappHookEntity } from "./entity.ts";

/** Stores that Meta has just verified the organization's webhook URL. */
export async function noteVerified(orgId: OrgId, clock: Clock): Promise<void> {
  await whatsappHookEntity()
    .put({ orgId, verifiedAt: instant(clock) })
    .go();
}

/** When Meta last verified it; null if it never did. */
export async function verifiedAt(orgId: OrgId): Promise<string | null> {
  const { data } = await whatsappHookEntity().get({ orgId }).go({ consistent: true });
  return data?.verifiedAt ?? null;
}
