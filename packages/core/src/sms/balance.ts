import { put, update, type Write } from "../data/commit.ts";
import { KartisError } from "../kernel/error.ts";
import { type ActivityId, type CardId, newId, type OrgId, type UserId } from "../kernel/id.ts";
import type { PlanState } from "../kernel/plan.ts";
import { limitOf } from "../plans/limits.ts";
import { smsBalanceEntity, smsEntryEntity } from "./entity.ts";
import type { EntryId, EntryKind, SmsBalance } from "./schema.ts";

/*
 * The ledger of SMS, in parts as providers bill them (decision 041). An SMS is paid from the month's allowance first, then from purchased parts; the payment of an
 * undelivered SMS returns to where it came from. Each change adds to one item under a condition, so that writers do not depend on having read the same version:
 * as many succeed as the balance covers, in any order.
 */

/** Where an SMS was paid from; stored with it, so that the payment can be returned. */
export interface Payment {
  readonly month: string;
  readonly allowance: number;
  readonly extra: number;
}

export const monthOf = (at: string): string => at.slice(0, 7);

interface Stored {
  readonly month?: string | undefined;
  readonly allowance: number;
  readonly used: number;
  readonly extra: number;
  readonly reserved: number;
}

async function stored(orgId: OrgId): Promise<Stored> {
  const { data } = await smsBalanceEntity().get({ orgId }).go({ consistent: true });
  return {
    month: data?.month,
    allowance: data?.allowance ?? 0,
    used: data?.used ?? 0,
    extra: data?.extra ?? 0,
    reserved: data?.reserved ?? 0,
  };
}

const leftOf = ({ allowance, used, extra }: Pick<Stored, "allowance" | "used" | "extra">): number =>
  Math.max(0, allowance - used) + extra;

/** The current balance under the plan. A new month that nothing was sent in yet is shown as begun. */
export async function smsBalanceOf(orgId: OrgId, plan: PlanState["type"], at: string): Promise<SmsBalance> {
  const found = await stored(orgId);
  const month = monthOf(at);
  const allowance = limitOf(plan, "smsBalance") ?? 0;
  const used = found.month === month ? found.used : 0;
  const { extra, reserved } = found;
  return { left: leftOf({ allowance, used, extra }), allowance, used, extra, reserved, month };
}

/** The balance that the entries add up to: without a new month or plan under which nothing has been sent yet. */
export const bookedBalance = async (orgId: OrgId): Promise<number> => leftOf(await stored(orgId));

interface About {
  readonly orgId: OrgId;
  readonly at: string;
  readonly activityId?: ActivityId;
  readonly cardId?: CardId;
  readonly userId?: UserId;
  /** The member whom it reminds. */
  readonly remindedId?: UserId;
}

function entry(
  kind: EntryKind,
  change: number,
  { orgId, at, activityId, cardId, userId, remindedId }: About,
  entryId: EntryId = newId("sme", Date.parse(at)),
): Write {
  const item = { orgId, entryId, kind, change, at };
  const about = {
    ...(activityId ? { activityId } : {}),
    ...(cardId ? { cardId } : {}),
    ...(userId ? { userId } : {}),
    ...(remindedId ? { remindedId } : {}),
  };
  return put(
    smsEntryEntity()
      .create({ ...item, ...about })
      .params(),
    () => new KartisError("CONFLICT"),
  );
}

export const noBalance = (): KartisError =>
  new KartisError("SMS_LIMIT_REACHED", { targetRoute: "/settings/integrations?open=sms" });

/**
 * Writes that pay for an SMS, to be committed with it. Throws SMS_LIMIT_REACHED if the balance is too low. Reads anew each time the
 * commit is prepared.
 * @param isSettled whether it is booked at once, for an SMS whose delivery is not followed up
 */
export async function reserve(
  about: About,
  parts: number,
  plan: PlanState["type"],
  isSettled = false,
): Promise<{ readonly writes: readonly Write[]; readonly payment: Payment }> {
  const { writes, payments } = await reserveEach([{ about, parts }], plan, isSettled);
  const [payment] = payments;
  if (!payment) throw noBalance();
  return { writes, payment };
}

