import { getCard, getCardType, scopeOf } from "../cards/index.ts";
import type { Filter } from "../cards/query/schema.ts";
import type { Card, CardType } from "../cards/schema.ts";
import { principalOf } from "../kernel/actor.ts";
import { instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { type CardId, newId, type UserId } from "../kernel/id.ts";
import { type OrgContext, procedure, requirePlan } from "../kernel/procedure.ts";
import { nameOf } from "./actions/definition.ts";
import { actionOf } from "./actions/list.ts";
import { problemsOf } from "./check.ts";
import { failureOf } from "./engine/perform.ts";
import { lookupsOf } from "./lookups.ts";
import { allSteps } from "./rules.ts";
import type { TrialStep } from "./run-schema.ts";
import { type Definition, type Step, TryInput } from "./schema.ts";
import type { Ground, Reasons } from "./simulation/ground.ts";
import type { Problem } from "./triggers/definition.ts";
import { triggerVariables, variablesOfStep } from "./variables.ts";

/** Related cards for which a dry run shows the steps. */
const shownCards = 5;

const blank = {
  card: null,
  each: null,
  procedure: null,
  input: null,
  met: null,
  message: null,
  params: null,
  recipient: null,
} as const;

interface Tried {
  readonly definition: Definition;
  readonly type: CardType;
  readonly problems: readonly Problem[];
  readonly foresee: Ground["act"];
}

/** A dry run on behalf of the caller. Each step finds the cards as the steps before would have left them. */
class Trial {
  readonly #context: OrgContext;
  readonly #userId: UserId;
  readonly #problems: readonly Problem[];
  readonly #unknown: Readonly<Record<string, string>>;
  readonly #foresee: Ground["act"];
  readonly #about: Omit<Reasons, "step">;
  /** Cards that its steps would have changed. */
  readonly #changed = new Map<CardId, Card>();

  constructor(context: OrgContext, userId: UserId, { definition, type, problems, foresee }: Tried) {
    this.#context = context;
    this.#userId = userId;
    this.#problems = problems;
    this.#foresee = foresee;
    const at = instant(context.clock);
    this.#about = {
      // It may never have been saved.
      automation: { id: newId("aut", context.clock.now()), typeId: type.id, definition, publisherId: userId },
      event: { at, userId, before: null, after: null, activity: null },
      steps: [],
    };
    // Values that only a run has stand for themselves.
    const ofSteps = allSteps(definition.steps).flatMap(variablesOfStep);
    const paths = [...triggerVariables(definition), ...ofSteps.map(({ path }) => path)];
    this.#unknown = Object.fromEntries(paths.map((path) => [path, `{{ ${path} }}`]));
  }

  async meets(filter: Filter | null, card: Card, type: CardType): Promise<boolean> {
    const { actor, clock } = this.#context;
    const { meets } = await import("./engine/facts.ts");
    // Nothing has happened: values before are those of now, and the caller is whoever publishes and causes it.
    const event = () => Promise.resolve({ before: {}, userId: this.#userId });
    return meets(filter, { card, type, actor, publisherId: this.#userId, clock, event });
  }

  async steps(steps: readonly Step[], card: Card, type: CardType): Promise<TrialStep[]> {
    const tried: TrialStep[] = [];
    for (const step of steps) tried.push(...(await this.#step(step, this.#now(card), type)));
    return tried;
  }

  #now(card: Card): Card {
    return this.#changed.get(card.id) ?? card;
  }

  async #step(step: Step, card: Card, type: CardType): Promise<TrialStep[]> {
    const base = { ...blank, stepId: step.id };
    const problem = this.#problems.find(({ path }) => `${path}.`.startsWith(`steps.${step.id}.`));
    if (problem) return [{ ...base, state: "failed", message: problem.message }];
    if (step.kind === "wait") return [{ ...base, state: "would" }];
    if (step.kind === "forEach") return this.#forEach(step, card);
    if (step.kind === "branch") {
      const met = await this.meets(step.filter, card, type);
      return [{ ...base, state: "would", met }, ...(await this.steps(met ? step.met : step.unmet, card, type))];
    }
    const { actor, clock } = this.#context;
    const [{ actionContextOf }, { dryRuns }] = await Promise.all([import("./engine/action-context.ts"), import("./dry-run.ts")]);
    try {
      const onBehalf = { actor, publisherId: this.#userId, clock, values: () => Promise.resolve(this.#unknown) };
      const call = await actionOf(step.action).call(step.action, await actionContextOf(card, type, onBehalf));
      if ("skipped" in call) return [{ ...base, state: "skipped", message: call.skipped }];
      const recipient = await dryRuns(this.#context)(call, { card, type });
      const refused = await this.#change(step, call.input, card, type);
      if (refused) return [{ ...base, state: "failed", ...refused }];
      return [{ ...base, state: "would", procedure: call.procedure, input: call.input, recipient }];
    } catch (error) {
      const { message, params } = failureOf(error, step.action);
      return [{ ...base, state: "failed", message, params }];
    }
  }

  /** Changes the cards as the step would. @returns why it would fail */
  async #change(
    step: Extract<Step, { readonly kind: "action" }>,
    input: Readonly<Record<string, unknown>>,
    card: Card,
    type: CardType,
  ): Promise<Pick<TrialStep, "message" | "params"> | undefined> {
    const text = JSON.stringify(input);
    // With values that only a run has, nobody knows whether they would be accepted.
    if (Object.values(this.#unknown).some((unknown) => text.includes(unknown))) return undefined;
    const { at } = this.#about.event;
    const { state, changes, message, params } = await this.#foresee(step.action, card, type, at, { ...this.#about, step });
    for (const { card: changed } of changes) this.#changed.set(changed.id, changed);
    return state === "failed" ? { message, params } : undefined;
  }

  async #forEach(step: Extract<Step, { readonly kind: "forEach" }>, card: Card): Promise<TrialStep[]> {
    const { actor, clock, principal } = this.#context;
    const { cardsForEach } = await import("./engine/for-each.ts");
    const { cards, left } = await cardsForEach(step, card, { actor, publisherId: this.#userId, clock, getCardType });
    const base = { ...blank, stepId: step.id };
    if (cards.length === 0) return [{ ...base, state: "skipped", message: "automations.skipped.notRelated" }];
    const type = await getCardType(principal.orgId, step.relatedTypeId);
    const shown = cards.slice(0, shownCards);
    const within: TrialStep[] = [];
    for (const one of shown)
      for (const tried of await this.steps(step.steps, one, type))
        within.push({ ...tried, card: { id: one.id, name: nameOf(one) } });
    const each = { count: cards.length, left, shown: shown.length };
    return [{ ...base, state: "would", each }, ...within];
  }
}

export const attempt = procedure({
  name: "automations.try",
  kind: "query",
  input: TryInput,
  // Of those who could publish it: its steps are checked with their rights.
  can: ["AUTOMATION", "update"],
  plan: "automation",
  asksReplica: true,
  /**
   * Dry run of a definition for a card, step by step: conditions are evaluated, texts filled in, values checked, recipients looked up, and waits skipped. Nothing is
   * changed or sent.
   */
  async run({ cardId, cardTypeId, definition }, context): Promise<{ met: boolean; steps: TrialStep[] }> {
    const { principal, actor, clock } = context;
    const { orgId, userId } = principal;
    if (!userId) throw new KartisError("FORBIDDEN");
    requirePlan(principalOf(actor), "automation", clock);
    const [card, type] = await Promise.all([
      getCard(orgId, await scopeOf({ ...context, level: principal.grants["CARDS.read"] ?? "USER" }), cardId),
      getCardType(orgId, cardTypeId),
    ]);
    if (card.typeId !== type.id) throw new KartisError("INVALID_INPUT", { fields: { cardId: "validation.relatedCard" } });
    const problems = await problemsOf(definition, type, orgId, lookupsOf(orgId, principal));
    const { foreseer } = await import("./simulation/act.ts");
    const foresee = await foreseer({ actor, userId, clock, typeOf: (typeId) => getCardType(orgId, typeId) });
    const trial = new Trial(context, userId, { definition, type, problems, foresee });
    const isUnfit = problems.some(({ path }) => path.startsWith("filter"));
    if (isUnfit || !(await trial.meets(definition.filter, card, type))) return { met: false, steps: [] };
    return { met: true, steps: await trial.steps(definition.steps, card, type) };
  },
});
