import type { Card, CardType } from "../../cards/schema.ts";
import type { OrgContext } from "../../kernel/procedure.ts";
import { findMembership } from "../../organizations/index.ts";
import { problemsOf } from "../check.ts";
import type { Live } from "./start.ts";

type Asking = Pick<OrgContext, "principal" | "clock">;

/**
 * Tells for each card whether it meets the conditions of an automation with a button, evaluated on behalf of its publisher. Conditions that no longer fit match no
 * card.
 */
export async function pressability(
  { orgId, id: automationId, live: { definition, publishedBy } }: Live,
  type: CardType,
  { principal, clock }: Asking,
): Promise<(card: Card) => Promise<boolean>> {
  const { filter } = definition;
  if (filter === null) return () => Promise.resolve(true);
  const none = () => Promise.resolve(false);
  const problems = await problemsOf({ ...definition, steps: [] }, type, orgId);
  if (problems.some(({ path }) => path.startsWith("filter"))) return none;
  const membership = await findMembership(publishedBy, orgId);
  if (!membership) return none;
  const { meets, relatingFor } = await import("./facts.ts");
  const actor = { kind: "automation", automationId, userId: publishedBy, membership } as const;
  const relating = await relatingFor(filter, actor);
  const event = () => Promise.resolve({ before: null, userId: principal.userId });
  const of = { type, actor, publisherId: publishedBy, clock, event, ...(relating ? { relating } : {}) };
  return (card) => meets(filter, { ...of, card });
}

/** Whether this one card does. */
export const isPressable = async (automation: Live, card: Card, type: CardType, asking: Asking): Promise<boolean> =>
  (await pressability(automation, type, asking))(card);
