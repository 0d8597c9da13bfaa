import { reportFailure } from "../data/consumer.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Id, OrgId } from "../kernel/id.ts";
import { broadcast } from "./broadcast.ts";
import { connectionsOf } from "./index.ts";

/** Minimum time between two messages to the browsers of an organization. */
const paceMs = 1_000;

/**
 * Sends an organization's open browsers the automations whose runs have changed, at most one message a second even in a storm of runs. Best effort: a browser that
 * misses one refetches when its page is visible again.
 */
export class RunAnnouncer {
  readonly #clock: Clock;
  readonly #changed = new Map<OrgId, Set<Id<"aut">>>();
  readonly #toldAt = new Map<OrgId, number>();
  readonly #sending: Promise<void>[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note(orgId: OrgId, automationId: Id<"aut">): void {
    const changed = this.#changed.get(orgId) ?? new Set();
    this.#changed.set(orgId, changed.add(automationId));
    const now = this.#clock.now();
    if (now - (this.#toldAt.get(orgId) ?? 0) < paceMs) return;
    this.#toldAt.set(orgId, now);
    this.#sending.push(this.#tell(orgId));
  }

  /** Sends what is left. Nothing may be noted afterwards. */
  async end(): Promise<void> {
    for (const orgId of this.#changed.keys()) this.#sending.push(this.#tell(orgId));
    await Promise.all(this.#sending);
  }

  async #tell(orgId: OrgId): Promise<void> {
    const automationIds = [...(this.#changed.get(orgId) ?? [])];
    this.#changed.delete(orgId);
    try {
      const listening = new Set((await connectionsOf(orgId, this.#clock)).map(({ connectionId }) => connectionId));
      if (listening.size > 0) await broadcast(listening, { kind: "runs", automationIds }, this.#clock);
    } catch (error) {
      reportFailure("telling browsers about runs", error);
    }
  }
}
