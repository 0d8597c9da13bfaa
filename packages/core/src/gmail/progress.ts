import { type DueLane, dueLaneOf, duePages } from "../data/due-index.ts";
import { put, type Write } from "../data/commit.ts";
import { isFailedCondition } from "../data/entity.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { isId, newId, type OrgId, type UserId } from "../kernel/id.ts";
import { gmailProgressEntity, type GmailProgress } from "./entity.ts";

/*
 * Coordinates runs. A mailbox is read by one run at a time; a notification increments `asked`, and a run only ends if `asked` has not changed since it began. The
 * sweep finds mailboxes that are due: to be asked without a notification, to be watched again, after a failure, or because a run has died.
 */

/** Longer than a run goes on without renewing it: a run whose claim has expired is dead. */
const claimMs = 90_000;
/** A year: it is not due, unless somebody asks. */
const parkedMs = 365 * 86_400_000;
const atMs = (ms: number): string => new Date(ms).toISOString();

/** The write that begins to read a mailbox from here on, which Google has just been asked to watch. */
export const progressWrite = (orgId: OrgId, userId: UserId, historyId: string, clock: Clock): Write =>
  put(
    gmailProgressEntity()
      .put({
        orgId,
        userId,
        lane: dueLaneOf(userId),
        dueAt: instant(clock),
        historyId,
        watchedAt: instant(clock),
        failures: 0,
        asked: 0,
        version: 1,
      })
      .params(),
    "stale",
  );

export async function findProgress(orgId: OrgId, userId: UserId): Promise<GmailProgress | undefined> {
  const { data } = await gmailProgressEntity().get({ orgId, userId }).go({ consistent: true });
  return data ?? undefined;
}

/** Deletes the progress of a mailbox that is not read any more. */
export const forgetProgress = (orgId: OrgId, userId: UserId): Promise<unknown> =>
  gmailProgressEntity().delete({ orgId, userId }).go();

/** Writes the change over the version that was read; retries if another writer was first. @returns undefined when `change` does, or there is no progress */
async function amend(
  orgId: OrgId,
  userId: UserId,
  change: (current: GmailProgress) => GmailProgress | undefined,
): Promise<GmailProgress | undefined> {
  for (;;) {
    const current = await findProgress(orgId, userId);
    const changed = current && change(current);
    if (!changed) return undefined;
    const next = { ...changed, version: current.version + 1 };
    try {
      await gmailProgressEntity()
        .put(next)
        .where((attribute, { eq }) => eq(attribute.version, current.version))
        .go();
      return next;
    } catch (error) {
      if (!isFailedCondition(error)) throw error;
    }
  }
}

/** Has a run that is in progress read the mailbox once more, and otherwise the next sweep. */
export const ask = (orgId: OrgId, userId: UserId, clock: Clock): Promise<unknown> =>
  amend(orgId, userId, (current) => ({
    ...current,
    asked: current.asked + 1,
    dueAt: current.claim && (current.claimedUntil ?? 0) > clock.now() ? current.dueAt : instant(clock),
  }));

/** One run's claim on a mailbox. */
export class Turn {
  readonly #orgId: OrgId;
  readonly #userId: UserId;
  readonly #clock: Clock;
  #progress: GmailProgress;

  private constructor(orgId: OrgId, userId: UserId, clock: Clock, progress: GmailProgress) {
    this.#orgId = orgId;
    this.#userId = userId;
    this.#clock = clock;
    this.#progress = progress;
  }

  /** Undefined while another run is in progress, or if the mailbox is not read. */
  static async take(orgId: OrgId, userId: UserId, clock: Clock): Promise<Turn | undefined> {
    const claim = newId("req", clock.now());
    const taken = await amend(orgId, userId, (current) => {
      const now = clock.now();
      if (current.claim && (current.claimedUntil ?? 0) > now) return undefined;
      return { ...current, claim, claimedUntil: now + claimMs, dueAt: atMs(now + claimMs) };
    });
    return taken && new Turn(orgId, userId, clock, taken);
  }

  get progress(): GmailProgress {
    return this.#progress;
  }

  /** Changes the progress while the claim holds, and renews it. @returns false if the claim was lost */
  async advance(change: Partial<Pick<GmailProgress, "historyId" | "listing" | "watchedAt">>): Promise<boolean> {
    const claimedUntil = this.#clock.now() + claimMs;
    return this.#amend((current) => ({ ...current, ...change, claimedUntil, dueAt: atMs(claimedUntil) }));
  }

  /** Releases the claim. @returns false if a notification has come since `asked` was read, and nothing has failed: the run goes on */
  async end(
    asked: number,
    {
      dueAt,
      failures,
      delay,
      syncedAt,
    }: Partial<Pick<GmailProgress, "failures" | "delay" | "syncedAt">> & { readonly dueAt: number },
  ): Promise<boolean> {
    let isOver = true;
    await this.#amend((current) => {
      isOver = current.asked === asked || delay !== undefined;
      if (!isOver) return current;
      const { claim: _, claimedUntil: __, delay: ___, ...rest } = current;
      return {
        ...rest,
        dueAt: atMs(dueAt),
        failures: failures ?? 0,
        ...(delay ? { delay } : {}),
        ...(syncedAt ? { syncedAt } : {}),
      };
    });
    return isOver;
  }

  /** Releases the claim of a mailbox that Google refuses. Once it is reconnected, it is read from where this has stopped. */
  async park(): Promise<void> {
    await this.#amend(({ claim: _, claimedUntil: __, delay: ___, ...rest }) => ({
      ...rest,
      failures: 0,
      dueAt: atMs(this.#clock.now() + parkedMs),
    }));
  }

  async #amend(change: (current: GmailProgress) => GmailProgress): Promise<boolean> {
    const { claim } = this.#progress;
    const next = await amend(this.#orgId, this.#userId, (current) => (current.claim === claim ? change(current) : undefined));
    if (next) this.#progress = next;
    return next !== undefined;
  }
}

/** The mailboxes that are due, of all organizations. */
export async function* dueMailboxes(clock: Clock): AsyncGenerator<{ readonly orgId: OrgId; readonly userId: UserId }> {
  const due = (lane: DueLane, from: string, until: string) =>
    gmailProgressEntity().query.byDue({ lane }).between({ dueAt: from }, { dueAt: until });
  for await (const page of duePages(clock, due))
    for (const { orgId, userId } of page) if (isId("org", orgId) && isId("usr", userId)) yield { orgId, userId };
}
