import { setImmediate } from "node:timers/promises";
import type { Card, CardType } from "../../cards/schema.ts";
import type { Change, JournalRecord } from "../../data/journal.ts";
import { type ActivityId, type CardId, isId } from "../../kernel/id.ts";
import { nameOf } from "../actions/definition.ts";
import type { Action, ActionKind } from "../actions/list.ts";
import { forEachAround } from "../engine/for-each.ts";
import { after, hasRoom, startsAutomations } from "../rules.ts";
import type { AutomationId, Step, StopReason } from "../schema.ts";
import { isStartedBy, startedCard, triggerOf } from "../triggers/list.ts";
import { Brakes } from "./brakes.ts";
import type { Firing } from "./firings.ts";
import type { Ground, Outcome, Simulated } from "./ground.ts";
import { TimeQueue } from "./queue.ts";
import type { SimulatedRun, SimulatedState, SimulatedStep } from "./schema.ts";
import { eventOf, noEvent, type Started } from "./started.ts";
import { blank, TakenSteps } from "./taken.ts";
import { Tally } from "./tally.ts";
import { World } from "./world.ts";

/** A run that has begun. */
interface Run {
  readonly automation: Simulated;
  readonly cardId: CardId;
  readonly recordId: string | null;
  readonly at: string;
  readonly event: Started;
  readonly depth: number;
  /** The automations that led to it. */
  readonly chain: readonly AutomationId[];
  readonly taken: TakenSteps;
  /** Undefined while it goes on. */
  state: SimulatedState | undefined;
  message: string | null;
}

type Event =
  | { readonly kind: "change"; readonly change: Change; readonly depth: number; readonly chain: readonly AutomationId[] }
  | { readonly kind: "wake"; readonly run: Run }
  | Firing
  | { readonly kind: "period" };

/** What causes a run. */
interface Cause {
  readonly at: string;
  readonly recordId: string | null;
  readonly event: Omit<Started, "at">;
  /** That of the record. */
  readonly depth: number;
  readonly chain: readonly AutomationId[];
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
  readonly #queue = new TimeQueue<Event>();
  readonly #runs: Run[] = [];
  readonly #tally = new Tally();
  readonly #open = new Map<CardId, Run[]>();
  readonly #brakes = new Brakes();
  readonly #stopped = new Set<AutomationId>();
  readonly #pressed = new Set<unknown>();
  readonly #world: World;
  #isFull = false;
  #lookedAt = performance.now();

