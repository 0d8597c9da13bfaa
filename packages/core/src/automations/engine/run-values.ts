import { formatter } from "@kartis/i18n/format.ts";
import type { Language } from "@kartis/i18n/languages.ts";
import { activitySightOf, findActivities, isInSight, type StoredActivity } from "../../activities/index.ts";
import { fieldContext, findCards, getCardType, inScope, readScopeOf } from "../../cards/index.ts";
import type { CardType } from "../../cards/schema.ts";
import { isDay } from "../../cards/fields/day.ts";
import { findRecord } from "../../data/journal-entity.ts";
import type { Change, JournalRecord } from "../../data/journal.ts";
import { principalOf } from "../../kernel/actor.ts";
import { type ActivityId, type CardId, isId, type OrgId } from "../../kernel/id.ts";
import { linkInto } from "../../kernel/link.ts";
import { inWords } from "../../kernel/preset-names.ts";
import { Link, type TemplateValues } from "../../message-templates/index.ts";
import { namesOf } from "../../organizations/index.ts";
import { wordsOf } from "../../words.ts";
import { nameOf } from "../actions/definition.ts";
import { actionOf } from "../actions/list.ts";
import type { Definition, Step } from "../schema.ts";
import { isStartedBy, triggerOf } from "../triggers/list.ts";
import type { Said, TriggerEvent } from "../triggers/event.ts";
import { variablesBefore } from "../variables.ts";
import type { Run } from "./runs.ts";
import type { AutomationActor } from "./sight.ts";

interface Of {
  readonly run: Pick<Run, "orgId" | "cardId" | "recordId" | "taskId" | "startedBy" | "startedAt" | "plannedAt" | "steps">;
  readonly definition: Definition;
  readonly type: CardType;
  readonly actor: AutomationActor;
}

/**
 * The values of the variables that a step's texts name besides the card's, in the publisher's language: of the event that started the run, and of earlier steps.
 * Cards and activities that the publisher may not see have none. Nothing is read if the texts name no such variable.
 */
export async function runValues(step: Step, of: Of, language: Language): Promise<TemplateValues> {
  const { definition } = of;
  const texts = step.kind === "action" ? Object.values(actionOf(step.action).texts?.(step.action) ?? {}) : [];
  const isNamed = (path: string) => texts.some((text) => text.includes(path));
  const known = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, null]));
  const names = Object.keys(triggerOf(definition.trigger).variables(definition.trigger)).filter((name) =>
    isNamed(`trigger.${name}`),
  );
  const earlier = variablesBefore(definition.steps, step.id).filter(({ path }) => isNamed(path));
  const [event, results] = await Promise.all([
    names.length > 0 ? valuesOfEvent(names, of, language) : {},
    earlier.length > 0 ? valuesOfSteps(earlier, of) : {},
  ]);
  return { ...known([...names.map((name) => `trigger.${name}`), ...earlier.map(({ path }) => path)]), ...event, ...results };
}

async function valuesOfEvent(names: readonly string[], of: Of, language: Language): Promise<TemplateValues> {
  const { trigger } = of.definition;
  const event = await eventOf(of);
  const variables = triggerOf(trigger).variables(trigger);
  const said = names.map((name) => [`trigger.${name}`, variables[name]?.(event) ?? null] as const);
  const speak = await speaker(of, language);
  return Object.fromEntries(said.map(([path, value]) => [path, speak(value)]));
}

/** The event that started the run. An activity that the publisher may not see, or that is in the trash, has no values. */
export async function eventOf({ run, definition: { trigger }, actor }: Of): Promise<TriggerEvent> {
  const record = run.recordId ? await findRecord(run.orgId, run.recordId) : undefined;
  const change = record?.changes.find((one) => isStartedBy(trigger, one) && cardOf(one) === run.cardId);
  const activityId = run.taskId ?? (change?.subject.kind === "activity" ? change.subject.id : undefined);
  const activity = isId("act", activityId) ? (await seenActivities(run.orgId, [activityId], actor)).get(activityId) : undefined;
  return {
    at: run.plannedAt ?? record?.at ?? run.startedAt,
    userId: starterOf(run, record),
    before: change?.before ?? null,
    after: change?.after ?? null,
    activity: activity?.values ?? null,
  };
}

const cardOf = ({ subject, after }: Change): unknown => (subject.kind === "card" ? subject.id : after?.["cardId"]);

function starterOf({ startedBy }: Of["run"], record: JournalRecord | undefined): TriggerEvent["userId"] {
  if (record) return record.actor.kind === "user" && isId("usr", record.actor.id) ? record.actor.id : null;
  return isId("usr", startedBy) ? startedBy : null;
}

async function seenActivities(
  orgId: OrgId,
  ids: readonly ActivityId[],
  actor: AutomationActor,
): Promise<Map<ActivityId, StoredActivity>> {
  const [found, sight] = await Promise.all([findActivities(orgId, ids), activitySightOf({ principal: principalOf(actor) })]);
  return new Map([...found].filter(([, activity]) => activity.trashedAt === null && isInSight(sight, activity)));
}

/** Writes values in a language: people and options by name, days and instants as dates. */
async function speaker({ run, type, actor }: Of, language: Language): Promise<(said: Said) => string | null> {
  const principal = principalOf(actor);
  const [people, context, words] = await Promise.all([namesOf(run.orgId), fieldContext(principal), wordsOf(language)]);
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
async function valuesOfSteps(variables: ReturnType<typeof variablesBefore>, { run, actor }: Of): Promise<TemplateValues> {
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
