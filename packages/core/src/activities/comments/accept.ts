import { KartisError } from "../../kernel/error.ts";
import type { ActivityId, CardId, UserId } from "../../kernel/id.ts";
import type { OrgContext } from "../../kernel/procedure.ts";
import { namesOf } from "../../organizations/index.ts";
import { acceptAttachments } from "../attachments/accept.ts";
import { seesCards } from "../attachments/reading.ts";
import { isMember } from "../references.ts";
import type { ActivityValues } from "../types/definition.ts";
import { cardsIn, membersIn, plainText, type RichText } from "./rules.ts";
import type { CommentPatch } from "./schema.ts";

type Asking = Pick<OrgContext, "principal">;

/**
 * Accepts a patch of a comment: its text also as plain text, its files as they are stored. Throws INVALID_INPUT for a mention of somebody outside the
 * organization or of a card that the writer does not see, and for a file that is neither its own nor the card's. Whatever is there already stays.
 */
export async function acceptComment(
  context: Asking,
  { body, attachments, pinned }: CommentPatch,
  current: ActivityValues,
  on: { readonly activityId: ActivityId | undefined; readonly cardId: CardId | null },
): Promise<ActivityValues> {
  const { orgId } = context.principal;
  const [words, files] = await Promise.all([
    body && acceptBody(context, body, (current["body"] as RichText | undefined) ?? []), // as the schema accepted it
    acceptAttachments(orgId, attachments, { ...on, current }),
  ]);
  const patch: ActivityValues = {
    ...words,
    ...files,
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
    seesCards(
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
