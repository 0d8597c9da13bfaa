import { concurrently } from "../kernel/concurrently.ts";
import { commit } from "../data/commit.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import type { Id, OrgId } from "../kernel/id.ts";
import { attempt, type Call, callEndpoint, type Sent, type Waiting } from "./attempt.ts";
import { failingMs, heldAfter, holdMs } from "./back-off.ts";
import { webhooksContext } from "./context.ts";
import { type Endpoint, endpointChange, endpointWrite, findEndpoint, recordedValues } from "./endpoints.ts";
import { shardOf, waitingEntity } from "./entity.ts";
import type { Reads } from "./payload.ts";
import { askForDeliveries, succeeded, Turn } from "./progress.ts";
import { continueReplays } from "./replay.ts";
import type { DisabledReason } from "./rules.ts";

/** Subjects that are processed in parallel. */
const sentAtOnce = 8;
const waitingAtOnce = 200;

export interface RunOptions {
  readonly clock: Clock;
  readonly reads: Reads;
  /** No attempt begins later than this after the start, so that the Lambda's time-out does not interrupt one. */
  readonly runMs: number;
  readonly call?: Call;
}

/**
 * Sends an endpoint's due messages, in order for each subject: a message waits until the earlier ones about its subject are delivered or given up. An endpoint
 * has one run at a time; a second run returns at once. After several failures in a row the endpoint is held, and then probed with one message at a time. It is
 * disabled if it answers that it is gone, or if nothing has succeeded for five days.
 */
export async function runDeliveries(
  orgId: OrgId,
  endpointId: Id<"hok">,
  { clock, reads, runMs, call = callEndpoint }: RunOptions,
): Promise<void> {
  const endsAt = clock.now() + runMs;
  const isOver = () => clock.now() >= endsAt;
  const turn = await Turn.take(orgId, endpointId, clock);
  if (!turn) return;
  for (;;) {
    const { asked } = turn.progress;
    const endpoint = await findEndpoint(orgId, endpointId);
    if (endpoint?.state !== "active") {
      if (await turn.end(asked, undefined)) return;
      continue;
    }
    const isReplayed = await continueReplays(endpoint, clock, isOver);
    const pass = new Pass(endpoint, turn, { clock, reads, call, isOver });
    await pass.run();
    const heldUntil = turn.progress.heldUntil ?? 0;
    if (pass.isLost) return;
    if (heldUntil > clock.now()) {
      // New messages wait with the others.
      while (!(await turn.end(turn.progress.asked, heldUntil)));
      return;
    }
    if (isOver() && (pass.isCutShort || !isReplayed)) {
      while (!(await turn.end(turn.progress.asked, clock.now())));
      await askForDeliveries(orgId, endpointId);
      return;
    }
    if (pass.hasRecovered) continue;
    if (await turn.end(asked, pass.nextDueAt)) return;
  }
}

interface PassOptions extends Required<Omit<RunOptions, "runMs">> {
  readonly isOver: () => boolean;
}

/** One pass over an endpoint's pending messages. */
class Pass {
  readonly #endpoint: Endpoint;
  readonly #turn: Turn;
  readonly #options: PassOptions;
  /** Subjects whose next message is not due yet. */
  readonly #stuck = new Set<string>();
  #isStopped = false;
  /** When the earliest of the remaining messages is due. */
  nextDueAt: number | undefined;
  /** Time ran out before all messages were processed. */
  isCutShort = false;
  /** Another run has taken over. */
  isLost = false;
  /** The endpoint answers again: messages that waited for that are due. */
  hasRecovered = false;

  constructor(endpoint: Endpoint, turn: Turn, options: PassOptions) {
    this.#endpoint = endpoint;
    this.#turn = turn;
    this.#options = options;
  }

