import { findCard, readScopeOf } from "../cards/index.ts";
import { KartisError } from "../kernel/error.ts";
import type { CardId, UserId } from "../kernel/id.ts";
import type { OrgContext } from "../kernel/procedure.ts";
import { findMembership } from "../organizations/index.ts";
import type { ActivityValues } from "./types/definition.ts";

/** References in a change, by the value that contains them. */
interface Named {
  readonly people?: Readonly<Record<string, UserId | null | undefined>>;
  readonly cards?: Readonly<Record<string, CardId | null | undefined>>;
}

/**
 * Refuses a change that names somebody who is not in the organization or is suspended, or a card that the actor does not see or that is in the trash. Whatever
 * `current` names already stays. Throws INVALID_INPUT by value.
 */
export async function requireReferences(
  context: Pick<OrgContext, "principal">,
  current: ActivityValues,
  { people = {}, cards = {} }: Named,
): Promise<void> {
  const wrong = await Promise.all([
    ...named(people, current).map(async ([name, userId]) =>
      (await isMember(context, userId)) ? [] : [[name, "validation.person"]],
    ),
    ...named(cards, current).map(async ([name, cardId]) =>
      (await isSeen(context, cardId)) ? [] : [[name, "validation.relatedCard"]],
    ),
  ]);
  const fields: Record<string, string> = Object.fromEntries(wrong.flat());
  if (Object.keys(fields).length > 0) throw new KartisError("INVALID_INPUT", { fields });
}

const named = <Id extends string>(
  given: Readonly<Record<string, Id | null | undefined>>,
  current: ActivityValues,
): [string, Id][] => Object.entries(given).flatMap(([name, id]) => (id && id !== current[name] ? [[name, id]] : []));

export const isMember = async ({ principal }: Pick<OrgContext, "principal">, userId: UserId): Promise<boolean> =>
  userId === principal.userId || (await findMembership(userId, principal.orgId)) !== undefined;

async function isSeen(context: Pick<OrgContext, "principal">, cardId: CardId): Promise<boolean> {
  const card = await findCard(context.principal.orgId, await readScopeOf(context), cardId);
  return card !== undefined && card.trashedAt === null;
}
