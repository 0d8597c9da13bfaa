import type { Card } from "../../cards/schema.ts";
import type { Actor } from "../../kernel/actor.ts";
import { principalOf } from "../../kernel/actor.ts";
import type { Scope } from "../../kernel/scope.ts";

/** The cards that whoever published an automation sees: it looks at no others, or its conditions and texts would tell them what they may not know. */
export async function sightOf(actor: Extract<Actor, { kind: "automation" }>): Promise<Scope> {
  const principal = principalOf(actor);
  // Whoever sees all of them needs none of what follows.
  if (principal.grants["CARDS.read"] === "ORGANIZATION") return { kind: "organization" };
  const { readScopeOf } = await import("../../cards/index.ts");
  return readScopeOf({ principal });
}

/** Whether the publisher sees the card as it is now. */
export async function isSeen(actor: Extract<Actor, { kind: "automation" }>, card: Card): Promise<boolean> {
  const scope = await sightOf(actor);
  if (scope.kind === "organization") return true;
  const { inScope } = await import("../../cards/index.ts");
  return inScope(scope, card);
}
