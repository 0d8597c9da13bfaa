import { type DueLane, dueLaneOf, duePages } from "../data/due-index.ts";
import { isFailedCondition } from "../data/entity.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { type Id, isId, newId, type OrgId } from "../kernel/id.ts";
import { heldAfter } from "./back-off.ts";
import { progressEntity, type ProgressItem } from "./entity.ts";

/*
 * Coordinates runs. An endpoint has at most one run at a time, so that its messages about one subject stay in order. A writer that adds a message increments
 * `asked`, and a run only ends if `asked` has not changed since it last read the messages. The sweep finds endpoints without a run: the run died, a retry is due,
 * or the queue's message was lost.
 */

/** Longer than one attempt takes: a run renews its claim before each, so a run whose claim has expired is dead. */
const claimMs = 60_000;
/** A claim with less time left than this is renewed. */
const renewMs = 30_000;

const fresh = (orgId: OrgId, endpointId: Id<"hok">, clock: Clock): ProgressItem => ({
  orgId,
  endpointId,
  lane: dueLaneOf(endpointId),
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

/** Writes the change over the version that was read; retries if another writer was first. @returns undefined when `change` returns undefined */
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

/** Requests a run for the endpoint. The SQS client is loaded on first use. */
export async function askForDeliveries(orgId: OrgId, endpointId: Id<"hok">): Promise<void> {
  await (await import("./queue.ts")).sendDeliveriesRequest(orgId, endpointId);
}

/** Signals that the endpoint has new messages, and requests a run unless the endpoint is held. */
export async function ask(orgId: OrgId, endpointId: Id<"hok">, clock: Clock): Promise<void> {
  const asked = await amend(orgId, endpointId, clock, (current) => ({
    ...current,
    asked: current.asked + 1,
    waits: "sweep",
    // While a run is in progress, its claim's expiry; while the endpoint is held, the end of the hold.
    dueAt: atMs(Math.max(clock.now(), current.heldUntil ?? 0, current.claim ? (current.claimedUntil ?? 0) : 0)),
  }));
  if (asked && (asked.heldUntil ?? 0) <= clock.now()) await askForDeliveries(orgId, endpointId);
}

/** Deletes the progress of an endpoint that was removed. */
export const forgetProgress = (orgId: OrgId, endpointId: Id<"hok">): Promise<unknown> =>
  progressEntity().delete({ orgId, endpointId }).go();

/**
 * Ends a hold, because somebody expects the endpoint to be reachable again.
 * @param isAnother its settings have changed, so earlier failures no longer count
 */
export const release = (orgId: OrgId, endpointId: Id<"hok">, isAnother: boolean, clock: Clock): Promise<unknown> =>
  amend(orgId, endpointId, clock, ({ heldUntil: _, failingSince, testFailedAt, ...current }) => ({
    ...current,
    failures: 0,
    ...(isAnother ? { changedAt: clock.now() } : { failingSince, testFailedAt }),
  }));

/** Notes the outcome of a test. After a success the endpoint is no longer held, and messages that could not reach it are due at the next sweep. */
export const noteTest = (orgId: OrgId, endpointId: Id<"hok">, isDelivered: boolean, clock: Clock): Promise<unknown> =>
  amend(orgId, endpointId, clock, (current) => {
    const at = instant(clock);
    if (!isDelivered) return { ...current, testFailedAt: current.testFailedAt ?? at };
    const { heldUntil, claim, claimedUntil = 0 } = current;
    const isRunning = claim !== undefined && claimedUntil > clock.now();
    const due = heldUntil !== undefined && !isRunning ? { dueAt: at } : {};
    return { ...succeeded(current, clock), ...due };
  });

/** The progress after a success of any kind. */
export const succeeded = (
  { failingSince: _, testFailedAt: __, heldUntil: ___, ...current }: ProgressItem,
  clock: Clock,
): ProgressItem => ({
  ...current,
  failures: 0,
  succeededAt: instant(clock),
  ...(current.failures >= heldAfter ? { recoveredAt: clock.now() } : {}),
});

/** One run's claim on an endpoint. */
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

  /** Undefined while another run is in progress, or while the endpoint is held. */
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

  /** Renews the claim if it expires soon. @returns false if the claim was lost */
  async renew(): Promise<boolean> {
    if ((this.#progress.claimedUntil ?? 0) - this.#clock.now() > renewMs) return true;
    return this.amend((current) => {
      const claimedUntil = this.#clock.now() + claimMs;
      return { ...current, claimedUntil, dueAt: atMs(claimedUntil) };
    });
  }

  /** Changes the progress while the claim holds. @returns false if the claim was lost */
  async amend(change: (current: ProgressItem) => ProgressItem): Promise<boolean> {
    const { claim } = this.#progress;
    const next = await amend(this.#orgId, this.#endpointId, this.#clock, (current) =>
      current.claim === claim ? change(current) : undefined,
    );
    if (next) this.#progress = next;
    return next !== undefined;
  }

  /**
   * Releases the claim, unless a message was added since `asked` was read.
   * @param dueAt when the next message is due, in epoch milliseconds; undefined if none is pending
   * @returns false if messages were added: the run continues
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

/** Requests a run for every endpoint with messages due, in all organizations. @returns how many were requested */
export async function sweepDeliveries(clock: Clock, runMs: number): Promise<{ asked: number }> {
  const endsAt = clock.now() + runMs;
  let asked = 0;
  const due = (lane: DueLane, from: string, until: string) =>
    progressEntity().query.byDue({ lane }).between({ dueAt: from }, { dueAt: until });
  for await (const page of duePages(clock, due)) {
    for (const { orgId, endpointId } of page) {
      if (!isId("org", orgId) || !isId("hok", endpointId)) continue;
      await askForDeliveries(orgId, endpointId);
      asked++;
    }
    if (clock.now() >= endsAt) break;
  }
  return { asked };
}
