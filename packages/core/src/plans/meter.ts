import { randomInt } from "node:crypto";
import { put, update, type Write } from "../data/commit.ts";
import { writeUnjournalled } from "../data/unjournalled.ts";
import { KartisError } from "../kernel/error.ts";
import type { OrgId } from "../kernel/id.ts";
import type { PlanState } from "../kernel/plan.ts";
import { meterEntity } from "./entity.ts";
import { isMonthly, type LimitName, limitOf, type MonthlyLimit } from "./limits.ts";

/** Parts that are written in parallel. Limits used rarely, or by large amounts, have one. */
const partsOf: Readonly<Partial<Record<LimitName, number>>> = { cards: 8, activities: 8, automationRunsPerMonth: 8 };
const pool = "pool";
/** Unlimited: more than anybody will ever use, and still exact in a double. */
const endless = 2 ** 50;

interface Part {
  readonly part: string;
  readonly used: number;
  readonly left: number;
  readonly limit?: number | undefined;
}

const partNames = (meter: LimitName): string[] => Array.from({ length: partsOf[meter] ?? 1 }, (_, index) => String(index));

/** What is counted: the use of a limit or, of one that is by the month, its use within the month of the instant. */
interface Meter {
  readonly limit: LimitName;
  readonly name: string;
}
const meterOf = (limit: LimitName, at: string): Meter => ({
  limit,
  name: isMonthly(limit) ? `${limit} ${at.slice(0, 7)}` : limit,
});

async function partsRead(orgId: OrgId, { name }: Meter): Promise<Part[]> {
  const { data } = await meterEntity().query.main({ orgId, meter: name }).go({ consistent: true, pages: "all" });
  return data;
}

const sumOf = (parts: readonly Part[], key: "used" | "left"): number => parts.reduce((sum, part) => sum + part[key], 0);

/** Usage of the organization at the instant, strongly consistent: of a limit by the month, within that month so far. */
export async function usedAt(orgId: OrgId, limit: LimitName, at: string): Promise<number> {
  return sumOf(await partsRead(orgId, meterOf(limit, at)), "used");
}

/** The same of a limit that is not by the month. */
export const usedOf = (orgId: OrgId, limit: Exclude<LimitName, MonthlyLimit>): Promise<number> => usedAt(orgId, limit, "");

/**
 * Amount of a plan limit that one commit takes or returns. Exact under concurrency, because usage moves in the transaction of what uses it; and without a
 * queue, because each part has its own allowance, refilled from the pool and, when that is empty, from the others. Made once per call and asked each time its
 * commit is prepared: the first time it writes without reading, after that it reads first.
 */
export class Allowance {
  readonly #orgId: OrgId;
  readonly #meter: Meter;
  readonly #limit: number | null;
  readonly #part: string;
  #asked = false;

  /**
   * `plan` null: nothing limits the actor (the system finishes what was begun), but it is counted.
   * @param at in its month, for a limit by the month
   */
  constructor(orgId: OrgId, plan: Pick<PlanState, "type"> | null, limit: LimitName, at = "") {
    this.#orgId = orgId;
    this.#meter = meterOf(limit, at);
    this.#limit = plan ? (limitOf(plan.type, limit) ?? endless) : null;
    this.#part = String(randomInt(partNames(limit).length));
  }

