import { type DueLane, dueLaneOf, duePages } from "../../data/due-index.ts";
import * as z from "zod";
import { put, type Write } from "../../data/commit.ts";
import { isFailedCondition } from "../../data/entity.ts";
import { type Clock, instant, epochSeconds } from "../../kernel/clock.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import { type CardId, isId, newId, type OrgId } from "../../kernel/id.ts";
import { shardOf, turnEntity, type TurnItem } from "../entity.ts";
import type { RunId } from "../run-schema.ts";
import type { AutomationId } from "../schema.ts";

/** An entry in a card's open runs. */
export interface OpenRun {
  readonly automationId: AutomationId;
  readonly runId: RunId;
  /** The earliest instant at which it can continue. */
  readonly dueAt: string;
  /** Unexpected errors in a row; absent for none. */
  readonly errors?: number | undefined;
}
const OpenRuns = z.array(
  z.object({ automationId: idSchema("aut"), runId: idSchema("run"), dueAt: z.string(), errors: z.number().optional() }),
);
export const openRunsOf = (item: Pick<TurnItem, "runs"> | undefined): readonly OpenRun[] => OpenRuns.parse(item?.runs ?? []);

/** A claim expires after this, which is longer than a step takes. */
const claimMs = 90_000;
/** Before a step, a claim with less time left than this is renewed. */
const renewMs = 60_000;
const keptSeconds = 86_400;

export async function findTurn(orgId: OrgId, cardId: CardId): Promise<TurnItem | undefined> {
  const { data } = await turnEntity()
    .get({ orgId, shard: shardOf(cardId), cardId })
    .go({ consistent: true });
  return data ?? undefined;
}

type Next = Pick<TurnItem, "claim" | "claimedUntil"> & { readonly runs: readonly OpenRun[] };

/** Creates the item, or replaces the one it is based on. The sweep picks it up when the claim expires or, unclaimed, at the earliest due time. */
function upsert(orgId: OrgId, cardId: CardId, current: TurnItem | undefined, { runs, claim, claimedUntil }: Next, nowMs: number) {
  const earliest = runs.map(({ dueAt }) => dueAt).toSorted()[0];
  const item = {
    orgId,
    shard: shardOf(cardId),
    cardId,
    lane: dueLaneOf(cardId),
    runs: [...runs],
    waits: earliest === undefined ? ("nobody" as const) : ("sweep" as const),
    dueAt: claimedUntil ?? earliest ?? "",
    ...(claim === undefined ? {} : { claim, claimedUntil }),
    version: (current?.version ?? 0) + 1,
    ...(earliest === undefined ? { expiresAt: epochSeconds(nowMs) + keptSeconds } : {}),
  };
  return current
    ? turnEntity()
        .put(item)
        .where((attribute, { eq }) => eq(attribute.version, current.version))
    : turnEntity().create(item);
}

/** Clients choose the run id when they press a button, so it is unique only within the automation. */
const isSame = (one: Pick<OpenRun, "automationId" | "runId">, other: Pick<OpenRun, "automationId" | "runId">): boolean =>
  one.automationId === other.automationId && one.runId === other.runId;

/** The write that adds a run to its card's open runs. @param accept throws if it may not be added */
export async function turnWith(
  orgId: OrgId,
  cardId: CardId,
  run: OpenRun,
  accept: (runs: readonly OpenRun[]) => void,
): Promise<Write> {
  const current = await findTurn(orgId, cardId);
  const runs = openRunsOf(current);
  accept(runs);
  const others = runs.filter((other) => !isSame(other, run));
  const inOrder = [...others, run].toSorted((a, b) => (a.runId < b.runId ? -1 : 1));
  return put(upsert(orgId, cardId, current, { ...current, runs: inOrder }, Date.parse(run.dueAt)).params(), "stale");
}

/** The write that removes a run from its card's open runs; none if it is not among them. */
export async function turnWithout(
  orgId: OrgId,
  run: Pick<OpenRun, "automationId" | "runId"> & { readonly cardId: CardId },
  clock: Clock,
): Promise<Write[]> {
  const current = await findTurn(orgId, run.cardId);
  const runs = openRunsOf(current);
  const others = runs.filter((other) => !isSame(other, run));
  if (!current || others.length === runs.length) return [];
  return [put(upsert(orgId, run.cardId, current, { ...current, runs: others }, clock.now()).params(), "stale")];
}

