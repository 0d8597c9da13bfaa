import type { Card, CardType } from "../../cards/schema.ts";
import type { Change } from "../../data/journal.ts";
import type { CardId } from "../../kernel/id.ts";
import { nameOf } from "../actions/definition.ts";
import type { Action, ActionKind } from "../actions/list.ts";
import { forEachAround } from "../engine/for-each.ts";
import { after } from "../rules.ts";
import type { AutomationId, Step } from "../schema.ts";
import type { Firing } from "./firings.ts";
import type { Ground, Simulated } from "./ground.ts";
import type { TimeQueue } from "./queue.ts";
import type { SimulatedRun, SimulatedState, SimulatedStep } from "./schema.ts";
import { noEvent, type Started } from "./started.ts";
import { blank, TakenSteps } from "./taken.ts";
import type { Tally } from "./tally.ts";
import type { World } from "./world.ts";

/** What a run begins with. */
interface Begun {
  readonly automation: Simulated;
  readonly cardId: CardId;
  readonly recordId: string | null;
  readonly at: string;
  readonly event: Started;
  readonly depth: number;
  /** The automations that led to it. */
  readonly chain: readonly AutomationId[];
}

/** A run that has begun. */
interface Run extends Begun {
  readonly taken: TakenSteps;
  /** Undefined while it goes on. */
  state: SimulatedState | undefined;
  message: string | null;
}

/** The run's card, to which it can do something. */
interface Ready {
  readonly card: Card;
  readonly type: CardType;
}

/** What happens in simulated time. */
export type Happening =
  | { readonly kind: "change"; readonly change: Change; readonly depth: number; readonly chain: readonly AutomationId[] }
  | { readonly kind: "wake"; readonly run: Run }
  | Firing
  | { readonly kind: "period" };

/** The simulated runs. Each takes its steps as soon as it begins, until it waits or ends. */
export class Runs {
  readonly #ground: Ground;
  readonly #world: World;
  readonly #tally: Tally;
  readonly #queue: TimeQueue<Happening>;
  readonly #all: Run[] = [];
  readonly #waiting = new Map<CardId, readonly Run[]>();

  constructor(ground: Ground, world: World, tally: Tally, queue: TimeQueue<Happening>) {
    this.#ground = ground;
    this.#world = world;
    this.#tally = tally;
    this.#queue = queue;
  }

  /** How many there are that got to a first step, or still may. */
  get count(): number {
    return this.#all.length;
  }

  list(): SimulatedRun[] {
    return this.#all.map((run) => this.#listed(run));
  }

  waitingOn(cardId: CardId): readonly Run[] {
    return this.#waiting.get(cardId) ?? [];
  }

  /** @param isStorm counts the run, if its conditions are met @returns `storm` if it is one too many */
  async begin(begun: Begun, isStorm: () => boolean): Promise<"storm" | undefined> {
    const run: Run = { ...begun, taken: new TakenSteps(), state: undefined, message: null };
    const { at } = run;
    this.#all.push(run);
    const ready = await this.#ready(run, at);
    if (!ready) return undefined;
    if (isStorm()) {
      this.#end(run, "skipped", "automations.skipped.storm");
      return "storm";
    }
    await this.#continue(run, at, ready);
    return undefined;
  }

  /** Goes on with a run whose wait is over. */
  async wake(run: Run, at: string): Promise<void> {
    const others = this.waitingOn(run.cardId).filter((other) => other !== run);
    this.#waiting.set(run.cardId, others);
    await this.#continue(run, at);
  }

  /** Takes the run's steps until it waits or ends. */
  async #continue(run: Run, at: string, begun?: Ready): Promise<void> {
    const { automation, cardId, taken } = run;
    const { steps: all } = automation.definition;
    for (let known = begun; ; known = undefined) {
      const ready = known ?? (await this.#ready(run, at));
      if (!ready) return undefined;
      const { card, type } = ready;
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
        this.#waiting.set(cardId, [...this.waitingOn(cardId), run]);
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
        read: (of, relation) => this.#world.cardsAt(of, relation),
      });
      const { changes, activity, segments, created, ...tried } = act;
      const own = changes.find(({ change }) => change.subject.id === target.card.id)?.change;
      const action = kindOf(step.action);
      taken.note({ ...common, ...tried, action, before: own?.before ?? null, after: own?.after ?? null });
      if (tried.state === "failed") return this.#end(run, "failed", tried.message, tried.params);
      if (tried.state === "would") this.#tally.did(action);
      this.#tally.sent(segments);
      for (const { change, card: changed } of changes) this.#change(run, change, changed, at);
      if (activity) this.#world.putActivity(activity, at);
      if (created) this.#happened(run, created, at);
    }
  }

  /** The run's card, for its next step; undefined if the run has ended because there is nothing to do for it. */
  async #ready(run: Run, at: string): Promise<Ready | undefined> {
    const { filter, trigger } = run.automation.definition;
    const card = this.#world.cards.get(run.cardId);
    if (!card || (card.trashedAt !== null && trigger.kind !== "cardDeleted"))
      return this.#end(run, "skipped", "automations.skipped.cardGone");
    if (!this.#ground.sees(card)) return this.#end(run, "skipped", "automations.skipped.unseen");
    const type = await this.#ground.typeOf(card.typeId);
    if (run.taken.listed.length === 0 && filter && !(await this.#world.meets(filter, card, type, run, at)))
      return this.#end(run, "skipped", null);
    return { card, type };
  }

  /** The card that a step is taken for; undefined for a related one that is gone, out of scope or of another type by now, which is left out. */
  async #target(
    run: Run,
    step: Step,
    own: Ready,
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
    this.#happened(run, change, at);
  }

  /** Passes what the run does on to the automations that it can start. */
  #happened({ depth, chain, automation }: Run, change: Change, at: string): void {
    this.#queue.add(at, { kind: "change", change, depth, chain: [...chain, automation.id] });
  }

  #end(run: Run, state: SimulatedState, message: string | null, params: SimulatedStep["params"] = null): undefined {
    run.state = state;
    run.message = message;
    if (state === "failed") this.#tally.failed(message ?? "errors.INTERNAL_SERVER_ERROR.message", params);
    if (state !== "skipped" || run.taken.listed.length > 0) return undefined;
    // Runs that do not get to their first step are only counted; this one is the last that began.
    this.#all.pop();
    if (message === null) this.#tally.unmet();
    else this.#tally.skipped(message);
    return undefined;
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

const kindOf = ({ kind }: Action): ActionKind => kind;
