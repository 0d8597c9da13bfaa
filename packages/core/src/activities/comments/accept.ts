import { findNames, readScopeOf } from "../../cards/index.ts";
import { findFiles } from "../../files/index.ts";
import type { FileReference } from "../../files/schema.ts";
import { KartisError } from "../../kernel/error.ts";
import { type CardId, type FileId, isId, type OrgId, type UserId } from "../../kernel/id.ts";
import type { OrgContext } from "../../kernel/procedure.ts";
import { namesOf } from "../../organizations/index.ts";
import { isMember } from "../references.ts";
import { partsOf } from "../replica/timeline.ts";
import type { ActivityValues } from "../types/definition.ts";
import { cardsIn, membersIn, plainText, type RichText } from "./rules.ts";
import type { CommentPatch } from "./schema.ts";

type Asking = Pick<OrgContext, "principal">;

/**
 * What a patch of a comment changes: its words also as plain text, its files as they are stored. Throws INVALID_INPUT for a mention of somebody outside the
 * organization or of a card that the writer does not see, and for a file that is not the card's. Whatever is there already stays.
 */
export async function acceptComment(
  context: Asking,
  { body, attachments, pinned }: CommentPatch,
  current: ActivityValues,
  cardId: CardId,
): Promise<ActivityValues> {
  const { orgId } = context.principal;
  const [words, files] = await Promise.all([
    body && acceptBody(context, body, (current["body"] as RichText | undefined) ?? []), // as the schema accepted it
    attachments && acceptFiles(orgId, attachments, (current["attachments"] as FileReference[] | undefined) ?? [], cardId),
  ]);
  const patch: ActivityValues = {
    ...words,
    ...(files === undefined ? {} : { attachments: files }),
    ...(pinned === undefined ? {} : { pinned: pinned || null }),
  };
  const after: ActivityValues = { ...current, ...patch };
  if (!after["body"] && !after["attachments"])
    throw new KartisError("INVALID_INPUT", { fields: { body: "validation.required" } });
  return patch;
}

async function acceptBody(context: Asking, body: RichText, before: RichText): Promise<ActivityValues> {
  const { orgId } = context.principal;
  const [known, knownCards] = [new Set(membersIn(before)), new Set(cardsIn(before))];
  const members = membersIn(body);
  const [areMembers, areSeen, nameOf] = await Promise.all([
    Promise.all(members.filter((userId) => !known.has(userId)).map((userId) => isMember(context, userId))),
    seesAll(
      context,
      cardsIn(body).filter((cardId) => !knownCards.has(cardId)),
    ),
    members.length > 0 ? namesOf(orgId) : new Map<string, string>(),
  ]);
  if (!areMembers.every(Boolean)) throw new KartisError("INVALID_INPUT", { fields: { body: "validation.person" } });
  if (!areSeen) throw new KartisError("INVALID_INPUT", { fields: { body: "validation.relatedCard" } });
  const text = plainText(body, (userId: UserId) => nameOf.get(userId) ?? "");
  return body.length > 0 ? { body, text } : { body: null, text: null };
}

/** Whether the actor sees all of the cards, or what they were merged into. */
async function seesAll(context: Asking, cardIds: readonly CardId[]): Promise<boolean> {
  if (cardIds.length === 0) return true;
  const names = await findNames(context.principal.orgId, await readScopeOf(context), new Set(cardIds));
  return cardIds.every((cardId) => names[cardId] !== undefined);
}

/** Throws NOT_FOUND unless the actor sees the card that something is written on, or what it was merged into. */
export async function requireCardSeen(context: Asking, { cardId }: ActivityValues): Promise<void> {
  if (!isId("crd", cardId) || !(await seesAll(context, [cardId]))) throw new KartisError("NOT_FOUND");
}

async function acceptFiles(
  orgId: OrgId,
  fileIds: readonly FileId[],
  before: readonly FileReference[],
  cardId: CardId,
): Promise<readonly FileReference[] | null> {
  const kept = new Map(before.map((file) => [file.fileId, file]));
  const added = fileIds.filter((fileId) => !kept.has(fileId));
  const [found, parts] = await Promise.all([
    findFiles(orgId, added),
    added.length > 0 ? partsOf(orgId, cardId) : new Set<string>(),
  ]);
  const files = fileIds.map((fileId): FileReference => {
    const reference = kept.get(fileId);
    if (reference) return reference;
    const file = found.get(fileId);
    if (!file || file.cardId === null || !parts.has(file.cardId))
      throw new KartisError("INVALID_INPUT", { fields: { attachments: "validation.fileMissing" } });
    return { fileId, name: file.name, bytes: file.bytes, mime: file.mime };
  });
  return files.length > 0 ? files : null;
}