/** A process's claim on a card's open runs. */
export class Turn {
  readonly #orgId: OrgId;
  readonly #cardId: CardId;
  readonly #clock: Clock;
  readonly #claim: string;
  /** When the claim expires, in milliseconds since the epoch. */
  #until = 0;
  /** The runs as they were last saved, unless they have been looked at since. */
  #saved: readonly OpenRun[] | undefined;

  private constructor(orgId: OrgId, cardId: CardId, clock: Clock, claim: string) {
    this.#orgId = orgId;
    this.#cardId = cardId;
    this.#clock = clock;
    this.#claim = claim;
  }

  /** Claims the card. @returns undefined if another process has the claim or nothing is due */
  static async take(orgId: OrgId, cardId: CardId, clock: Clock): Promise<Turn | undefined> {
    const turn = new Turn(orgId, cardId, clock, newId("req", clock.now()));
    const isTaken = await turn.#amend((current, at) => {
      if (current.claimedUntil !== undefined && current.claimedUntil > at) return undefined;
      const runs = openRunsOf(current);
      turn.#saved = runs;
      return runs.some(({ dueAt }) => dueAt <= at) ? turn.#claimed(runs) : undefined;
    }, false);
    return isTaken ? turn : undefined;
  }

  #claimed(runs: readonly OpenRun[]): Next {
    this.#until = this.#clock.now() + claimMs;
    return { runs, claim: this.#claim, claimedUntil: new Date(this.#until).toISOString() };
  }

  /** The first due run. */
  async next(): Promise<OpenRun | undefined> {
    const runs = this.#saved ?? openRunsOf(await findTurn(this.#orgId, this.#cardId));
    this.#saved = undefined;
    const at = instant(this.#clock);
    return runs.find(({ dueAt }) => dueAt <= at);
  }

  /** Renews the claim if it expires soon. @returns false if it was lost */
  async renew(): Promise<boolean> {
    if (this.#until - this.#clock.now() > renewMs) return true;
    return this.#amend((current) => this.#claimed(openRunsOf(current)));
  }

  /**
   * Saves that the run has ended, or waits until `dueAt`, and releases the claim, unless another run is due. @param errors that it has met in a row
   * @returns whether one is; false too if the claim was lost
   */
  settle(settled: OpenRun, dueAt: string | undefined, errors = 0): Promise<boolean> {
    const { automationId, runId } = settled;
    const next = dueAt === undefined ? [] : [{ automationId, runId, dueAt, ...(errors > 0 ? { errors } : {}) }];
    return this.#hold((runs) => runs.flatMap((run) => (isSame(run, settled) ? next : [run])));
  }

  /** Releases the claim, unless another run has become due. @returns whether one has */
  end(): Promise<boolean> {
    return this.#hold((runs) => runs);
  }

  async #hold(change: (runs: readonly OpenRun[]) => readonly OpenRun[]): Promise<boolean> {
    let isDue = false;
    const isOurs = await this.#amend((current, at) => {
      const runs = change(openRunsOf(current));
      isDue = runs.some(({ dueAt }) => dueAt <= at);
      this.#saved = runs;
      return isDue ? this.#claimed(runs) : { runs, claim: undefined, claimedUntil: undefined };
    });
    return isOurs && isDue;
  }

  /** Releases the claim even if runs are due. */
  leave(): Promise<boolean> {
    return this.#amend((current) => ({ runs: openRunsOf(current), claim: undefined, claimedUntil: undefined }));
  }

  async #amend(change: (current: TurnItem, at: string) => Next | undefined, isOurs = true): Promise<boolean> {
    for (;;) {
      const current = await findTurn(this.#orgId, this.#cardId);
      if (!current || (isOurs && current.claim !== this.#claim)) return false;
      const next = change(current, instant(this.#clock));
      if (!next) return false;
      try {
        await upsert(this.#orgId, this.#cardId, current, next, this.#clock.now()).go();
        return true;
      } catch (error) {
        if (!isFailedCondition(error)) throw error;
      }
    }
  }
}

/** Cards of all organizations with due runs. */
export async function* dueCards(
  clock: Clock,
  lanes?: readonly DueLane[],
): AsyncGenerator<{ readonly orgId: OrgId; readonly cardId: CardId }> {
  const due = (lane: DueLane, from: string, until: string) =>
    turnEntity().query.byDue({ lane }).between({ dueAt: from }, { dueAt: until });
  for await (const page of duePages(clock, due, lanes))
    for (const { orgId, cardId } of page) if (isId("org", orgId) && isId("crd", cardId)) yield { orgId, cardId };
}
