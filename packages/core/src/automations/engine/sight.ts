import type { Card } from "../../cards/schema.ts";
import type { Actor } from "../../kernel/actor.ts";
import { principalOf } from "../../kernel/actor.ts";
import type { Scope } from "../../kernel/scope.ts";

export type AutomationActor = Extract<Actor, { kind: "automation" }>;

/** The cards that whoever published an automation sees: it looks at no others, or its conditions and texts would tell them what they may not know. */
export async function sightOf(actor: AutomationActor): Promise<Scope> {
  const principal = principalOf(actor);
  // Whoever sees all of them needs none of what follows.
  if (principal.grants["CARDS.read"] === "ORGANIZATION") return { kind: "organization" };
  const { readScopeOf } = await import("../../cards/index.ts");
  return readScopeOf({ principal });
}

/** Whether the publisher sees the card as it is now. */
export async function isSeen(actor: AutomationActor, card: Card): Promise<boolean> {
  const scope = await sightOf(actor);
  if (scope.kind === "organization") return true;
  const { inScope } = await import("../../cards/index.ts");
  return inScope(scope, card);
}

/** The tasks that the publisher sees; undefined for none. */
export async function tasksSeenBy(actor: AutomationActor): Promise<Scope | undefined> {
  const principal = principalOf(actor);
  const level = principal.grants["TASKS.read"];
  if (!level) return undefined;
  if (level === "ORGANIZATION") return { kind: "organization" };
  const { scopeOf } = await import("../../cards/index.ts");
  return scopeOf({ principal, level }, "TASKS");
}
