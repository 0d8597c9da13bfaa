import type { definitionOf, findActivities, participantsOn, replyWords, StoredActivity } from "../../activities/index.ts";
import type { findCards, getCardType, inScope, scopeOf } from "../../cards/index.ts";
import type { Card } from "../../cards/schema.ts";
import type { findChat } from "../../chats/index.ts";
import type { Membership } from "../../kernel/actor.ts";
import { type ActivityId, type CardId, type CardTypeId, isId, type OrgId, type UserId } from "../../kernel/id.ts";
import type { PermissionType } from "../../kernel/permission.ts";
import type { AssigningFields, Scope } from "../../kernel/scope.ts";
import { beginningOf } from "../../kernel/text.ts";
import type { NotificationEntry } from "../schema.ts";
import type { Stored } from "../stored.ts";
import { meetingPath } from "../../activities/meetings/path.ts";

/** A comment is called by its beginning. */
const longestName = 120;

/** Reads the subjects of notifications; injected, so that emails do not pull in everything about cards and activities. */
export interface Reads {
  readonly activities: {
    readonly findActivities: typeof findActivities;
    readonly definitionOf: typeof definitionOf;
    readonly replyWords: typeof replyWords;
    readonly participantsOn: typeof participantsOn;
    readonly inScope: (scope: Scope, activity: StoredActivity) => boolean;
  };
  readonly cards: {
    readonly findCards: typeof findCards;
    readonly getCardType: typeof getCardType;
    readonly scopeOf: typeof scopeOf;
    readonly inScope: typeof inScope;
    readonly assigningFieldsOf: (orgId: OrgId) => Promise<AssigningFields>;
  };
  readonly chats: { readonly findChat: typeof findChat };
}

/** Something a mail names, and where it is. */
export interface Place {
  readonly name: string;
  /** Path from the site's root. */
  readonly path: string;
}

/** Content of an email: entries that still apply and that the reader can still see, with their links. */
export interface Readable {
  readonly entries: readonly NotificationEntry[];
  readonly places: ReadonlyMap<string, Place>;
}

/**
 * Reads by key what the notifications are about, strongly consistent, and leaves out what the reader may not see as of now, what has been deleted, and what is
 * theirs no more.
 */
