import type { ActivityId, CardId } from "../../kernel/id.ts";
import { triggerOf } from "../triggers/list.ts";
import type { Simulated } from "./ground.ts";
import type { TimeQueue } from "./queue.ts";

/** A card, or a task on one, for which a schedule can fire. */
export type FiringId = CardId | ActivityId;

/** A firing that was planned; a later plan of the automation for the same card or task supersedes it. */
export interface Firing {
  readonly kind: "date";
  readonly automation: Simulated;
  readonly of: FiringId;
  readonly stamp: number;
}

interface Given {
  readonly automation: Simulated;
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
    const { automation, queue } = this.#given;
    const stamp = (this.#stamps.get(of) ?? 0) + 1;
    this.#stamps.set(of, stamp);
    const at = this.#next(values, from);
    if (at !== null) queue.add(at, { kind: "date", automation, of, stamp });
  }

  /** Plans anew what a change moves, and leaves the rest as it is. @param keeps whether the firing that it moves to happens in the simulation */
  move(
    of: FiringId,
    before: Readonly<Record<string, unknown>> | undefined,
    values: Readonly<Record<string, unknown>> | undefined,
    { from, keeps }: { readonly from: string; readonly keeps: boolean },
  ): void {
    if (this.#next(before, from) !== this.#next(values, from)) this.plan(of, keeps ? values : undefined, from);
  }

  #next(values: Readonly<Record<string, unknown>> | undefined, from: string): string | null {
    const { automation, until: to, timeZone } = this.#given;
    const { trigger } = automation.definition;
    return (values && triggerOf(trigger).schedule?.firesAt(trigger, values, { from, to, timeZone })) ?? null;
  }

  /** Whether nothing has been planned since. */
  isCurrent({ of, stamp }: Firing): boolean {
    return this.#stamps.get(of) === stamp;
  }
}
