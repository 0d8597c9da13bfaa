import { setImmediate } from "node:timers/promises";
import type { Change, JournalRecord } from "../../data/journal.ts";
import { type ActivityId, type CardId, isId } from "../../kernel/id.ts";
import { hasRoom, startsAutomations } from "../rules.ts";
import type { AutomationId, StopReason } from "../schema.ts";
import { isOfDates, isStartedBy, lateFiring, startedCard, triggerOf } from "../triggers/list.ts";
import { Brakes } from "./brakes.ts";
import type { Ground, Outcome, Simulated } from "./ground.ts";
import { TimeQueue } from "./queue.ts";
import { type Happening, Runs } from "./runs.ts";
import { eventOf, noEvent, type Started } from "./started.ts";
import { Tally } from "./tally.ts";
import { World } from "./world.ts";

/** What causes a run. */
interface Cause {
  readonly at: string;
  readonly recordId: string | null;
  readonly event: Omit<Started, "at">;
  /** That of the record. */
  readonly depth: number;
  readonly chain: readonly AutomationId[];
  /** The moment of a date that was entered once it had passed. */
  readonly missedAt?: string;
  /** By a schedule, or by a person who had the number of cards in view: however many it starts, they are no storm. */
  readonly isForeseen: boolean;
}

/**
 * Replays records with an automation that was not there. Cards have the state they had at each moment, with what the simulated runs change in them. Runs start as
 * the engine starts them, one after the other; waits and schedules pass in simulated time. Nothing outside is touched.
 */
export class Simulation {
  readonly #ground: Ground;
  readonly #all: readonly Simulated[];
  readonly #queue = new TimeQueue<Happening>();
  readonly #tally = new Tally();
  readonly #brakes = new Brakes();
  readonly #stopped = new Set<AutomationId>();
  readonly #pressed = new Set<unknown>();
  /** Planned moments for which a schedule has started a run: entered again, such a date is not missed. */
  readonly #fired = new Set<string>();
  readonly #world: World;
  readonly #runs: Runs;
  #isFull = false;
  #lookedAt = performance.now();

  constructor(ground: Ground) {
    this.#ground = ground;
    this.#all = [ground.subject, ...ground.others];
    this.#world = new World(ground, this.#queue);
    this.#runs = new Runs(ground, this.#world, this.#tally, this.#queue);
  }

  async run(): Promise<Outcome> {
    const { records, until, from } = this.#ground;
    this.#begin(from);
    let at = 0;
    for (;;) {
      const record = records[at];
      const { nextAt } = this.#queue;
      const isNext = record !== undefined && (nextAt === undefined || record.at <= nextAt);
      if (!isNext && (nextAt === undefined || nextAt > until)) break;
      const now = isNext ? record.at : (nextAt ?? until);
      if (isNext) {
        at++;
        await this.#replay(record);
      } else await this.#happen(this.#queue.take(), now);
      if (this.#isFull || !(await this.#mayGoOn(at))) {
        this.#tally.ended(now, this.#isFull ? "runs" : "time");
        break;
      }
    }
    return { runs: this.#runs.list(), tally: this.#tally, cards: this.#world.cards };
  }

  /** Lets the process answer others, and reports the progress, from time to time. */
  async #mayGoOn(count: number): Promise<boolean> {
    if (performance.now() - this.#lookedAt < (this.#ground.lookMs ?? 100)) return true;
    await setImmediate();
    const mayGoOn = await this.#ground.onProgress(count);
    this.#lookedAt = performance.now();
    return mayGoOn;
  }

  #begin(from: string): void {
    const { subject, timeZone } = this.#ground;
    this.#world.begin(from);
    const { trigger } = subject.definition;
    const { schedule } = triggerOf(trigger);
    if (schedule && !schedule.filter && !schedule.tasks)
      this.#queue.add(schedule.next(trigger, Date.parse(from), timeZone), { kind: "period" });
  }