export async function readableFor(
  userId: UserId,
  membership: Membership,
  stored: readonly Stored[],
  reads: Reads,
): Promise<Readable> {
  const { definitionOf: definition, findActivities: find } = reads.activities;
  const scope = (of?: PermissionType) => reads.cards.scopeOf({ principal, level: "ORGANIZATION" }, of);
  const { orgId } = membership;
  const ids = stored.flatMap(({ subjectIds, details }) => [...subjectIds, ...Object.values(details ?? {})]);
  const principal = { ...membership, userId };
  const chatIds = new Set(stored.flatMap(({ kind, details }) => (kind === "chatAssigned" ? (details?.["chatId"] ?? []) : [])));
  const [activities, cards, cardScope, assigning, chats] = await Promise.all([
    find(orgId, ids.filter(isActivity)),
    reads.cards.findCards(orgId, ids.filter(isCard)),
    scope(),
    reads.cards.assigningFieldsOf(orgId),
    Promise.all([...chatIds].flatMap((id) => (isId("cht", id) ? reads.chats.findChat(orgId, id) : []))),
  ]);
  const sight = new Map<string, Scope>();
  for (const { type } of activities.values()) {
    const { permission } = definition(type);
    if (!sight.has(permission)) sight.set(permission, await scope(permission));
  }
  const slugs = new Map<CardTypeId, string>();
  const places = new Map<string, Place>();
  for (const card of cards.values()) {
    if (card.trashedAt !== null || !reads.cards.inScope(cardScope, card)) continue;
    const slug = slugs.get(card.typeId) ?? (await reads.cards.getCardType(orgId, card.typeId)).slug;
    slugs.set(card.typeId, slug);
    places.set(card.id, { name: nameOf(card), path: `/cards/${slug}/${card.id}` });
  }
  const isSeen = (activity: StoredActivity): boolean => {
    const seen = sight.get(definition(activity.type).permission);
    return seen !== undefined && reads.activities.inScope(seen, activity);
  };
  const isAssigned = (card: Card | undefined): boolean =>
    card !== undefined && ["owner", ...(assigning.get(card.typeId) ?? [])].some((fieldId) => card.fields[fieldId] === userId);
  const titleOf = ({ type, values }: StoredActivity): string => beginningOf(definition(type).columns(values).title, longestName);
  const isAt = ({ type, values }: StoredActivity, day: unknown): boolean =>
    type !== "MEETING" || reads.activities.participantsOn(values, typeof day === "string" ? day : null).includes(userId);
  const isTheirChat = (id: unknown): boolean =>
    chats.some((chat) => chat !== undefined && chat.id === id && chat.assignedTo === userId && !chat.isClosed);
  const holds = ({ kind, details = {} }: Stored, id: string): boolean => {
    const activity = isActivity(id) ? activities.get(id) : undefined;
    if (kind === "chatAssigned" && !isTheirChat(details["chatId"])) return false;
    if (isCard(id)) return places.has(id) && (kind !== "cardAssigned" || isAssigned(cards.get(id)));
    if (!activity) return ofOrganization.has(kind);
    return isSeen(activity) && stillHolds(kind, activity, userId, isAt(activity, details["day"]));
  };
  const said = (kind: Stored["kind"], id: string | undefined, details: NonNullable<Stored["details"]>) => {
    const values = kind === "meetingAnswered" && isActivity(id) ? activities.get(id)?.values : undefined;
    return values ? reads.activities.replyWords(values, details, (cardId) => places.get(cardId)?.name) : {};
  };
  const entries = stored.flatMap((one): NotificationEntry[] => {
    const { notificationId, kind, at, actorId, subjectIds, count, details = {} } = one;
    const shown = subjectIds.filter((id) => holds(one, id));
    const { cardId, taskId } = details;
    const task = isActivity(taskId) ? activities.get(taskId) : undefined;
    // A comment without its card or its task leads nowhere.
    if (shown.length === 0 || (typeof cardId === "string" && !places.has(cardId))) return [];
    if (taskId !== undefined && (!task || task.trashedAt !== null || !isSeen(task))) return [];
    for (const id of shown) {
      const activity = isActivity(id) ? activities.get(id) : undefined;
      if (activity)
        places.set(
          id,
          placeOf(activity, titleOf(activity), typeof cardId === "string" ? places.get(cardId) : undefined, one, task),
        );
    }
    return [
      {
        id: notificationId,
        kind,
        at,
        isRead: false,
        actorId: isId("usr", actorId) ? actorId : null,
        count: count - (subjectIds.length - shown.length),
        subjects: shown.map((id) => ({ id, name: places.get(id)?.name ?? null, cardId: isCard(id) ? id : null })),
        details: { ...details, ...said(kind, shown[0], details), ...(task ? { task: titleOf(task) } : {}) },
      },
    ];
  });
  return { entries, places };
}

/** Kinds about something of the organization, which is neither a card nor an activity. */
const ofOrganization: ReadonlySet<Stored["kind"]> = new Set([
  "callMissed",
  "importDone",
  "planLimit",
  "webhookDisabled",
  "whatsappProblem",
  "voipProblem",
  "leadRefused",
  "gmailProblem",
  "automationStopped",
  "automationsPaused",
]);

const isActivity = (id: unknown): id is ActivityId => isId("act", id);
const isCard = (id: unknown): id is CardId => isId("crd", id);
const nameOf = ({ fields }: Card): string => (typeof fields["name"] === "string" ? fields["name"] : "");

/** Whether the notification is still true of its record. */
function stillHolds(kind: Stored["kind"], { values, trashedAt }: StoredActivity, userId: UserId, isAt: boolean): boolean {
  if (kind === "meetingCanceled") return true;
  if (trashedAt !== null) return false;
  if (kind === "taskAssigned") return values["assignedTo"] === userId && values["done"] !== true;
  if (kind === "meetingInvited" || kind === "meetingChanged") return isAt;
  return true;
}

function placeOf(
  { id, type, trashedAt }: StoredActivity,
  name: string,
  card: Place | undefined,
  { details: { day } = {} }: Pick<Stored, "details">,
  task: StoredActivity | undefined,
): Place {
  if (type === "MEETING")
    return { name, path: trashedAt === null ? meetingPath(id, typeof day === "string" ? day : null) : "/calendar" };
  if (type === "TASK") return { name, path: `/tasks?list=team&task=${id}` };
  if (task) return { name, path: `/tasks?list=team&task=${task.id}` };
  return { name, path: card?.path ?? "/cards" };
}
