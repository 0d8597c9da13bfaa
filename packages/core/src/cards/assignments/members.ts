import { KartisError } from "../../kernel/error.ts";
import { isId, type OrgId } from "../../kernel/id.ts";
import { findMembership } from "../../organizations/index.ts";
import type { CardType, FieldValues } from "../schema.ts";

/**
 * Refuses a patch that names somebody who is not in the organization, or is suspended. Whoever `current` names already stays, whatever became of them. Throws
 * INVALID_INPUT by field.
 */
export async function requireMembers(
  orgId: OrgId,
  { fields }: Pick<CardType, "fields">,
  current: FieldValues,
  patch: FieldValues,
): Promise<void> {
  const named = fields.flatMap(({ id, type }) => {
    const userId = patch[id];
    return type === "user" && isId("usr", userId) && userId !== current[id] ? [{ id, userId }] : [];
  });
  const members = new Map(
    await Promise.all(
      [...new Set(named.map(({ userId }) => userId))].map(
        async (userId) => [userId, (await findMembership(userId, orgId)) !== undefined] as const,
      ),
    ),
  );
  const wrong = named.filter(({ userId }) => !members.get(userId));
  if (wrong.length === 0) return;
  throw new KartisError("INVALID_INPUT", { fields: Object.fromEntries(wrong.map(({ id }) => [id, "validation.person"])) });
}