/** The same for several SMS of one organization in one commit, in their order: null for each that the balance no longer covers. */
export async function reserveEach(
  wanted: readonly { readonly about: About; readonly parts: number }[],
  plan: PlanState["type"],
  isSettled = false,
): Promise<{ readonly writes: readonly Write[]; readonly payments: readonly (Payment | null)[] }> {
  const [first] = wanted;
  if (!first) return { writes: [], payments: [] };
  const { orgId, at } = first.about;
  const found = await stored(orgId);
  const month = monthOf(at);
  const allowance = limitOf(plan, "smsBalance") ?? 0;
  const begins = found.month !== month || found.allowance !== allowance;
  const used = found.month === month ? found.used : 0;
  const left = { allowance: Math.max(0, allowance - used), extra: found.extra };
  const taken = { allowance: 0, extra: 0 };
  const payments = wanted.map(({ parts }): Payment | null => {
    const fromAllowance = Math.min(parts, left.allowance - taken.allowance);
    const fromExtra = parts - fromAllowance;
    if (fromExtra > left.extra - taken.extra) return null;
    taken.allowance += fromAllowance;
    taken.extra += fromExtra;
    return { month, allowance: fromAllowance, extra: fromExtra };
  });
  const parts = taken.allowance + taken.extra;
  if (parts === 0) return { writes: [], payments };
  const reserved = isSettled ? 0 : parts;
  const moved = smsBalanceEntity().update({ orgId });
  const write = begins
    ? moved
        .set({ month, allowance, used: used + taken.allowance })
        .add({ extra: -taken.extra, reserved })
        // The first writer in a month or under a plan depends on the values that it read.
        .where((attribute, { eq, notExists }) =>
          found.month === undefined
            ? `${notExists(attribute.month)}`
            : `${eq(attribute.month, found.month)} AND ${eq(attribute.allowance, found.allowance)} AND ${eq(attribute.used, found.used)} AND ${eq(attribute.extra, found.extra)}`,
        )
    : moved
        .add({ used: taken.allowance, extra: -taken.extra, reserved })
        .where(
          (attribute, { eq, gte, lte }) =>
            `${eq(attribute.month, month)} AND ${eq(attribute.allowance, allowance)} AND ${lte(attribute.used, allowance - taken.allowance)} AND ${gte(attribute.extra, taken.extra)}`,
        );
  // The entry of the renewal comes before that of the SMS.
  const renewed = leftOf({ allowance, used, extra: found.extra }) - leftOf(found);
  return {
    writes: [
      update(write.params(), "stale"),
      ...(begins && renewed !== 0 ? [entry("allowance", renewed, { orgId, at }, newId("sme", Date.parse(at) - 1))] : []),
      ...wanted.flatMap(({ about, parts: change }, index) => (payments[index] ? [entry("reserve", -change, about)] : [])),
    ],
    payments,
  };
}

/** Items of a transaction that a payment writes, besides one entry per SMS. */
export const balanceItems = 2;

/** Writes that return the payment of an SMS. The allowance of a past month is not returned. */
export async function release(
  about: About,
  { month, allowance, extra }: Payment,
  isReserved: boolean,
): Promise<readonly Write[]> {
  const { orgId } = about;
  const found = await stored(orgId);
  const isCurrent = found.month === month;
  const returned = { used: isCurrent ? -allowance : 0, extra, reserved: isReserved ? -(allowance + extra) : 0 };
  const write = smsBalanceEntity()
    .update({ orgId })
    .add(returned)
    // If the plan's allowance has shrunk, less returns than was taken; how much depends on the values read.
    .where((attribute, { eq }) =>
      [eq(attribute.month, found.month ?? month), ...(found.used > found.allowance ? [eq(attribute.used, found.used)] : [])].join(
        " AND ",
      ),
    );
  const before = leftOf(found);
  const after = leftOf({ ...found, used: found.used + returned.used, extra: found.extra + returned.extra });
  return [update(write.params(), "stale"), entry("release", after - before, about)];
}

/** The write that books a payment for good: the SMS was handed over. */
export const settle = (orgId: OrgId, { allowance, extra }: Payment): Write =>
  update(
    smsBalanceEntity()
      .update({ orgId })
      .add({ reserved: -(allowance + extra) })
      .params(),
    "stale",
  );

/** Writes that add purchased parts. Throws CONFLICT if they are committed again under the same id. */
export const topUp = (about: About, parts: number, entryId?: EntryId): readonly Write[] => [
  update(smsBalanceEntity().update({ orgId: about.orgId }).add({ extra: parts }).params(), "stale"),
  entry("topUp", parts, about, entryId),
];

/** Whether this top-up has been booked. */
export async function isToppedUp(orgId: OrgId, entryId: EntryId, parts: number): Promise<boolean> {
  const { data } = await smsEntryEntity().get({ orgId, entryId }).go({ consistent: true });
  return data?.kind === "topUp" && data.change === parts;
}
