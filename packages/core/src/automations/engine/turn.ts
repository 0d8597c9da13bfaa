import * as z from "zod";
import { put, type Write } from "../../data/commit.ts";
import { isFailedCondition } from "../../data/entity.ts";
import { type Clock, instant } from "../../kernel/clock.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import { type CardId, isId, newId, type OrgId } from "../../kernel/id.ts";
import { laneOf, lanes, shardOf, turnEntity, type TurnItem } from "../entity.ts";
import type { AutomationId, RunId } from "../schema.ts";

/** An open run in its card's turn. */
export interface OpenRun {
  readonly automationId: AutomationId;
  readonly runId: RunId;
  /** Instant from which on it can go on. */
  readonly dueAt: string;
}
const OpenRuns = z.array(z.object({ automationId: idSchema("aut"), runId: idSchema("run"), dueAt: z.string() }));
export const openRunsOf = (item: Pick<TurnItem, "runs"> | undefined): readonly OpenRun[] => OpenRuns.parse(item?.runs ?? []);

/** How long a claim is presumed to be alive: longer than one step takes. */
const claimMs = 90_000;
/** A claim that ends sooner than this is renewed before a step. */
const renewMs = 60_000;
const keptSeconds = 86_400;

export async function findTurn(orgId: OrgId, cardId: CardId): Promise<TurnItem | undefined> {
  const { data } = await turnEntity()
    .get({ orgId, shard: shardOf(cardId), cardId })
    .go({ consistent: true });
  return data ?? undefined;
}

type Next = Pick<TurnItem, "claim" | "claimedUntil"> & { readonly runs: readonly OpenRun[] };

/** The item over the one it is based on. While claimed, the sweep looks after the claim; otherwise at the earliest due time. */
function over(orgId: OrgId, cardId: CardId, current: TurnItem | undefined, { runs, claim, claimedUntil }: Next, nowMs: number) {
  const earliest = runs.map(({ dueAt }) => dueAt).toSorted()[0];
  const item = {
    orgId,
    shard: shardOf(cardId),
    cardId,
    lane: laneOf(cardId),
    runs: [...runs],
    waits: earliest === undefined ? ("nobody" as const) : ("sweep" as const),
    dueAt: claimedUntil ?? earliest ?? "",
    ...(claim === undefined ? {} : { claim, claimedUntil }),
    version: (current?.version ?? 0) + 1,
    ...(earliest === undefined ? { expiresAt: Math.floor(nowMs / 1_000) + keptSeconds } : {}),
  };
  return current
    ? turnEntity()
        .put(item)
        .where((attribute, { eq }) => eq(attribute.version, current.version))
    : turnEntity().create(item);
}

/** Whoever presses a button names the run: another automation's may have that name too. */
const isSame = (one: Pick<OpenRun, "automationId" | "runId">, other: Pick<OpenRun, "automationId" | "runId">): boolean =>
  one.automationId === other.automationId && one.runId === other.runId;

/** The write that adds a run to its card's turn. @param accept throws if it may not be added to those that are open */
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
  return put(over(orgId, cardId, current, { ...current, runs: inOrder }, Date.parse(run.dueAt)).params(), "stale");
}

/** The write that takes a run out of its card's turn, so that it does not count as open; none if it is not there. */
export async function turnWithout(
  orgId: OrgId,
  run: Pick<OpenRun, "automationId" | "runId"> & { readonly cardId: CardId },
  clock: Clock,
): Promise<Write[]> {
  const current = await findTurn(orgId, run.cardId);
  const runs = openRunsOf(current);
  const others = runs.filter((other) => !isSame(other, run));
  if (!current || others.length === runs.length) return [];
  return [put(over(orgId, run.cardId, current, { ...current, runs: others }, clock.now()).params(), "stale")];
}

/** Somebody's claim on a card's open runs. */
export class Turn {
  readonly #orgId: OrgId;
  readonly #cardId: CardId;
  readonly #clock: Clock;
  readonly #claim: string;
  /** When it ends, in milliseconds since the epoch. */
  #until = 0;

  private constructor(orgId: OrgId, cardId: CardId, clock: Clock, claim: string) {
    this.#orgId = orgId;
    this.#cardId = cardId;
    this.#clock = clock;
    this.#claim = claim;
  }

  /** Undefined while somebody else has it, or nothing is due. */
  static async take(orgId: OrgId, cardId: CardId, clock: Clock): Promise<Turn | undefined> {
    const turn = new Turn(orgId, cardId, clock, newId("req", clock.now()));
    const isTaken = await turn.#amend((current, at) => {
      if (current.claimedUntil !== undefined && current.claimedUntil > at) return undefined;
      return openRunsOf(current).some(({ dueAt }) => dueAt <= at) ? turn.#claimed(openRunsOf(current)) : undefined;
    }, false);
    return isTaken ? turn : undefined;
  }

  #claimed(runs: readonly OpenRun[]): Next {
    this.#until = this.#clock.now() + claimMs;
    return { runs, claim: this.#claim, claimedUntil: new Date(this.#until).toISOString() };
  }

  /** The first of the runs that are due. */
  async next(): Promise<OpenRun | undefined> {
    const at = instant(this.#clock);
    return openRunsOf(await findTurn(this.#orgId, this.#cardId)).find(({ dueAt }) => dueAt <= at);
  }

  /** Renews the claim if it ends soon. @returns false if it was lost */
  async renew(): Promise<boolean> {
    if (this.#until - this.#clock.now() > renewMs) return true;
    return this.#amend((current) => this.#claimed(openRunsOf(current)));
  }

  /** The run is over, or waits until an instant. @returns false if the claim was lost */
  settle(settled: OpenRun, dueAt: string | undefined): Promise<boolean> {
    return this.#amend((current) =>
      this.#claimed(
        openRunsOf(current).flatMap((run) => (!isSame(run, settled) ? [run] : dueAt === undefined ? [] : [{ ...run, dueAt }])),
      ),
    );
  }

  /** Gives the claim back, unless something is due meanwhile. @returns false if there is */
  async end(): Promise<boolean> {
    let isOver = true;
    await this.#amend((current, at) => {
      const runs = openRunsOf(current);
      isOver = !runs.some(({ dueAt }) => dueAt <= at);
      return isOver ? { runs, claim: undefined, claimedUntil: undefined } : this.#claimed(runs);
    });
    return isOver;
  }

  /** Gives the claim back, whatever is due. */
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
        await over(this.#orgId, this.#cardId, current, next, this.#clock.now()).go();
        return true;
      } catch (error) {
        if (!isFailedCondition(error)) throw error;
      }
    }
  }
}

/** Cards of all organizations on which something is due. */
export async function* dueCards(
  clock: Clock,
  of: readonly (typeof lanes)[number][] = lanes,
): AsyncGenerator<{ readonly orgId: OrgId; readonly cardId: CardId }> {
  for (const lane of of) {
    let from: string | null = null;
    do {
      const page: { data: readonly { orgId: string; cardId: string }[]; cursor: string | null } = await turnEntity()
        .query.byDue({ lane })
        .lt({ dueAt: instant({ now: () => clock.now() + 1 }) })
        .go({ cursor: from });
      for (const { orgId, cardId } of page.data) if (isId("org", orgId) && isId("crd", cardId)) yield { orgId, cardId };
      from = page.cursor;
    } while (from !== null);
  }
}
