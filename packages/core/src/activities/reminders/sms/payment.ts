import { check, commit, put, systemContext, update, type Write } from "../../../data/commit.ts";
import { dueLaneOf } from "../../../data/due-index.ts";
import { type Clock, epochSeconds } from "../../../kernel/clock.ts";
import { KartisError } from "../../../kernel/error.ts";
import { isId, type OrgId } from "../../../kernel/id.ts";
import type { PlanState } from "../../../kernel/plan.ts";
import { type Effect, lapsing, stillIntended } from "../../../outbound/index.ts";
import type { countToMember, optOutIdOf, release, reserve } from "../../../sms/index.ts";
import type { Sending } from "../../sms/token.ts";
import { reminderSmsEntity } from "./entity.ts";

/** As long as a person may still decide about the effect, or a report may come. */
const keptSeconds = 100 * 86_400;

const remindedIn = (userId: string) => (isId("usr", userId) ? { remindedId: userId } : {});

/** An SMS of an effect, as far as it is stored; strongly consistent. */
export async function findPaid({ orgId, effectId }: Pick<Effect, "orgId" | "effectId">) {
  const { data } = await reminderSmsEntity().get({ orgId, effectId }).go({ consistent: true });
  return data ?? undefined;
}

type Known = Awaited<ReturnType<typeof findPaid>>;

/** Writes an item in the place of the one that was read. */
export const replacing = (known: Known, item: Parameters<ReturnType<typeof reminderSmsEntity>["create"]>[0]): Write =>
  put(
    known
      ? reminderSmsEntity()
          .put(item)
          .where(
            (attribute, { eq, exists, notExists }) =>
              `${eq(attribute.round, known.round)} AND ${known.payment ? exists(attribute.payment) : notExists(attribute.payment)}`,
          )
          .params()
      : reminderSmsEntity().create(item).params(),
    "stale",
  );

interface Paying {
  readonly clock: Clock;
  readonly countToMember: typeof countToMember;
  readonly optOutIdOf: typeof optOutIdOf;
  readonly reserve: typeof reserve;
}

/**
 * Pays for the SMS of an effect, once however often it is prepared, as long as it is to be sent. It is booked at once; what certainly was not sent is returned by
 * `returnPayment`. One that a person repeats because its answer was lost is paid already.
 * @param sms its number (E.164) and its parts
 * @returns whether it is paid; false without balance, or if the member has had all SMS of the day
 */
export async function payOnce(
  effect: Effect,
  sms: { readonly phone: string; readonly parts: number },
  plan: PlanState["type"],
  { clock, countToMember: count, optOutIdOf: optOutIdIn, reserve: take }: Paying,
): Promise<boolean> {
  const { orgId, effectId, round, userId } = effect;
  if (!isId("usr", userId)) return false;
  const notPaid = { writes: [], records: [], result: false };
  try {
    const { result } = await commit(systemContext(orgId, "reminders", clock), async (at) => {
      const [still, known] = await Promise.all([stillIntended(effect), findPaid(effect)]);
      if (!still) return notPaid;
      if (known?.payment && known.round === round) return { ...notPaid, result: true };
      const counted = await count(orgId, userId, at);
      if (!counted) return notPaid;
      const { writes, payment } = known?.payment
        ? { writes: [], payment: known.payment }
        : await take({ orgId, at, remindedId: userId }, sms.parts, plan, true);
      const item = {
        orgId,
        effectId,
        lane: dueLaneOf(effectId),
        waits: "nobody",
        dueAt: at,
        userId,
        round,
        optOutId: optOutIdIn(orgId, sms.phone),
        payment: { ...payment },
        expiresAt: epochSeconds(clock.now()) + keptSeconds,
      } as const;
      return { writes: [replacing(known, item), still, counted, ...writes], records: [], result: true };
    });
    return result;
  } catch (error) {
    if (error instanceof KartisError && error.code === "SMS_LIMIT_REACHED") return false;
    throw error;
  }
}

type Releasing = { readonly clock: Clock; readonly release: typeof release };

/** Writes that give back what a sending was paid with; none if it has not been paid, or is not the last one. Read anew each time the commit is prepared. */
export async function returning(
  { orgId, round }: Pick<Effect, "orgId" | "round">,
  known: Known,
  at: string,
  giveBack: typeof release,
): Promise<readonly Write[]> {
  if (!known?.payment || known.round !== round) return [];
  return giveBack({ orgId, at, ...remindedIn(known.userId) }, known.payment, false);
}

const unpaid = ({ orgId, effectId }: Pick<Effect, "orgId" | "effectId">, round: number): Write => {
  const paid = reminderSmsEntity()
    .update({ orgId, effectId })
    .remove(["payment"])
    .where((attribute, { eq, exists }) => `${exists(attribute.payment)} AND ${eq(attribute.round, round)}`);
  return update(paid.params(), "stale");
};

/** Gives back what a sending was paid with, once; nothing if it has not been paid, or has been repeated since. */
export async function returnPayment(
  sending: Sending & { readonly orgId: OrgId },
  { clock, release: giveBack }: Releasing,
): Promise<void> {
  const { orgId, round } = sending;
  await commit(systemContext(orgId, "reminders", clock), async (at) => {
    const ledger = await returning(sending, await findPaid(sending), at, giveBack);
    return { writes: ledger.length > 0 ? [unpaid(sending, round), ...ledger] : [], records: [], result: undefined };
  });
}

/** Settles an effect that has become pointless, and gives back what it was paid with if it could not be called then. One that another process is calling stays with it. */
export async function lapseUnpaid(effect: Effect, { clock, release: giveBack }: Releasing): Promise<void> {
  const { orgId, effectId, round } = effect;
  await commit(systemContext(orgId, "reminders", clock), async (at) => {
    const lapse = await lapsing(orgId, effectId, clock);
    if (!lapse) return { writes: [], records: [], result: undefined };
    const ledger = await returning(effect, await findPaid(effect), at, giveBack);
    const notPaidSince = check(
      reminderSmsEntity()
        .get({ orgId, effectId })
        .where((attribute, { ne, notExists }) => `${notExists(attribute.payment)} OR ${ne(attribute.round, round)}`)
        .params(),
      "stale",
    );
    const settled = ledger.length > 0 ? [unpaid(effect, round), ...ledger] : [notPaidSince];
    return { writes: [...settled, lapse], records: [], result: undefined };
  });
}
