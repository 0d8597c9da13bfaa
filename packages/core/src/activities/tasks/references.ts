import { findCard, readScopeOf } from "../../cards/index.ts";
import { KartisError } from "../../kernel/error.ts";
import type { OrgContext } from "../../kernel/procedure.ts";
import { findMembership } from "../../organizations/index.ts";
import type { ActivityValues } from "../types/definition.ts";
import type { TaskPatch } from "./schema.ts";

/**
 * Refuses a patch that names somebody who is not in the organization or is suspended, or a card that the actor does not see or that is in the trash. Whatever
 * the task names already stays. Throws INVALID_INPUT by value.
 */
export async function requireTaskReferences(
  context: Pick<OrgContext, "principal">,
  current: ActivityValues,
  { assignedTo, cardId }: Pick<TaskPatch, "assignedTo" | "cardId">,
): Promise<void> {
  const { orgId, userId } = context.principal;
  const isNew = (name: string, value: string | null | undefined): value is string => Boolean(value) && value !== current[name];
  const [isMember, isCard] = await Promise.all([
    !isNew("assignedTo", assignedTo) || assignedTo === userId || isDefined(findMembership(assignedTo, orgId)),
    !isNew("cardId", cardId) || isCardSeen(context, cardId),
  ]);
  const fields = {
    ...(isMember ? {} : { assignedTo: "validation.person" }),
    ...(isCard ? {} : { cardId: "validation.relatedCard" }),
  };
  if (Object.keys(fields).length > 0) throw new KartisError("INVALID_INPUT", { fields });
}

const isDefined = async (found: Promise<unknown>): Promise<boolean> => (await found) !== undefined;

async function isCardSeen(context: Pick<OrgContext, "principal">, cardId: NonNullable<TaskPatch["cardId"]>): Promise<boolean> {
  const card = await findCard(context.principal.orgId, await readScopeOf(context), cardId);
  return card !== undefined && card.trashedAt === null;
}