  constructor(ground: Ground) {
    this.#ground = ground;
    this.#all = [ground.subject, ...ground.others];
    this.#world = new World(ground, this.#queue);
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
    return { runs: this.#runs.map((run) => this.#listed(run)), tally: this.#tally, cards: this.#world.cards };
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
    if (!startsAutomations(record)) return;
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
      const started = isStartedBy(subject.definition.trigger, change) ? startedCard(change) : undefined;
      const cardId = started ?? this.#pressedOn(record, change);
      const event = started ? { ...eventOf(change), userId } : { ...noEvent, userId };
      if (cardId) await this.#start(subject, cardId, { ...cause, event });
    }
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

  async #happen(event: Event | undefined, at: string): Promise<void> {
    switch (event?.kind) {
      case "wake": {
        const { cardId } = event.run;
        this.#open.set(
          cardId,
          (this.#open.get(cardId) ?? []).filter((run) => run !== event.run),
        );
        return this.#continue(event.run, at);
      }
      case "change": {
        const { change, depth, chain } = event;
        for (const automation of this.#all) {
          const cardId = isStartedBy(automation.definition.trigger, change) ? startedCard(change) : undefined;
          const cause = { at, recordId: null, event: eventOf(change), depth, chain, isForeseen: false };
          if (cardId) await this.#start(automation, cardId, cause);
        }
        return undefined;
      }
      case "date":
        if (!this.#world.isCurrent(event)) return undefined;
        if (isId("act", event.of)) return this.#fireTask(event.of, at);
        await this.#fire(event.of, at);
        // Its run may have planned anew.
        return this.#world.isCurrent(event) ? this.#world.plan(event.of, at) : undefined;
      case "period": {
        const { subject, timeZone } = this.#ground;
        const { trigger } = subject.definition;
        const next = triggerOf(trigger).schedule?.next(trigger, Date.parse(at), timeZone);
        if (next !== undefined) this.#queue.add(next, { kind: "period" });
        // Without the cards that its own runs create.
        const present = [...this.#world.cards.keys()];
        for (const id of present) {
          if (this.#isFull) return undefined;
          await this.#fire(id, at);
        }
        return undefined;
      }
      case undefined:
        return undefined;
    }
  }

  /** As the engine asks the replica: for open tasks in sight. Conditions are those of its run. */
  async #fireTask(id: ActivityId, at: string): Promise<void> {
    const cardId = this.#world.cardOfTask(id);
    if (!cardId) return;
    const event = { ...noEvent, activityId: id };
    await this.#start(this.#ground.subject, cardId, { ...byItself, at, event });
  }

  /** As the engine asks the replica: for cards that meet the conditions and are not in the trash. */
  async #fire(cardId: CardId, at: string): Promise<void> {
    const { subject, typeOf } = this.#ground;
    const card = this.#world.cards.get(cardId);
    if (!card || card.typeId !== subject.typeId || card.trashedAt !== null) return;
    const { filter } = subject.definition;
    const event = { ...noEvent, at };
    if (filter && !(await this.#world.meets(filter, card, await typeOf(card.typeId), { automation: subject, event }, at))) return;
    await this.#start(subject, cardId, { ...byItself, at, event });
  }

  async #start(automation: Simulated, cardId: CardId, { at, recordId, event, depth, chain, isForeseen }: Cause): Promise<void> {
    if (this.#stopped.has(automation.id) || this.#isFull) return;
    const card = this.#world.cards.get(cardId);
    if (!card) {
      if (this.#ground.lost.has(cardId)) this.#tally.lost(cardId);
      return;
    }
    if (card.typeId !== automation.typeId) return;
    const hasLedHere = chain.includes(automation.id);
    const reason = this.#brakes.reasonToStop({ id: automation.id, cardId, at, depth, hasLedHere, isForeseen });
    if (reason) return this.#stop(automation, reason, at);
    const open = this.#open.get(cardId) ?? [];
    if (
      !hasRoom(
        open.map((run) => ({ automationId: run.automation.id })),
        automation.id,
      )
    ) {
      if (hasLedHere) return this.#stop(automation, "loop", at);
      return this.#tally.skipped("automations.skipped.tooManyOpen");
    }
    const begun = { automation, cardId, recordId, at, event: { ...event, at }, depth: depth + 1, chain };
    const run: Run = { ...begun, taken: new TakenSteps(), state: undefined, message: null };
    this.#runs.push(run);
    await this.#continue(run, at);
    if (this.#runs.length >= this.#ground.mostRuns) this.#isFull = true;
  }

  #stop({ id }: Simulated, reason: StopReason, at: string): void {
    this.#stopped.add(id);
    if (id === this.#ground.subject.id) this.#tally.stopped(reason, at);
  }

  /** Takes the run's steps until it waits or ends. */
  async #continue(run: Run, at: string): Promise<void> {
    const { automation, cardId, taken } = run;
    const { filter, trigger, steps: all } = automation.definition;
    for (;;) {
      const card = this.#world.cards.get(cardId);
      const isGone = !card || (card.trashedAt !== null && trigger.kind !== "cardDeleted");
      if (isGone) return this.#end(run, "skipped", "automations.skipped.cardGone");
      if (!this.#ground.sees(card)) return this.#end(run, "skipped", "automations.skipped.unseen");
      const type = await this.#ground.typeOf(card.typeId);
      if (taken.listed.length === 0 && filter && !(await this.#world.meets(filter, card, type, run, at)))
        return this.#end(run, "skipped", null);
      const step = taken.next(all);
      if (!step) return this.#end(run, "done", null);
      if (step.kind === "forEach") {
        if (taken.hasBegun(step)) taken.nextCard();
        else {
          const { cards, left } = await this.#world.cardsForEach(step, card, automation, at);
          taken.begin(step, cards, left, at);
        }
        continue;
      }
      const target = await this.#target(run, step, { card, type });
      if (!target) continue;
      const common = { ...blank, stepId: step.id, at, card: target.related };
      if (step.kind === "wait") {
        taken.note({ ...common, state: "would" });
        this.#open.set(cardId, [...(this.#open.get(cardId) ?? []), run]);
        return this.#queue.add(after(Date.parse(at), step.wait, this.#ground.timeZone), { kind: "wake", run });
      }
      if (step.kind === "branch") {
        // The event is one of the run's card.
        const by = target.related ? { automation, event: { ...noEvent, at } } : run;
        const met = await this.#world.meets(step.filter, target.card, target.type, by, at);
        taken.note({ ...common, state: "would", met });
        continue;
      }
      const act = await this.#ground.act(step.action, target.card, target.type, at, {
        automation,
        step,
        event: this.#world.eventInTexts(run.event),
        steps: taken.before(target.related?.id),
      });
      const { changes, activity, segments, ...tried } = act;
      const own = changes.find(({ change }) => change.subject.id === target.card.id)?.change;
      const action = kindOf(step.action);
      taken.note({ ...common, ...tried, action, before: own?.before ?? null, after: own?.after ?? null });
      if (tried.state === "failed") return this.#end(run, "failed", tried.message, tried.params);
      if (tried.state === "would") this.#tally.did(action);
      this.#tally.sent(segments);
      for (const { change, card: changed } of changes) this.#change(run, change, changed, at);
      if (activity) this.#world.putActivity(activity, at);
    }
  }

  /** The card that a step is taken for; undefined for a related one that is gone, out of scope or of another type by now, which is left out. */
  async #target(
    run: Run,
    step: Step,
    own: { readonly card: Card; readonly type: CardType },
  ): Promise<{ readonly card: Card; readonly type: CardType; readonly related: SimulatedStep["card"] } | undefined> {
    const around = forEachAround(run.automation.definition.steps, step.id);
    const cardId = around && run.taken.cardOf(around);
    if (!around || !cardId) return { ...own, related: null };
    const card = this.#world.card(cardId);
    if (card?.trashedAt !== null || card.typeId !== around.relatedTypeId || !this.#ground.sees(card)) {
      run.taken.nextCard();
      return undefined;
    }
    const { id, typeId } = card;
    const related = { id, name: nameOf(card), typeId, isNew: this.#world.isCreated(id) };
    return { card, type: await this.#ground.typeOf(typeId), related };
  }

  #change(run: Run, change: Change, card: Card, at: string): void {
    const isNew = change.action === "card.create";
    this.#world.putCard(card, { isNew, at });
    if (!isNew) this.#tally.changed(card.id);
    this.#queue.add(at, { kind: "change", change, depth: run.depth, chain: [...run.chain, run.automation.id] });
  }

  #end(run: Run, state: SimulatedState, message: string | null, params: SimulatedStep["params"] = null): void {
    run.state = state;
    run.message = message;
    if (state === "failed") this.#tally.failed(message ?? "errors.INTERNAL_SERVER_ERROR.message", params);
    if (state !== "skipped" || run.taken.listed.length > 0) return;
    // Runs that do not get to their first step are only counted; this one is the last that began.
    this.#runs.pop();
    if (message === null) this.#tally.unmet();
    else this.#tally.skipped(message);
  }

  #listed({ automation, cardId, recordId, at, state, message, taken }: Run): SimulatedRun {
    return {
      chained: automation.id === this.#ground.subject.id ? null : automation.id,
      cardId,
      newCard: this.#world.newCard(cardId),
      at,
      recordId,
      state: state ?? "waiting",
      message,
      steps: taken.listed,
    };
  }
}

/** Of a run that a schedule starts. */
const byItself = { recordId: null, depth: 0, chain: [], isForeseen: true } as const;
const kindOf = ({ kind }: Action): ActionKind => kind;
