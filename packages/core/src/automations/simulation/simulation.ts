import { setImmediate } from "node:timers/promises";
import type { Activity } from "../../activities/index.ts";
import { activityAfter, changesCard, stateAfter } from "../../as-of/rules.ts";
import type { Filter } from "../../cards/query/schema.ts";
import type { Card, CardType } from "../../cards/schema.ts";
import type { Change, JournalRecord } from "../../data/journal.ts";
import { type ActivityId, type CardId, type CardTypeId, isId, type UserId } from "../../kernel/id.ts";
import type { Action, ActionKind } from "../actions/list.ts";
import { holds, type RelatedCards, valuesBefore } from "../conditions/evaluate.ts";
import { namesFigures } from "../conditions/subject.ts";
import { after, hasRoom, maxDepth, mostReturns, nextStep, startsAutomations, stormRuns, stormWindow } from "../rules.ts";
import type { AutomationId, Definition, Step, StopReason, TrialStep } from "../schema.ts";
import type { TriggerEvent } from "../triggers/event.ts";
import { isStartedBy, startedCard, triggerOf } from "../triggers/list.ts";
import { Around } from "./around.ts";
import { type Firing, Firings } from "./firings.ts";
import { TimeQueue } from "./queue.ts";
import type { SimulatedRun, SimulatedState, SimulatedStep } from "./schema.ts";
import { Tally } from "./tally.ts";

/** An automation in a simulation. */
export interface Simulated {
  readonly id: AutomationId;
  readonly typeId: CardTypeId;
  readonly definition: Definition;
  /** Whoever published it, or simulates it. */
  readonly publisherId: UserId;
}

/** What an action would do, and how it would leave cards. */
export interface Act extends Omit<TrialStep, "stepId" | "met" | "card" | "each"> {
  readonly changes: readonly { readonly change: Change; readonly card: Card }[];
  /** An activity that it would create. */
  readonly activity?: Activity;
  /** Parts of an SMS. */
  readonly segments: number;
}

/** Why an action is foreseen: what its texts can name besides the card. */
export interface Reasons {
  readonly automation: Simulated;
  readonly step: Step;
  readonly event: TriggerEvent;
  /** Earlier steps. */
  readonly steps: readonly SimulatedStep[];
}

export interface Ground {
  /** The simulated automation. */
  readonly subject: Simulated;
  /** Published automations that simulated changes can start. */
  readonly others: readonly Simulated[];
  /** Real records, oldest first, without those that the automation itself or what it started has made. */
  readonly records: readonly JournalRecord[];
  /** Cards in the viewer's scope when the records begin; undefined for those that do not exist yet. */
  readonly cards: ReadonlyMap<CardId, Card | undefined>;
  /** Activities, as far as their past is needed: as the records find them. */
  readonly activities?: ReadonlyMap<ActivityId, Activity | undefined>;
  /** Whether an activity in this state is in the sight on whose behalf it is simulated. */
  readonly seesActivity?: (activity: Activity) => boolean;
  /** Cards that had become part of another before, and of which. */
  readonly merged?: ReadonlyMap<CardId, CardId>;
  /** Cards whose past cannot be told. */
  readonly lost: ReadonlySet<CardId>;
  readonly from: string;
  readonly until: string;
  readonly timeZone: string;
  /** Whether a card in this state is in the scope on whose behalf it is simulated. */
  readonly sees: (card: Card) => boolean;
  readonly typeOf: (typeId: CardTypeId) => Promise<CardType>;
  /** Foresees an action. Has no effects. */
  readonly act: (action: Action, card: Card, type: CardType, at: string, reasons: Reasons) => Promise<Act>;
  readonly mostRuns: number;
  /** Called now and then, with the number of records replayed. @returns false to end early */
  readonly onProgress: (count: number) => Promise<boolean>;
  /** Between two of these calls. */
  readonly lookMs?: number;
}

export interface Outcome {
  /** Oldest first. */
  readonly runs: readonly SimulatedRun[];
  readonly tally: Tally;
  /** Cards as the simulation leaves them. */
  readonly cards: ReadonlyMap<CardId, Card>;
}

