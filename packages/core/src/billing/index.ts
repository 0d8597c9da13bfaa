/*
 * Plan and billing. Owns: checkouts; the organization's plan is changed here and nowhere else.
 * Invariant: a plan changes once per paid checkout, however often it is confirmed; never to one that usage exceeds. Records: plan.update.
 */
import * as z from "zod";
import { commit, type CommitContext, commitContextOf, update } from "../data/commit.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { env } from "../kernel/env.ts";
import { KartisError } from "../kernel/error.ts";
import { newId, type OrgId } from "../kernel/id.ts";
import type { PlanState } from "../kernel/plan.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { findBilling, planWrite, requireAdministrator } from "../organizations/index.ts";
import { isMonthly, type LimitName, limitNames, limitOf, setLimit, displayAmount, usedAt, usedOf } from "../plans/index.ts";
import { smsBalanceOf } from "../sms/index.ts";
import { checkoutEntity } from "./entity.ts";
import { amountOf, priceCurrency } from "./rules.ts";
import { findSession, openSession } from "./provider.ts";
import { CheckoutInput, CheckoutRef, type CheckoutState, type PlanView, type Usage } from "./schema.ts";

/** How much of each limit is used; of SMS and of limits by the month, of this month's allowance. */
export async function usageOf(orgId: OrgId, plan: PlanState["type"], clock: Clock): Promise<Usage[]> {
  const at = instant(clock);
  const sms = await smsBalanceOf(orgId, plan, at);
  const used = (name: LimitName) => (name === "smsBalance" ? sms.used : usedAt(orgId, name, at));
  return Promise.all(limitNames.map(async (name) => ({ name, used: await used(name), limit: limitOf(plan, name) })));
}

const billed = async (orgId: OrgId) => {
  const billing = await findBilling(orgId);
  if (!billing) throw new KartisError("UNAUTHORIZED_NO_ORG");
  return billing;
};

const plan = procedure({
  name: "billing.plan",
  kind: "query",
  input: z.object({}),
  can: ["ORGANIZATION", "read"],
  plan: "any",
  async run(_, { principal: { orgId } }): Promise<PlanView> {
    const [{ type, endsAt, cycle, renewsAt }, seatsUsed] = await Promise.all([billed(orgId), usedOf(orgId, "users")]);
    return { type, endsAt, cycle, renewsAt, seatsUsed, seatLimit: limitOf(type, "users") };
  },
});

const usage = procedure({
  name: "billing.usage",
  kind: "query",
  input: z.object({}),
  can: ["ORGANIZATION", "read"],
  plan: "any",
  run: async (_, { principal: { orgId }, clock }): Promise<Usage[]> => usageOf(orgId, (await billed(orgId)).type, clock),
});

/** A plan below the current usage would put the organization over its limits at once; what is used of a month's allowance does not count. */
async function requireFit(orgId: OrgId, next: PlanState["type"], clock: Clock): Promise<void> {
  const usage = await usageOf(orgId, next, clock);
  const over = usage.find(({ name, used, limit }) => name !== "smsBalance" && !isMonthly(name) && limit !== null && used > limit);
  if (over)
    throw new KartisError("PRECONDITION_FAILED", {
      messageKey: `errors.planTooSmall.${over.name}`,
      params: { limit: displayAmount(over.name, over.limit ?? 0), used: displayAmount(over.name, over.used) },
    });
}

const checkout = procedure({
  name: "billing.checkout",
  kind: "mutation",
  input: CheckoutInput,
  can: ["ORGANIZATION", "update"],
  whileImpersonating: false,
  plan: "any",
  /** Begins a change of plan. @returns where the person pays; they come back to the plan page with `?checkout=`. */
  async run({ plan: next, cycle }, context): Promise<{ checkoutId: string; url: string }> {
    requireAdministrator(context);
    const { orgId } = context.principal;
    const current = await billed(orgId);
    // SPEC section 4: the current active subscription cannot be bought again.
    if (current.type === next && current.cycle === cycle)
      throw new KartisError("CONFLICT", { messageKey: "errors.planIsCurrent" });
    await requireFit(orgId, next, context.clock);
    const seats = Math.max(1, await usedOf(orgId, "users"));
    const amountMinor = amountOf(next, cycle, seats);
    const checkoutId = newId("chk", context.clock.now());
    const item = {
      orgId,
      kind: "checkout",
      checkoutId,
      plan: next,
      cycle,
      seats,
      amountMinor,
      createdAt: new Date(context.clock.now()).toISOString(),
    } as const;
    await checkoutEntity()
      .put({ ...item, state: "open" })
      .go();
    const session = await openSession({
      reference: checkoutId,
      amountMinor,
      currency: priceCurrency,
      description: `Kartis ${next} ${cycle}, ${seats}`,
      returnUrl: `${env("PUBLIC_ORIGIN")}/settings/plan-and-billing?checkout=${checkoutId}`,
    });
    await checkoutEntity().patch({ orgId, kind: "checkout", checkoutId }).set({ sessionId: session.id }).go();
    return { checkoutId, url: session.url };
  },
});

