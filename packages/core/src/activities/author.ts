import type { Id } from "../kernel/id.ts";
import type { OrgContext } from "../kernel/procedure.ts";

/** Whose an activity is, and what made it in their name. */
export interface Author {
  /** A person's id, or the name by which the journal knows another actor. What scopes and notifications go by. */
  readonly createdBy: string;
  /** The automation that made it; it is its publisher's nonetheless. Null for any other. */
  readonly automationId: Id<"aut"> | null;
}

/** The author of what a call makes. */
export function authorOf({ principal: { userId }, actor }: Pick<OrgContext, "principal" | "actor">): Author {
  const automationId = actor.kind === "automation" ? actor.automationId : null;
  return { createdBy: userId ?? automationId ?? actor.kind, automationId };
}
