import { update, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import type { OrgId } from "../kernel/id.ts";
import type { PlanState } from "../kernel/plan.ts";
import { organizationEntity } from "./entity.ts";

/** The part of an organization that plans and billing need. */
export interface Billing {
  readonly version: number;
  readonly type: PlanState["type"];
  /** End of a trial; null for other plans. */
  readonly endsAt: string | null;
  readonly cycle: "monthly" | "yearly" | null;
  readonly renewsAt: string | null;
}

/** Strongly consistent; undefined when there is no such organization. */
export async function findBilling(orgId: OrgId): Promise<Billing | undefined> {
  const { data } = await organizationEntity().get({ orgId, kind: "organization" }).go({ consistent: true });
  if (!data) return undefined;
  const { version, planType, planEndsAt, billingCycle, renewsAt } = data;
  return { version, type: planType, endsAt: planEndsAt ?? null, cycle: billingCycle ?? null, renewsAt: renewsAt ?? null };
}

/** The write and the change that give the organization another plan, for a `commit()`; `null` removes what the new plan does not have. */
export function planWrite(
  orgId: OrgId,
  current: Billing,
  next: Omit<Billing, "version">,
): { write: Write; change: Change & { readonly after: Record<string, unknown> } } {
  const version = current.version + 1;
  const values = { planEndsAt: next.endsAt, billingCycle: next.cycle, renewsAt: next.renewsAt };
  const gone = (Object.keys(values) as (keyof typeof values)[]).filter((key) => values[key] === null);
  const set = {
    planType: next.type,
    version,
    ...(next.endsAt === null ? {} : { planEndsAt: next.endsAt }),
    ...(next.cycle === null ? {} : { billingCycle: next.cycle }),
    ...(next.renewsAt === null ? {} : { renewsAt: next.renewsAt }),
  };
  const recordedValues = ({ type, cycle }: Pick<Billing, "type" | "cycle">) => ({ plan: type, cycle });
  return {
    write: update(
      organizationEntity()
        .patch({ orgId, kind: "organization" })
        .set(set)
        .remove(gone)
        .where((attribute, { eq }) => eq(attribute.version, current.version))
        .params(),
      "stale",
    ),
    change: {
      action: "plan.update",
      subject: { kind: "organization", id: orgId },
      version,
      before: recordedValues(current),
      after: recordedValues(next),
    },
  };
}
