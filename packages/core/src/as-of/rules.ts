import type { Activity, ActivityValues } from "../activities/index.ts";
import { isActivityType } from "../activities/types/list.ts";
import { withoutNulls } from "../cards/rules.ts";
import type { Card, FieldValues } from "../cards/schema.ts";
import type { Change, JournalAction, Values } from "../data/journal.ts";
import { isId } from "../kernel/id-form.ts";

/** Actions after which a card's state differs; each raises its version by one. */
const stateActions: ReadonlySet<JournalAction> = new Set([
  "card.create",
  "card.update",
  "card.delete",
  "card.restore",
  "card.merge",
  "card.unmerge",
  "card.purge",
  "card.erase",
]);

/** Whether the change is one of a card's state. Others, such as revealing a password, leave it as it is. */
export const changesCard = ({ action, subject }: Change): boolean => subject.kind === "card" && stateActions.has(action);

/** The values of the fields, and of the trash, that one side of a change has. */
function withValues(card: Card, values: Values): Card {
  const { trashedAt, mergedInto, ...fields } = values;
  const { mergedInto: known, ...rest } = card;
  const into = "mergedInto" in values ? mergedInto : known;
  const then = "trashedAt" in values ? (typeof trashedAt === "string" ? trashedAt : null) : card.trashedAt;
  return {
    ...rest,
    fields: withoutNulls({ ...card.fields, ...(fields as FieldValues) }), // of a card's change
    trashedAt: then,
    // Only cards in the trash are part of another. Restoring one did not always record that it left the other.
    ...(then !== null && isId("crd", into) ? { mergedInto: into } : {}),
  };
}

/**
 * The card after a change of its state; undefined if it is gone by then. The change must be the one that followed the given state.
 * @param at the record's instant
 */
export function stateAfter(card: Card | undefined, change: Change, at: string): Card | undefined {
  const { action, subject, version } = change;
  if (action === "card.purge" || action === "card.erase") return undefined;
  if (action === "card.create")
    return isId("crd", subject.id) && isId("typ", subject.typeId)
      ? {
          id: subject.id,
          typeId: subject.typeId,
          version,
          fields: withoutNulls(change.after ?? {}),
          createdAt: at,
          updatedAt: at,
          trashedAt: null,
        }
      : undefined;
  return card && { ...withValues(card, change.after ?? {}), version, updatedAt: at };
}

/** The card before a change of its state; undefined if the change created it. When it was last changed before that, the change does not tell. */
export function stateBefore(card: Card, change: Change): Card | undefined {
  if (change.action === "card.create") return undefined;
  return { ...withValues(card, change.before ?? {}), version: change.version - 1, updatedAt: card.createdAt };
}

/** A card before its changes, oldest first; the present state need not have the last ones yet. */
export function takenBack(now: Card, changes: readonly Change[]): Card | undefined {
  let card: Card | undefined = now;
  for (const change of changes.toReversed()) {
    if (change.version > now.version) continue;
    card = card && stateBefore(card, change);
  }
  return card;
}

/* Of activities, every action of their type changes the state and raises the version by one. */

/** The values and the trash that one side of a change has. */
const withActivityValues = (activity: Activity, values: Values): Activity => {
  const { trashedAt, ...rest } = values;
  const then = "trashedAt" in values ? (typeof trashedAt === "string" ? trashedAt : null) : activity.trashedAt;
  return { ...activity, values: present({ ...activity.values, ...rest }), trashedAt: then };
};

const present = (values: Values): ActivityValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** The activity after a change of its state; undefined if it is gone by then. @param at the record's instant */
export function activityAfter(activity: Activity | undefined, change: Change, at: string): Activity | undefined {
  const { action, subject, version, after } = change;
  if (action.endsWith(".purge")) return undefined;
  if (version > 1 || !after) return activity && { ...withActivityValues(activity, after ?? {}), version, updatedAt: at };
  const { type, createdBy, automationId, ...values } = after;
  if (!isId("act", subject.id) || !isActivityType(type)) return undefined;
  return {
    id: subject.id,
    type,
    version,
    values: present(values),
    createdBy: typeof createdBy === "string" ? createdBy : "",
    automationId: isId("aut", automationId) ? automationId : null,
    createdAt: at,
    updatedAt: at,
    trashedAt: null,
  };
}

/** An activity before its changes, oldest first; the present state need not have the last ones yet. Undefined if one of them created it. */
export function activityBefore(now: Activity, changes: readonly Change[]): Activity | undefined {
  let activity: Activity | undefined = now;
  for (const { version, before } of changes.toReversed()) {
    if (version > now.version) continue;
    activity =
      version === 1 || !activity
        ? undefined
        : {
            ...withActivityValues(activity, before ?? {}),
            version: version - 1,
            updatedAt: activity.createdAt,
          };
  }
  return activity;
}