  /** Writes for a commit that uses this much more. Throws PAYMENT_REQUIRED, naming limit and usage, when the plan does not allow it. */
  async take(amount: number): Promise<Write[]> {
    if (amount === 0) return [];
    if (this.#limit === null) return [this.#move(amount, "counted")];
    if (this.#asked) await this.#refill(amount, this.#limit);
    this.#asked = true;
    return [this.#move(amount, "limited")];
  }

  /** Throws PAYMENT_REQUIRED when there is no room for this much more now, without taking it. */
  async require(amount: number): Promise<void> {
    if (this.#limit === null) return;
    const used = sumOf(await partsRead(this.#orgId, this.#meter), "used");
    if (used + amount > this.#limit) throw overLimit(this.#meter.limit, this.#limit, used);
  }

  /**
   * Writes for a commit that frees this much. It is not this part's to use: after a change to a smaller plan, usage may still be over the limit. Whoever finds
   * their part empty deals it out again.
   */
  give(amount: number): Write[] {
    if (amount === 0) return [];
    return [update(meterEntity().update(this.#key).add({ used: -amount, left: 0 }).params(), "stale")];
  }

  get #key() {
    return { orgId: this.#orgId, meter: this.#meter.name, part: this.#part };
  }

  #move(amount: number, how: "limited" | "counted"): Write {
    const moved = meterEntity().update(this.#key).add({ used: amount, left: -amount });
    if (how === "counted") return update(moved.params(), "stale");
    return update(moved.where((attribute, { gte }) => gte(attribute.left, amount)).params(), "stale");
  }

  /** Ensures that the part has this much left. What others take meanwhile makes the change set stale, and so this read is repeated. */
  async #refill(amount: number, limit: number): Promise<void> {
    for (;;) {
      const parts = await partsRead(this.#orgId, this.#meter);
      const mine = parts.find(({ part }) => part === this.#part);
      if (mine && mine.left >= amount && parts.some((part) => part.limit === limit)) return;
      const used = sumOf(parts, "used");
      if (used + amount > limit) throw overLimit(this.#meter.limit, limit, used);
      if (await allot(this.#orgId, this.#meter, limit, parts, { part: this.#part, atLeast: amount })) return;
    }
  }
}

/** The amount as messages name it: bytes in megabytes. */
export const displayAmount = (meter: LimitName, amount: number): number =>
  meter === "storage" ? Math.round(amount / (1024 * 1024)) : amount;

const overLimit = (meter: LimitName, limit: number, used: number) =>
  new KartisError("PAYMENT_REQUIRED", {
    messageKey: `errors.limit.${meter}`,
    params: { limit: displayAmount(meter, limit), used: displayAmount(meter, used) },
    targetRoute: "/settings/plan-and-billing",
  });

/**
 * Redistributes what is left under the limit: all parts' allowances and the pool, in one transaction based on what was read. A part in need gets what it needs
 * and a share of the rest. False when somebody wrote meanwhile.
 */
async function allot(
  orgId: OrgId,
  meter: Meter,
  limit: number,
  read: readonly Part[],
  need?: { readonly part: string; readonly atLeast: number },
): Promise<boolean> {
  const names = partNames(meter.limit);
  const free = limit - sumOf(read, "used");
  const forNeed = need ? Math.min(need.atLeast, Math.max(free, 0)) : 0;
  // A share each, and as much in the pool, so that the last one still finds something without taking it from the others.
  const share = Math.max(0, Math.floor((free - forNeed) / (names.length + 1)));
  const leftOf = (name: string) => share + (need?.part === name ? forNeed : 0);
  const dealt = names.map((name) => ({ name, left: leftOf(name) }));
  const rest = free - dealt.reduce((sum, { left }) => sum + left, 0);
  const found = (name: string) => read.find(({ part }) => part === name);
  const writes = [
    ...dealt.map(({ name, left }) => ({ name, values: { left } })),
    { name: pool, values: { left: rest, limit } },
  ].map(({ name, values }) => {
    const before = found(name);
    const key = { orgId, meter: meter.name, part: name };
    if (!before)
      // Created, never overwritten: somebody may have made it, and used of it, since the read.
      return put(
        meterEntity()
          .create({ ...key, used: 0, ...values })
          .params(),
        () => new KartisError("CONFLICT"),
      );
    return update(
      meterEntity()
        .patch(key)
        .set(values)
        .where((attribute, { eq }) => `${eq(attribute.used, before.used)} AND ${eq(attribute.left, before.left)}`)
        .params(),
      () => new KartisError("CONFLICT"),
    );
  });
  try {
    await writeUnjournalled(writes);
    return true;
  } catch (error) {
    if (error instanceof KartisError && error.code === "CONFLICT") return false;
    throw error;
  }
}

/** After a change of plan: the new limit applies from here on, even below current usage. */
export async function setLimit(orgId: OrgId, plan: PlanState["type"], limit: LimitName, at: string): Promise<void> {
  const meter = meterOf(limit, at);
  while (!(await allot(orgId, meter, limitOf(plan, limit) ?? endless, await partsRead(orgId, meter))));
}

/** Sets usage to an actual count, e.g. from the replica, when the two have drifted apart. */
export async function recount(orgId: OrgId, plan: PlanState["type"], name: LimitName, counted: number, at = ""): Promise<void> {
  const limit = limitOf(plan, name) ?? endless;
  const meter = meterOf(name, at);
  for (;;) {
    const parts = await partsRead(orgId, meter);
    const off = counted - sumOf(parts, "used");
    if (off === 0 && parts.some((part) => part.limit === limit)) return;
    const [first = "0"] = partNames(name);
    const key = { orgId, meter: meter.name, part: first };
    await writeUnjournalled([update(meterEntity().update(key).add({ used: off, left: -off }).params(), "stale")]);
    await setLimit(orgId, plan, name, at);
  }
}
