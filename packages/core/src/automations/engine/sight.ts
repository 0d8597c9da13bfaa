import type { Card } from "../../cards/schema.ts";
import type { Actor } from "../../kernel/actor.ts";
import { principalOf } from "../../kernel/actor.ts";
import type { Scope } from "../../kernel/scope.ts";

export type AutomationActor = Extract<Actor, { kind: "automation" }>;

/** The cards in the publisher's scope. Automations are limited to these, because conditions and texts would otherwise reveal other cards to the publisher. */
export async function sightOf(actor: AutomationActor): Promise<Scope> {
  const principal = principalOf(actor);
  // The common case, without loading the cards domain.
  if (principal.grants["CARDS.read"] === "ORGANIZATION") return { kind: "organization" };
  const { readScopeOf } = await import("../../cards/index.ts");
  return readScopeOf({ principal });
}

/** Whether the card is in the publisher's scope now. */
export async function isSeen(actor: AutomationActor, card: Card): Promise<boolean> {
  const scope = await sightOf(actor);
  if (scope.kind === "organization") return true;
  const { inScope } = await import("../../cards/index.ts");
  return inScope(scope, card);
}

/** The tasks in the publisher's scope; undefined for none. */
export async function tasksSeenBy(actor: AutomationActor): Promise<Scope | undefined> {
  const principal = principalOf(actor);
  const level = principal.grants["TASKS.read"];
  if (!level) return undefined;
  if (level === "ORGANIZATION") return { kind: "organization" };
  const { scopeOf } = await import("../../cards/index.ts");
  return scopeOf({ principal, level }, "TASKS");
}
