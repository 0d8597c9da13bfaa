import { principalOf } from "../../kernel/actor.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type ErrorCode, KartisError } from "../../kernel/error.ts";
import type { UserId } from "../../kernel/id.ts";
import { requirePlan, requireRight } from "../../kernel/procedure.ts";
import { findMembership } from "../../organizations/index.ts";
import type { StoredAutomation } from "../store.ts";
import type { AutomationActor } from "./sight.ts";

const denied: ReadonlySet<ErrorCode> = new Set(["NO_PERMISSION", "MISSING_ROLE"]);

/** Whether the publisher lacks a permission. */
export const isDenial = ({ code }: KartisError): boolean => denied.has(code);

/** Why an automation cannot run on behalf of its publisher. */
interface Refused {
  readonly refused: KartisError;
  /** Whether the reason is the organization's plan: it has ended, or does not include automations. */
  readonly isLapsed?: true;
}

/** The publisher with their present rights, or why the automation cannot run on their behalf: they may no longer update automations, or the plan has ended. */
export async function publisherOf(
  { orgId, id: automationId }: Pick<StoredAutomation, "orgId" | "id">,
  userId: UserId,
  clock: Clock,
): Promise<{ readonly actor: AutomationActor } | Refused> {
  const membership = await findMembership(userId, orgId);
  if (!membership) return { refused: new KartisError("NO_PERMISSION", { messageKey: "automations.failed.publisher" }) };
  const actor = { kind: "automation", automationId, userId, membership } as const;
  try {
    requireRight(["AUTOMATION", "update"], { actor, clock }, "any");
  } catch (error) {
    if (error instanceof KartisError) return { refused: error };
    throw error;
  }
  try {
    requirePlan(principalOf(actor), "automation", clock);
    return { actor };
  } catch (error) {
    if (error instanceof KartisError) return { refused: error, isLapsed: true };
    throw error;
  }
}
