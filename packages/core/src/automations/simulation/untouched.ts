import { activitiesAround, type Activity, type ActivitySight, findActivities, streamTasks } from "../../activities/index.ts";
import type { Past } from "../../as-of/index.ts";
import { findCards, inScope, streamCards } from "../../cards/index.ts";
import type { Filter } from "../../cards/query/schema.ts";
import type { Card, CardType } from "../../cards/schema.ts";
import { type ActivityId, type CardId, type CardTypeId, isId, type OrgId } from "../../kernel/id.ts";
import { sameValue } from "../../kernel/same-value.ts";
import type { Scope } from "../../kernel/scope.ts";
import { namesFigures } from "../conditions/subject.ts";
import { ownConditions } from "../conditions/settle.ts";
import type { Definition } from "../schema.ts";
import { triggerOf } from "../triggers/list.ts";

/** Whether the conditions mean the same at any moment and for anybody. */
const isPlain = (filter: Filter): boolean =>
  !namesFigures(filter) &&
  sameValue(filter, ownConditions(filter, { nowMs: 0, timeZone: "UTC", publisherId: "usr_", causedBy: null }));

interface Scanned {
  readonly orgId: OrgId;
  readonly scope: Scope;
  readonly sight: ActivitySight;
  readonly type: CardType;
  readonly definition: Definition;
  readonly window: { readonly from: string; readonly to: string; readonly timeZone: string };
}

/** For a schedule, also the cards that nobody has changed since: they have been the same all along. Of a schedule of tasks, those that the tasks are on. */
export async function withUntouched(
  touched: ReadonlyMap<CardId, Card | undefined>,
  tasks: ReadonlyMap<ActivityId, Activity | undefined>,
  now: ReadonlyMap<CardId, Card>,
  { orgId, scope, type, definition: { trigger, filter }, window }: Scanned,
): Promise<ReadonlyMap<CardId, Card | undefined>> {
  const { schedule } = triggerOf(trigger);
  if (!schedule) return touched;
  const cards = new Map(touched);
  if (schedule.tasks) {
    const ids = [...tasks.values()].flatMap((task) => cardOf(task) ?? []).filter((id) => !now.has(id));
    for (const [id, card] of await findCards(orgId, [...new Set(ids)])) if (inScope(scope, card)) cards.set(id, card);
    return cards;
  }
  // Days counted from the present moment are others at each firing: such conditions are evaluated then.
  const own = filter && isPlain(filter) ? [filter] : [];
  const parts = [...own, ...(schedule.filter ? [schedule.filter(trigger, window, type)] : [])];
  const query = { cardTypeId: type.id, filter: { all: parts }, sort: [{ fieldId: "createdAt", direction: "asc" as const }] };
  for await (const some of streamCards(orgId, scope, query))
    for (const card of some) if (!now.has(card.id)) cards.set(card.id, card);
  return cards;
}

/** With what else there is around the types' cards, which nobody has changed since. */
export async function withUntouchedAround(
  { activitiesBefore, lostActivities }: Pick<Past, "activitiesBefore" | "lostActivities">,
  orgId: OrgId,
  typeIds: ReadonlySet<CardTypeId>,
): Promise<ReadonlyMap<ActivityId, Activity | undefined>> {
  const all = new Map(activitiesBefore);
  for (const typeId of typeIds)
    for (const activity of await activitiesAround(orgId, typeId))
      if (!activitiesBefore.has(activity.id) && !lostActivities.has(activity.id)) all.set(activity.id, activity);
  return all;
}

/** For a schedule of tasks, also the open ones that nobody has changed since, as far as they are due in the stretch. */
export async function withUntouchedTasks(
  touched: ReadonlyMap<ActivityId, Activity | undefined>,
  lost: ReadonlySet<ActivityId>,
  { orgId, scope: cardScope, sight, type, definition: { trigger }, window }: Scanned,
): Promise<ReadonlyMap<ActivityId, Activity | undefined>> {
  const days = triggerOf(trigger).schedule?.tasks?.(trigger, window);
  const scope = sight.get("TASKS");
  if (!days || !scope) return touched;
  const tasks = new Map(touched);
  const query = { orgId, scope, cardScope, timeZone: window.timeZone, nowMs: Date.parse(window.to) };
  const filter = { state: "open" as const, cardTypeId: type.id, dueFrom: days.from, dueUntil: days.to, text: "" };
  const order = { sort: "due" as const, group: "due" as const, reversed: false, people: [] };
  for await (const { rows } of streamTasks(query, filter, order)) {
    const ids = rows.map(({ id }) => id).filter((id) => !touched.has(id) && !lost.has(id));
    for (const [id, task] of await findActivities(orgId, ids)) tasks.set(id, task);
  }
  return tasks;
}

function cardOf(task: Activity | undefined): CardId | undefined {
  const cardId = task?.values["cardId"];
  return isId("crd", cardId) ? cardId : undefined;
}
