import { commit, systemContext } from "../../data/commit.ts";
import type { RecordOf } from "../../data/payloads.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type ActivityId, isId, type OrgId, type RecordId } from "../../kernel/id.ts";
import { findEffect } from "../../outbound/index.ts";
import { findActivities } from "../store.ts";
import { changeSetOf, edit } from "../writes.ts";
import { deliveryOf } from "./deliver.ts";
import { mailOf } from "./mail.ts";
import { type Delivery, deliveryAfter } from "./rules.ts";

/** Stores the outcome of an email's delivery on the email. Harmless to repeat, and in any order. */
export async function keepDelivery(
  orgId: OrgId,
  mailId: ActivityId,
  delivery: Delivery,
  clock: Clock,
  causedBy?: RecordId,
): Promise<void> {
  await commit(systemContext(orgId, "mail", clock, causedBy), async (at) => {
    const mail = (await findActivities(orgId, [mailId])).get(mailId);
    const now = mail?.type === "MAIL" ? mailOf(mail).delivery : null;
    if (!mail || now === null) return { writes: [], records: [], result: undefined };
    const changed = edit(orgId, mail, { delivery: deliveryAfter(now, delivery) }, undefined, at, "mail.deliver");
    const { writes, records } = changeSetOf(changed, mail);
    return { writes, records, result: undefined };
  });
}

/** Keeps on each mail what its effect has come to by the record: also one whose unknown outcome a person has settled, which counts as sent. The effect is read as it is now, so that late records say nothing old. */
export async function keepDeliveries(
  { orgId, id, changes }: RecordOf<"effect.succeed" | "effect.fail" | "effect.lose" | "effect.resend" | "effect.dismiss">,
  clock: Clock,
): Promise<void> {
  for (const { subject, after } of changes) {
    if (after?.purpose !== "mail" && after?.purpose !== "gmail") continue;
    const effect = await findEffect(orgId, subject.id);
    const delivery = effect && deliveryOf(effect.state);
    if (delivery && isId("act", effect.subjectId)) await keepDelivery(orgId, effect.subjectId, delivery, clock, id);
  }
}