const confirm = procedure({
  name: "billing.confirm",
  kind: "mutation",
  input: CheckoutRef,
  can: ["ORGANIZATION", "update"],
  whileImpersonating: false,
  plan: "any",
  /** Asks the provider for the state of a checkout, and changes the plan when it is paid; harmless to repeat. Throws PAYMENT_REQUIRED when it was declined. */
  async run({ checkoutId }, context): Promise<{ state: CheckoutState }> {
    requireAdministrator(context);
    const { orgId } = context.principal;
    const { data: begun } = await checkoutEntity().get({ orgId, kind: "checkout", checkoutId }).go({ consistent: true });
    if (!begun?.sessionId) throw new KartisError("NOT_FOUND");
    if (begun.state === "paid") return { state: "paid" };
    const { state } = await findSession(begun.sessionId);
    if (state === "declined") throw new KartisError("PAYMENT_REQUIRED", { messageKey: "errors.subscribeFailed" });
    if (state === "paid") await activate(begun, context);
    return { state };
  },
});

interface Begun {
  readonly checkoutId: string;
  readonly plan: PlanState["type"];
  readonly cycle: "monthly" | "yearly";
  readonly seats: number;
}

/** Of two simultaneous confirmations, only one changes the plan. */
async function activate({ checkoutId, plan: next, cycle, seats }: Begun, context: OrgContext): Promise<void> {
  const { orgId } = context.principal;
  await commit(commitContextOf(context), async (at) => {
    const { data: now } = await checkoutEntity().get({ orgId, kind: "checkout", checkoutId }).go({ consistent: true });
    if (now?.state === "paid") return { writes: [], records: [], result: undefined };
    const current = await billed(orgId);
    const endsAt = renewal(at, cycle);
    const { write, change } = planWrite(orgId, current, { type: next, cycle, endsAt: null, renewsAt: endsAt });
    return {
      writes: [
        write,
        update(
          checkoutEntity()
            .patch({ orgId, kind: "checkout", checkoutId })
            .set({ state: "paid" })
            .where((attribute, { eq }) => eq(attribute.state, "open"))
            .params(),
          "stale",
        ),
      ],
      records: [{ changes: [{ ...change, after: { ...change.after, seats } }] }],
      result: undefined,
    };
  });
  await setLimits(orgId, next, context.clock);
}

async function setLimits(orgId: OrgId, plan: PlanState["type"], clock: Clock): Promise<void> {
  for (const name of limitNames) await setLimit(orgId, plan, name, instant(clock));
}

/**
 * Gives the organization another plan, with or without an end date, as the platform decides; usage above its limits stays. Recorded in the organization's own
 * journal, by the actor of `context`.
 */
export async function givePlan(context: CommitContext, next: PlanState["type"], endsAt: string | null): Promise<void> {
  const { orgId } = context;
  await commit(context, async () => {
    const current = await findBilling(orgId);
    if (!current) throw new KartisError("NOT_FOUND");
    if (current.type === next && current.endsAt === endsAt) return { writes: [], records: [], result: undefined };
    // A paid period continues as long as the plan stays the same.
    const paid = current.type === next ? { cycle: current.cycle, renewsAt: current.renewsAt } : { cycle: null, renewsAt: null };
    const { write, change } = planWrite(orgId, current, { type: next, endsAt, ...paid });
    const dated = { before: { ...change.before, planEndsAt: current.endsAt }, after: { ...change.after, planEndsAt: endsAt } };
    return { writes: [write], records: [{ changes: [{ ...change, ...dated }] }], result: undefined };
  });
  await setLimits(orgId, next, context.clock);
}

/** The same day of the next month or year; the last day where the month is shorter. */
function renewal(at: string, cycle: "monthly" | "yearly"): string {
  const from = new Date(at);
  const months = cycle === "yearly" ? 12 : 1;
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1, from.getUTCHours(), from.getUTCMinutes()));
  const days = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), days));
  return to.toISOString();
}

export const billingProcedures = [plan, usage, checkout, confirm] as const;
