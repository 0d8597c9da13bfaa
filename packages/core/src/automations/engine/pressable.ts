import type { Card, CardType } from "../../cards/schema.ts";
import type { OrgContext } from "../../kernel/procedure.ts";
import { findMembership } from "../../organizations/index.ts";
import { problemsOf } from "../check.ts";
import type { Live } from "./start.ts";

/** Whether the card meets the conditions of an automation with a button, evaluated on behalf of its publisher. Conditions that no longer fit match no card. */
export async function isPressable(
  { orgId, id: automationId, live: { definition, publishedBy } }: Live,
  card: Card,
  type: CardType,
  { principal, clock }: Pick<OrgContext, "principal" | "clock">,
): Promise<boolean> {
  const { filter } = definition;
  if (filter === null) return true;
  const problems = await problemsOf({ ...definition, steps: [] }, type, orgId);
  if (problems.some(({ path }) => path.startsWith("filter"))) return false;
  const membership = await findMembership(publishedBy, orgId);
  if (!membership) return false;
  const { meets } = await import("./facts.ts");
  const actor = { kind: "automation", automationId, userId: publishedBy, membership } as const;
  const event = () => Promise.resolve({ before: null, userId: principal.userId });
  return meets(filter, { card, type, actor, publisherId: publishedBy, clock, event });
}
