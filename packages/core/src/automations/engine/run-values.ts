import { formatter } from "@kartis/i18n/format.ts";
import type { Language } from "@kartis/i18n/languages.ts";
import { fieldContext, findCards, getCardType, inScope, readScopeOf } from "../../cards/index.ts";
import type { CardType } from "../../cards/schema.ts";
import { isDay } from "../../cards/fields/day.ts";
import { type Actor, principalOf } from "../../kernel/actor.ts";
import { type ActivityId, type CardId, isId, type OrgId } from "../../kernel/id.ts";
import { linkInto } from "../../kernel/link.ts";
import { inWords } from "../../kernel/preset-names.ts";
import { Link, type TemplateValues } from "../../message-templates/index.ts";
import { namesOf } from "../../organizations/index.ts";
import { wordsOf } from "../../words.ts";
import { nameOf } from "../actions/definition.ts";
import { actionOf } from "../actions/list.ts";
import type { Definition, Step } from "../schema.ts";
import { triggerOf } from "../triggers/list.ts";
import type { Said, TriggerEvent } from "../triggers/event.ts";
import { type StepVariable, variablesBefore } from "../variables.ts";
import type { Run } from "./runs.ts";
import { eventOf, seenActivities, type StartedRun } from "./event.ts";
import type { AutomationActor } from "./sight.ts";

interface Of {
  readonly run: StartedRun & Pick<Run, "steps">;
  readonly definition: Definition;
  readonly type: CardType;
  readonly actor: AutomationActor;
}

/** Where the values of variables come from; each is asked only if a text names one. */
interface Sources {
  readonly definition: Definition;
  readonly event: () => Promise<TriggerEvent>;
  readonly speak: () => Promise<Speak>;
  /** Values by path. */
  readonly ofSteps: (variables: readonly StepVariable[]) => Promise<TemplateValues>;
}

/**
 * The values of the variables that a step's texts name besides the card's, in the publisher's language: of the event that started the run, and of earlier steps.
 * Cards and activities that the publisher may not see have none. Nothing is read if the texts name no such variable.
 */
export const runValues = (step: Step, of: Of, language: Language): Promise<TemplateValues> =>
  valuesFrom(step, {
    definition: of.definition,
    event: () => eventOf(of),
    speak: () => speaker(of.run.orgId, of.type, of.actor, language),
    ofSteps: (variables) => valuesOfSteps(variables, of),
  });

/** The values of the variables that a step's texts name besides the card's. */
export async function valuesFrom(step: Step, { definition, event, speak, ofSteps }: Sources): Promise<TemplateValues> {
  const texts = step.kind === "action" ? Object.values(actionOf(step.action).texts?.(step.action) ?? {}) : [];
  const isNamed = (path: string) => texts.some((text) => text.includes(path));
  const known = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, null]));
  const ofEvent = triggerOf(definition.trigger).variables(definition.trigger);
  const names = Object.keys(ofEvent).filter((name) => isNamed(`trigger.${name}`));
  const earlier = variablesBefore(definition.steps, step.id).filter(({ path }) => isNamed(path));
  const valuesOfEvent = async (): Promise<TemplateValues> => {
    const [happened, spoken] = await Promise.all([event(), speak()]);
    return Object.fromEntries(names.map((name) => [`trigger.${name}`, spoken(ofEvent[name]?.(happened) ?? null)]));
  };
  const [said, results] = await Promise.all([
    names.length > 0 ? valuesOfEvent() : {},
    earlier.length > 0 ? ofSteps(earlier) : {},
  ]);
  return { ...known([...names.map((name) => `trigger.${name}`), ...earlier.map(({ path }) => path)]), ...said, ...results };
}

type Speak = (said: Said) => string | null;

/** Writes values in a language: people and options by name, days and instants as dates. */
export async function speaker(orgId: OrgId, type: CardType, actor: Actor, language: Language): Promise<Speak> {
  const principal = principalOf(actor);
  const [people, context, words] = await Promise.all([namesOf(orgId), fieldContext(principal), wordsOf(language)]);
  const format = formatter({ language, region: context.region, timeZone: principal.settings?.timeZone ?? "UTC" });
  const { fields } = inWords(type, words);
  return (said) => {
    if (said === null || typeof said === "string") return said;
    if ("userId" in said) return people.get(String(said.userId)) ?? null;
    if ("moment" in said) {
      const { moment } = said;
      if (typeof moment !== "string") return null;
      return isDay(moment) ? format.day(moment) : format.dateTime(moment);
    }
    const field = fields.find(({ id }) => id === said.fieldId);
    return field?.options.find(({ id }) => id === said.optionId)?.label ?? null;
  };
}

/** Names and links are read anew, so that the run's log need not keep them. */
async function valuesOfSteps(variables: readonly StepVariable[], { run, actor }: Of): Promise<TemplateValues> {
  const resultOf = (stepId: string) => run.steps.find((result) => result.stepId === stepId && result.state === "done");
  const ids = variables.flatMap(({ step }) => resultOf(step.id)?.subjectId ?? []);
  const places = await placesOf(run.orgId, [...new Set(ids)], actor);
  return Object.fromEntries(
    variables.map(({ path, step, name }) => {
      const result = resultOf(step.id);
      const place = places.get(result?.subjectId ?? "");
      const made: TemplateValues = place ? { name: place.name, link: new Link(place.link) } : {};
      return [path, result?.answer?.[name] ?? made[name] ?? null];
    }),
  );
}

interface Place {
  readonly name: string;
  readonly link: string;
}

/** Names and links of the cards and activities that the publisher may see. */
async function placesOf(orgId: OrgId, ids: readonly string[], actor: AutomationActor): Promise<Map<string, Place>> {
  const [cards, scope, activities] = await Promise.all([
    findCards(
      orgId,
      ids.filter((id): id is CardId => isId("crd", id)),
    ),
    readScopeOf({ principal: principalOf(actor) }),
    seenActivities(
      orgId,
      ids.filter((id): id is ActivityId => isId("act", id)),
      actor,
    ),
  ]);
  const places = new Map<string, Place>();
  for (const card of cards.values()) {
    if (card.trashedAt !== null || !inScope(scope, card)) continue;
    const { slug } = await getCardType(orgId, card.typeId);
    places.set(card.id, { name: nameOf(card), link: linkInto(orgId, `/cards/${slug}/${card.id}`) });
  }
  for (const { id, type, values } of activities.values()) {
    const path = type === "MEETING" ? `/calendar?open=${id}` : `/tasks?list=team&task=${id}`;
    const { title } = values;
    places.set(id, { name: typeof title === "string" ? title : "", link: linkInto(orgId, path) });
  }
  return places;
}