  async run(): Promise<void> {
    const { orgId, endpointId } = this.#endpoint;
    let cursor: string | null = null;
    do {
      const page: { data: readonly Waiting[]; cursor: string | null } = await waitingEntity()
        .query.main({ orgId, shard: shardOf(endpointId), endpointId })
        .go({ consistent: true, cursor, limit: waitingAtOnce });
      const groups = Map.groupBy(page.data, ({ subjectId }) => subjectId);
      // While the endpoint is failing, a single message probes it.
      const atOnce = this.#turn.progress.failures >= heldAfter ? 1 : sentAtOnce;
      await concurrently(groups, { atOnce }, ([subjectId, messages]) => this.#sendInOrder(subjectId, messages));
      cursor = page.cursor;
    } while (cursor !== null && !this.#isStopped);
  }

  async #sendInOrder(subjectId: string, messages: readonly Waiting[]): Promise<void> {
    const { clock, isOver } = this.#options;
    for (const message of messages) {
      if (this.#isStopped || this.#stuck.has(subjectId)) return;
      if (!this.#isDue(message)) return this.#wait(message.dueAt, subjectId);
      if (isOver()) {
        this.isCutShort = true;
        this.#isStopped = true;
        return;
      }
      if (!(await this.#turn.renew())) {
        this.isLost = true;
        this.#isStopped = true;
        return;
      }
      const attempted = await attempt(this.#endpoint, message, this.#options);
      if (attempted.sent) await this.#note(attempted.sent);
      if (attempted.kind === "waits") return this.#wait(attempted.dueAt, subjectId);
      if ((this.#turn.progress.heldUntil ?? 0) > clock.now()) this.#isStopped = true;
    }
  }

  #wait(dueAt: number, subjectId: string): void {
    this.#stuck.add(subjectId);
    this.nextDueAt = Math.min(this.nextDueAt ?? dueAt, dueAt);
  }

  /** Due by its time; or because the endpoint's settings have changed since the last attempt, or it was unreachable then and answers now. */
  #isDue({ dueAt, triedAt, isUnreached }: Waiting): boolean {
    const { recoveredAt = 0, changedAt = 0 } = this.#turn.progress;
    const since = isUnreached ? Math.max(recoveredAt, changedAt) : changedAt;
    return dueAt <= this.#options.clock.now() || (triedAt !== undefined && triedAt < since);
  }

  /** Stores the endpoint's health after an attempt. */
  async #note(sent: Sent): Promise<void> {
    const { clock } = this.#options;
    if (sent.reason === undefined) {
      const wasHeld = this.#turn.progress.failures >= heldAfter;
      await this.#turn.amend((current) => succeeded(current, clock));
      if (wasHeld) this.hasRecovered = true;
      return;
    }
    await this.#turn.amend((current) => {
      const failures = current.failures + 1;
      const hold = holdMs(failures);
      const at = instant(clock);
      const failingSince = current.failingSince ?? at;
      return { ...current, failures, failingSince, failedAt: at, ...(hold > 0 ? { heldUntil: clock.now() + hold } : {}) };
    });
    const { failures, failingSince } = this.#turn.progress;
    if (failures >= heldAfter) this.#isStopped = true;
    const isLong = failingSince !== undefined && clock.now() - Date.parse(failingSince) >= failingMs;
    if (sent.status === 410 || isLong) {
      this.#isStopped = true;
      await disable(this.#endpoint, sent.status === 410 ? "gone" : "failing", clock);
    }
  }
}

/** Disables an endpoint, once: the record notifies the administrators. Its pending messages are kept as long as any delivery. */
async function disable({ orgId, endpointId }: Endpoint, disabledReason: DisabledReason, clock: Clock): Promise<void> {
  await commit(webhooksContext(orgId, clock), async () => {
    const current = await findEndpoint(orgId, endpointId);
    if (current?.state !== "active") return { writes: [], records: [], result: undefined };
    const next: Endpoint = { ...current, state: "disabled", disabledReason, version: current.version + 1 };
    const { host, state } = recordedValues(current);
    const after = { host, state: next.state, disabledReason };
    return {
      writes: [endpointWrite(next)],
      records: [{ changes: [endpointChange("webhookEndpoint.disable", next, { host, state }, after)] }],
      result: undefined,
    };
  });
}
