import type { ActivityId, CardId } from "../../kernel/id.ts";
import type { Trigger } from "../triggers/list.ts";
import { triggerOf } from "../triggers/list.ts";
import type { TimeQueue } from "./queue.ts";

/** A card, or a task on one, for which a schedule can fire. */
export type FiringId = CardId | ActivityId;

/** A firing that was planned; a later plan for the same card or task supersedes it. */
export interface Firing {
  readonly kind: "date";
  readonly of: FiringId;
  readonly stamp: number;
}

interface Given {
  readonly trigger: Trigger;
  readonly until: string;
  readonly timeZone: string;
  readonly queue: Pick<TimeQueue<Firing>, "add">;
}

/** The next firing of a schedule for each card or task: one at most, which is planned anew when something changes. */
export class Firings {
  readonly #given: Given;
  readonly #stamps = new Map<FiringId, number>();

  constructor(given: Given) {
    this.#given = given;
  }

  /** @param values those from which the schedule decides; undefined if it cannot fire @param from no firing until then, inclusive */
  plan(of: FiringId, values: Readonly<Record<string, unknown>> | undefined, from: string): void {
    const { trigger, until, timeZone, queue } = this.#given;
    const stamp = (this.#stamps.get(of) ?? 0) + 1;
    this.#stamps.set(of, stamp);
    const at = values && triggerOf(trigger).schedule?.firesAt(trigger, values, { from, to: until, timeZone });
    if (typeof at === "string") queue.add(at, { kind: "date", of, stamp });
  }

  /** Whether nothing has been planned since. */
  isCurrent({ of, stamp }: Firing): boolean {
    return this.#stamps.get(of) === stamp;
  }
}
