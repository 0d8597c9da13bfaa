import { isFailedCondition } from "../data/entity.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { type Id, isId, newId, type OrgId } from "../kernel/id.ts";
import { laneOf, lanes, progressEntity, type ProgressItem } from "./entity.ts";

/*
 * Whose turn it is. One run at a time works for an endpoint, so that what it sends about one subject stays in order; who has something new says so by `asked`,
 * and a run only ends if that has not moved since it last looked. The sweep finds what nobody is at: a run that died, what is due again, a message that was lost.
 */

/** Longer than one attempt takes: a run renews it before each, and one whose claim is older has died. */
const claimMs = 60_000;
/** A claim with less left is renewed. */
const renewMs = 30_000;

const fresh = (orgId: OrgId, endpointId: Id<"hok">, clock: Clock): ProgressItem => ({
  orgId,
  endpointId,
  lane: laneOf(endpointId),
  waits: "nobody",
  dueAt: instant(clock),
  asked: 0,
  failures: 0,
  version: 0,
});

export async function findProgress(orgId: OrgId, endpointId: Id<"hok">): Promise<ProgressItem | undefined> {
  const { data } = await progressEntity().get({ orgId, endpointId }).go({ consistent: true });
  return data ?? undefined;
}

export async function progressesOf(orgId: OrgId): Promise<ProgressItem[]> {
  return (await progressEntity().query.main({ orgId }).go({ consistent: true, pages: "all" })).data;
}

/** Changes it over the version that was read; again if another was first. @returns undefined when `change` leaves it. */
async function amend(
  orgId: OrgId,
  endpointId: Id<"hok">,
  clock: Clock,
  change: (current: ProgressItem) => ProgressItem | undefined,
): Promise<ProgressItem | undefined> {
  for (;;) {
    const current = (await findProgress(orgId, endpointId)) ?? fresh(orgId, endpointId, clock);
    const changed = change(current);
    if (!changed) return undefined;
    const next = { ...changed, version: current.version + 1 };
    try {
      await progressEntity()
        .put(next)
        .where((attribute, { eq, notExists }) =>
          current.version === 0 ? notExists(attribute.version) : eq(attribute.version, current.version),
        )
        .go();
      return next;
    } catch (error) {
      if (!isFailedCondition(error)) throw error;
    }
  }
}

const atMs = (ms: number): string => new Date(ms).toISOString();

/** Has the endpoint looked at. The client of SQS is only read when it is needed. */
export async function askForDeliveries(orgId: OrgId, endpointId: Id<"hok">): Promise<void> {
  await (await import("./queue.ts")).sendDeliveriesRequest(orgId, endpointId);
}

/** Says that the endpoint has something new to send, and has it sent as soon as it is not held. */
export async function ask(orgId: OrgId, endpointId: Id<"hok">, clock: Clock): Promise<void> {
  const asked = await amend(orgId, endpointId, clock, (current) => ({
    ...current,
    asked: current.asked + 1,
    waits: "sweep",
    // Of a run that is at it, the end of its claim; of one that is held, the end of that.
    dueAt: atMs(Math.max(clock.now(), current.heldUntil ?? 0, current.claim ? (current.claimedUntil ?? 0) : 0)),
  }));
  if (asked && (asked.heldUntil ?? 0) <= clock.now()) await askForDeliveries(orgId, endpointId);
}

/** Forgets an endpoint that is gone. */
export const forgetProgress = (orgId: OrgId, endpointId: Id<"hok">): Promise<unknown> =>
  progressEntity().delete({ orgId, endpointId }).go();

/**
 * Ends a hold: somebody says that the endpoint can be reached again.
 * @param isAnother it is set up differently from now on, and what failed before says nothing about it
 */
export const release = (orgId: OrgId, endpointId: Id<"hok">, isAnother: boolean, clock: Clock): Promise<unknown> =>
  amend(orgId, endpointId, clock, ({ heldUntil: _, failingSince, ...current }) => ({
    ...current,
    failures: 0,
    ...(isAnother ? { changedAt: clock.now() } : failingSince === undefined ? {} : { failingSince }),
  }));

/** The turn of one run at an endpoint. */
export class Turn {
  readonly #orgId: OrgId;
  readonly #endpointId: Id<"hok">;
  readonly #clock: Clock;
  #progress: ProgressItem;

  private constructor(orgId: OrgId, endpointId: Id<"hok">, clock: Clock, progress: ProgressItem) {
    this.#orgId = orgId;
    this.#endpointId = endpointId;
    this.#clock = clock;
    this.#progress = progress;
  }

  /** Undefined while another run is at it, or while it is held. */
  static async take(orgId: OrgId, endpointId: Id<"hok">, clock: Clock): Promise<Turn | undefined> {
    const claim = newId("req", clock.now());
    const taken = await amend(orgId, endpointId, clock, (current) => {
      const now = clock.now();
      if ((current.claim && (current.claimedUntil ?? 0) > now) || (current.heldUntil ?? 0) > now) return undefined;
      return { ...current, claim, claimedUntil: now + claimMs, waits: "sweep", dueAt: atMs(now + claimMs) };
    });
    return taken && new Turn(orgId, endpointId, clock, taken);
  }

  get progress(): ProgressItem {
    return this.#progress;
  }

  /** Renews the claim if it ends soon. @returns false when it has been lost. */
  async renew(): Promise<boolean> {
    if ((this.#progress.claimedUntil ?? 0) - this.#clock.now() > renewMs) return true;
    return this.amend((current) => {
      const claimedUntil = this.#clock.now() + claimMs;
      return { ...current, claimedUntil, dueAt: atMs(claimedUntil) };
    });
  }

  /** Changes it while the turn lasts. @returns false when it has been lost. */
  async amend(change: (current: ProgressItem) => ProgressItem): Promise<boolean> {
    const { claim } = this.#progress;
    const next = await amend(this.#orgId, this.#endpointId, this.#clock, (current) =>
      current.claim === claim ? change(current) : undefined,
    );
    if (next) this.#progress = next;
    return next !== undefined;
  }

  /**
   * Ends the turn, unless something new has come since `asked` was read.
   * @param dueAt when there is something to do again, in epoch milliseconds; undefined for nothing
   * @returns false when there is something new to look at, and the turn goes on
   */
  async end(asked: number, dueAt: number | undefined): Promise<boolean> {
    let isOver = true;
    await this.amend((current) => {
      const { claim: _, claimedUntil: __, ...rest } = current;
      isOver = current.asked === asked;
      if (!isOver) return current;
      return dueAt === undefined ? { ...rest, waits: "nobody" } : { ...rest, waits: "sweep", dueAt: atMs(dueAt) };
    });
    return isOver;
  }
}

/** Every endpoint with something due, whoever's it is: has each of them looked at. @returns how many were. */
export async function sweepDeliveries(clock: Clock, runMs: number): Promise<{ asked: number }> {
  const endsAt = clock.now() + runMs;
  let asked = 0;
  for (const lane of lanes) {
    let from: string | null = null;
    do {
      const page: { data: readonly { orgId: string; endpointId: string }[]; cursor: string | null } = await progressEntity()
        .query.byDue({ lane })
        .lt({ dueAt: instant({ now: () => clock.now() + 1 }) })
        .go({ cursor: from });
      for (const { orgId, endpointId } of page.data) {
        if (!isId("org", orgId) || !isId("hok", endpointId)) continue;
        await askForDeliveries(orgId, endpointId);
        asked++;
      }
      from = page.cursor;
    } while (from !== null && clock.now() < endsAt);
  }
  return { asked };
}