/** What started a run; its activity is read as it is by then. */
interface Started extends Omit<TriggerEvent, "activity"> {
  readonly activityId: ActivityId | null;
}

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
  readonly steps: SimulatedStep[];
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
  readonly #cards = new Map<CardId, Card>();
  readonly #created = new Set<CardId>();
  readonly #queue = new TimeQueue<Event>();
  readonly #runs: Run[] = [];
  readonly #tally = new Tally();
  readonly #open = new Map<CardId, Run[]>();
  readonly #starts = new Map<string, number>();
  readonly #stopped = new Set<AutomationId>();
  readonly #pressed = new Set<unknown>();
  readonly #around: Around;
  readonly #firings: Firings;
  #isFull = false;
  #lookedAt = performance.now();

  constructor(ground: Ground) {
    this.#ground = ground;
    this.#all = [ground.subject, ...ground.others];
    const { subject, until, timeZone } = ground;
    this.#firings = new Firings({ trigger: subject.definition.trigger, until, timeZone, queue: this.#queue });
    for (const [id, card] of ground.cards) if (card) this.#cards.set(id, card);
    const { activities = new Map(), merged = new Map(), seesActivity: sees = () => true } = ground;
    this.#around = new Around({ activities, merged, cards: this.#cards, sees });
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
    return { runs: this.#runs.map((run) => this.#listed(run)), tally: this.#tally, cards: this.#cards };
  }

  /** Lets the process answer others, and tells how far it is, every now and then. */
  async #mayGoOn(count: number): Promise<boolean> {
    if (performance.now() - this.#lookedAt < (this.#ground.lookMs ?? 100)) return true;
    await setImmediate();
    const mayGoOn = await this.#ground.onProgress(count);
    this.#lookedAt = performance.now();
    return mayGoOn;
  }

  #begin(from: string): void {
    const { subject, timeZone } = this.#ground;
    const { schedule } = triggerOf(subject.definition.trigger);
    if (!schedule) return;
    if (schedule.filter) for (const id of this.#cards.keys()) this.#plan(id, from);
    else if (schedule.tasks) for (const id of this.#around.activities.keys()) this.#planTask(id, from);
    else this.#queue.add(schedule.next(subject.definition.trigger, Date.parse(from), timeZone), { kind: "period" });
  }

  async #replay(record: JournalRecord): Promise<void> {
    for (const change of record.changes) this.#apply(change, record.at);
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

  #apply(change: Change, at: string): void {
    const { id } = change.subject;
    if (isId("act", id)) return this.#applyToActivity(id, change, at);
    if (!changesCard(change) || !isId("crd", id) || !this.#ground.cards.has(id)) return;
    const card = stateAfter(this.#cards.get(id), change, at);
    if (card) {
      this.#cards.set(id, card);
      this.#around.noteMerge(card);
    } else this.#cards.delete(id);
    this.#plan(id, at);
  }

  #applyToActivity(id: ActivityId, change: Change, at: string): void {
    if (!this.#ground.activities?.has(id)) return;
    const { activities } = this.#around;
    const activity = activityAfter(activities.get(id), change, at);
    if (activity) activities.set(activity);
    else activities.delete(id);
    this.#planTask(id, at);
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
        if (!this.#firings.isCurrent(event)) return undefined;
        if (isId("act", event.of)) return this.#fireTask(event.of, at);
        await this.#fire(event.of, at);
        // Its run may have planned anew.
        return this.#firings.isCurrent(event) ? this.#plan(event.of, at) : undefined;
      case "period": {
        const { subject, timeZone } = this.#ground;
        const { trigger } = subject.definition;
        const next = triggerOf(trigger).schedule?.next(trigger, Date.parse(at), timeZone);
        if (next !== undefined) this.#queue.add(next, { kind: "period" });
        // Without the cards that its own runs create.
        const present = [...this.#cards.keys()];
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

  /** Plans the next firing of a date on the card, and forgets the one planned before. */
  #plan(cardId: CardId, from: string): void {
    const { typeId, definition } = this.#ground.subject;
    if (!triggerOf(definition.trigger).schedule?.filter) return;
    const card = this.#cards.get(cardId);
    this.#firings.plan(cardId, card?.typeId === typeId ? card.fields : undefined, from);
  }

  /** The same for a task that is open. */
  #planTask(id: ActivityId, from: string): void {
    if (!triggerOf(this.#ground.subject.definition.trigger).schedule?.tasks) return;
    const task = this.#around.activities.get(id);
    this.#firings.plan(
      id,
      task?.type === "TASK" && task.trashedAt === null && task.values["done"] !== true ? task.values : undefined,
      from,
    );
  }

  /** As the engine asks the replica: for open tasks in sight. Conditions are those of its run. */
  async #fireTask(id: ActivityId, at: string): Promise<void> {
    const { subject, seesActivity } = this.#ground;
    const task = this.#around.activities.get(id);
    const cardId = task?.values["cardId"];
    if (!task || !isId("crd", cardId) || seesActivity?.(task) === false) return;
    const event = { ...noEvent, activityId: id };
    await this.#start(subject, cardId, { at, recordId: null, event, depth: 0, chain: [], isForeseen: true });
  }

  /** As the engine asks the replica: for cards that meet the conditions and are not in the trash. */
  async #fire(cardId: CardId, at: string): Promise<void> {
    const { subject, typeOf } = this.#ground;
    const card = this.#cards.get(cardId);
    if (!card || card.typeId !== subject.typeId || card.trashedAt !== null) return;
    const { filter } = subject.definition;
    const event = { ...noEvent, at };
    if (filter && !this.#meets(filter, card, await typeOf(card.typeId), { automation: subject, event }, at)) return;
    await this.#start(subject, cardId, { at, recordId: null, event, depth: 0, chain: [], isForeseen: true });
  }

  async #start(automation: Simulated, cardId: CardId, { at, recordId, event, depth, chain, isForeseen }: Cause): Promise<void> {
    if (this.#stopped.has(automation.id) || this.#isFull) return;
    const card = this.#cards.get(cardId);
    if (!card) {
      if (this.#ground.lost.has(cardId)) this.#tally.lost(cardId);
      return;
    }
    if (card.typeId !== automation.typeId) return;
    const hasLedHere = chain.includes(automation.id);
    if (hasLedHere && (this.#isReturn(automation, cardId, at) || depth >= maxDepth)) return this.#stop(automation, "loop", at);
    if (!isForeseen && this.#isStorm(automation, at)) return this.#stop(automation, "storm", at);
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
    const run: Run = { ...begun, steps: [], state: undefined, message: null };
    this.#runs.push(run);
    await this.#continue(run, at);
    if (this.#runs.length >= this.#ground.mostRuns) this.#isFull = true;
  }

  /** As `countInWindow` does. */
  #countInWindow(what: string, at: string): number {
    const key = `${what} ${stormWindow(Date.parse(at))}`;
    const count = (this.#starts.get(key) ?? 0) + 1;
    this.#starts.set(key, count);
    return count;
  }

  #isStorm({ id }: Simulated, at: string): boolean {
    return this.#countInWindow(id, at) > stormRuns;
  }

  #isReturn({ id }: Simulated, cardId: CardId, at: string): boolean {
    return this.#countInWindow(`${id} ${cardId}`, at) > mostReturns;
  }

  #stop({ id }: Simulated, reason: StopReason, at: string): void {
    this.#stopped.add(id);
    if (id === this.#ground.subject.id) this.#tally.stopped(reason, at);
  }

  /** Whether the card meets the conditions at that moment. Those on related cards are not simulated (`simulable.ts`). */
  #meets(
    filter: Filter,
    card: Card,
    type: CardType,
    { automation: { publisherId }, event }: Pick<Run, "automation" | "event">,
    at: string,
  ): boolean {
    const { timeZone } = this.#ground;
    const before = event.before && valuesBefore(card.fields, event.before);
    const causedBy = event.userId;
    const figures = namesFigures(filter) ? this.#around.figuresOn(card.id, at) : null;
    return holds(filter, { card, type, before, figures, related, nowMs: Date.parse(at), timeZone, publisherId, causedBy });
  }

  /** What the run's texts can say of its event. An activity that is in the trash by now, or out of sight, has no values. */
  #told({ activityId, ...event }: Started): TriggerEvent {
    const activity = activityId && this.#around.activities.get(activityId);
    const isShown = activity && activity.trashedAt === null && this.#ground.seesActivity?.(activity) !== false;
    return { ...event, activity: isShown ? activity.values : null };
  }

  /** Takes the run's steps until it waits or ends. */
  async #continue(run: Run, at: string): Promise<void> {
    const { automation, cardId, steps } = run;
    const { filter, trigger, steps: all } = automation.definition;
    for (;;) {
      const card = this.#cards.get(cardId);
      const isGone = !card || (card.trashedAt !== null && trigger.kind !== "cardDeleted");
      if (isGone) return this.#end(run, "skipped", "automations.skipped.cardGone");
      if (!this.#ground.sees(card)) return this.#end(run, "skipped", "automations.skipped.unseen");
      const type = await this.#ground.typeOf(card.typeId);
      if (steps.length === 0 && filter && !this.#meets(filter, card, type, run, at)) return this.#end(run, "skipped", null);
      const step = nextStep(all, steps);
      if (!step || step.kind === "forEach") return this.#end(run, "done", null);
      const common = { ...blank, stepId: step.id, at };
      if (step.kind === "wait") {
        steps.push({ ...common, state: "would" });
        this.#open.set(cardId, [...(this.#open.get(cardId) ?? []), run]);
        return this.#queue.add(after(Date.parse(at), step.wait, this.#ground.timeZone), { kind: "wake", run });
      }
      if (step.kind === "branch") {
        steps.push({ ...common, state: "would", met: this.#meets(step.filter, card, type, run, at) });
        continue;
      }
      const act = await this.#ground.act(step.action, card, type, at, { automation, step, event: this.#told(run.event), steps });
      const { changes, activity, segments, ...tried } = act;
      const own = changes.find(({ change }) => change.subject.id === cardId)?.change;
      steps.push({ ...common, ...tried, action: kindOf(step.action), before: own?.before ?? null, after: own?.after ?? null });
      if (tried.state === "failed") return this.#end(run, "failed", tried.message);
      this.#tally.sent(segments);
      for (const { change, card: changed } of changes) this.#change(run, change, changed, at);
      if (activity) {
        this.#around.activities.set(activity);
        this.#planTask(activity.id, at);
      }
    }
  }

  #change(run: Run, change: Change, card: Card, at: string): void {
    const isNew = change.action === "card.create";
    this.#cards.set(card.id, card);
    if (isNew) this.#created.add(card.id);
    else this.#tally.changed(card.id);
    this.#plan(card.id, at);
    this.#queue.add(at, { kind: "change", change, depth: run.depth, chain: [...run.chain, run.automation.id] });
  }

  #end(run: Run, state: SimulatedState, message: string | null): void {
    run.state = state;
    run.message = message;
    if (state === "failed")
      this.#tally.failed(message ?? "errors.INTERNAL_SERVER_ERROR.message", run.steps.at(-1)?.params ?? null);
    if (state !== "skipped" || run.steps.length > 0) return;
    // Runs that do not get to their first step are only counted; this one is the last that began.
    this.#runs.pop();
    if (message === null) this.#tally.unmet();
    else this.#tally.skipped(message);
  }

  #listed({ automation, cardId, recordId, at, state, message, steps }: Run): SimulatedRun {
    const name = this.#created.has(cardId) ? this.#cards.get(cardId)?.fields["name"] : undefined;
    return {
      chained: automation.id === this.#ground.subject.id ? null : automation.id,
      cardId,
      newCard: this.#created.has(cardId) ? (typeof name === "string" ? name : "") : null,
      at,
      recordId,
      state: state ?? "waiting",
      message,
      steps,
    };
  }
}

const noEvent = { userId: null, before: null, after: null, activityId: null } as const;
const eventOf = ({ subject: { id }, before, after }: Change): Omit<Started, "at"> => ({
  userId: null,
  before,
  after,
  activityId: isId("act", id) ? id : null,
});
const related: ReadonlyMap<CardTypeId, RelatedCards> = new Map();
const kindOf = ({ kind }: Action): ActionKind => kind;
const blank = {
  action: null,
  procedure: null,
  input: null,
  recipient: null,
  met: null,
  message: null,
  params: null,
  before: null,
  after: null,
} as const;