  async #replay(record: JournalRecord): Promise<void> {
    for (const change of record.changes) this.#world.apply(change, record.at);
    const mayStart = startsAutomations(record);
    const { subject } = this.#ground;
    const cause = {
      at: record.at,
      recordId: record.id,
      depth: record.depth,
      chain: [],
      isForeseen: record.startsAutomations === true,
    };
    const { actor } = record;
    const userId = actor.kind === "user" && isId("usr", actor.id) ? actor.id : null;
    for (const change of record.changes) {
      const started = mayStart && isStartedBy(subject.definition.trigger, change) ? startedCard(change) : undefined;
      const missed = mayStart && !started ? this.#missedBy(subject, change, record.at) : undefined;
      // Also on many cards, where nothing else that happens starts automations.
      const pressed = this.#pressedOn(record, change);
      const cardId = started ?? missed?.cardId ?? pressed;
      const event = started ? eventOf(change) : (missed?.event ?? noEvent);
      const isForeseen = cause.isForeseen || pressed !== undefined;
      if (cardId) await this.#start(subject, cardId, { ...cause, ...missed?.late, isForeseen, event: { ...event, userId } });
    }
  }

  /** What a change starts by entering a date whose moment has passed. */
  #missedBy(automation: Simulated, change: Change, at: string) {
    const missedAt = lateFiring(automation.definition.trigger, change, { at, timeZone: this.#ground.timeZone });
    const { id } = change.subject;
    if (missedAt === null || this.#fired.has(firingOf(automation, id, missedAt))) return undefined;
    const cardId = isId("act", id) ? this.#world.cardOfTask(id) : startedCard(change);
    const event = { ...noEvent, activityId: isId("act", id) ? id : null };
    return cardId && { cardId, event, late: { missedAt } };
  }

  /** The card on which the record says that the automation's button was pressed. */
  #pressedOn({ actor }: JournalRecord, { action, subject, after: values }: Change): CardId | undefined {
    const { id, definition } = this.#ground.subject;
    if (definition.trigger.kind !== "buttonClicked" || action !== "automation.execute") return undefined;
    const { cardId, runId } = values ?? {};
    // A run that is retried is executed again, but not pressed.
    if (
      subject.id !== id ||
      (actor.kind !== "user" && actor.kind !== "token") ||
      this.#pressed.has(runId) ||
      !isId("crd", cardId)
    )
      return undefined;
    this.#pressed.add(runId);
    return cardId;
  }

  async #happen(event: Happening | undefined, at: string): Promise<void> {
    switch (event?.kind) {
      case "wake":
        return this.#runs.wake(event.run, at);
      case "change": {
        const { change, depth, chain } = event;
        for (const automation of this.#all) {
          const started = isStartedBy(automation.definition.trigger, change) ? startedCard(change) : undefined;
          const missed = started ? undefined : this.#missedBy(automation, change, at);
          const cardId = started ?? missed?.cardId;
          const cause = { at, recordId: null, event: missed?.event ?? eventOf(change), depth, chain, isForeseen: false };
          if (cardId) await this.#start(automation, cardId, { ...cause, ...missed?.late });
        }
        return undefined;
      }
      case "date":
        if (!this.#world.isCurrent(event)) return undefined;
        if (isId("act", event.of)) return this.#fireTask(event.automation, event.of, at);
        await this.#fire(event.automation, event.of, at);
        // Its run may have planned anew.
        return this.#world.isCurrent(event) ? this.#world.plan(event.of, at, event.automation) : undefined;
      case "period": {
        const { subject, timeZone } = this.#ground;
        const { trigger } = subject.definition;
        const next = triggerOf(trigger).schedule?.next(trigger, Date.parse(at), timeZone);
        if (next !== undefined) this.#queue.add(next, { kind: "period" });
        // Without the cards that its own runs create.
        const present = [...this.#world.cards.keys()];
        for (const id of present) {
          if (this.#isFull) return undefined;
          await this.#fire(subject, id, at);
        }
        return undefined;
      }
      case undefined:
        return undefined;
    }
  }

  /** As the engine asks the replica: for open tasks in sight. Conditions are those of its run. */
  async #fireTask(automation: Simulated, id: ActivityId, at: string): Promise<void> {
    const cardId = this.#world.cardOfTask(id);
    if (!cardId) return;
    this.#fired.add(firingOf(automation, id, at));
    const event = { ...noEvent, activityId: id };
    await this.#start(automation, cardId, { ...byItself, at, event });
  }

  /** As the engine asks the replica: for cards that meet the conditions and are not in the trash. */
  async #fire(automation: Simulated, cardId: CardId, at: string): Promise<void> {
    const { typeOf } = this.#ground;
    const card = this.#world.cards.get(cardId);
    if (!card || card.typeId !== automation.typeId || card.trashedAt !== null) return;
    const { filter } = automation.definition;
    const event = { ...noEvent, at };
    if (filter && !(await this.#world.meets(filter, card, await typeOf(card.typeId), { automation, event }, at))) return;
    if (isOfDates(automation.definition.trigger)) this.#fired.add(firingOf(automation, cardId, at));
    await this.#start(automation, cardId, { ...byItself, at, event });
  }

  async #start(
    automation: Simulated,
    cardId: CardId,
    { at, missedAt = at, recordId, event, depth, chain, isForeseen }: Cause,
  ): Promise<void> {
    if (this.#stopped.has(automation.id) || this.#isFull) return;
    const card = this.#world.cards.get(cardId);
    if (!card) {
      if (this.#ground.lost.has(cardId)) this.#tally.lost(cardId);
      return;
    }
    if (card.typeId !== automation.typeId) return;
    const hasLedHere = chain.includes(automation.id);
    const { id } = automation;
    if (this.#brakes.isLoop({ id, cardId, at, depth, hasLedHere })) return this.#stop(automation, "loop", at);
    const waiting = this.#runs.waitingOn(cardId).map((run) => ({ automationId: run.automation.id }));
    if (!hasRoom(waiting, automation.id)) {
      if (hasLedHere) return this.#stop(automation, "loop", at);
      return this.#tally.skipped("automations.skipped.tooManyOpen");
    }
    const isStorm = () => !isForeseen && this.#brakes.isStorm(id, at);
    const begun = { automation, cardId, recordId, at, event: { ...event, at: missedAt }, depth: depth + 1, chain };
    if ((await this.#runs.begin(begun, isStorm)) === "storm") this.#stop(automation, "storm", at);
    if (this.#runs.count >= this.#ground.mostRuns) this.#isFull = true;
  }

  #stop({ id }: Simulated, reason: StopReason, at: string): void {
    this.#stopped.add(id);
    if (id === this.#ground.subject.id) this.#tally.stopped(reason, at);
  }
}

/** As the engine tells by the id that a schedule gives its run. */
const firingOf = (automation: Simulated, of: string, at: string): string => `${automation.id}\n${of}\n${at}`;

/** Of a run that a schedule starts. */
const byItself = { recordId: null, depth: 0, chain: [], isForeseen: true } as const;
