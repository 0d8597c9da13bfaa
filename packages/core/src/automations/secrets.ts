import type { OrgId } from "../kernel/id.ts";
import { seal, unseal } from "../kernel/seal.ts";
import { actionOf } from "./actions/list.ts";
import type { Definition, Step } from "./schema.ts";

/*
 * Secrets in the settings of actions. Each is sealed for the server that it is sent to: whoever may edit an automation, but does not know the secret, cannot have it
 * sent anywhere else.
 */
const placeOf = (orgId: OrgId, place: string) => [orgId, place.toLowerCase()];

/** The secret, sealed for this place. */
export const sealedFor = (plain: string, orgId: OrgId, place: string): string => seal(plain, "automation", placeOf(orgId, place));

/** The definition as it is stored: with its secrets sealed. */
export function withSealedSecrets(definition: Definition, orgId: OrgId): Definition {
  const sealedIn = (step: Step): Step => {
    if (step.kind === "branch") return { ...step, met: step.met.map(sealedIn), unmet: step.unmet.map(sealedIn) };
    if (step.kind === "wait") return step;
    const action = actionOf(step.action).sealed?.(step.action, (plain, place) => sealedFor(plain, orgId, place));
    return action ? { ...step, action } : step;
  };
  return { ...definition, steps: definition.steps.map(sealedIn) };
}

/** The secret; undefined where it was sealed for another place. */
export function opened(sealed: string, orgId: OrgId, place: string): string | undefined {
  try {
    return unseal(sealed, "automation", placeOf(orgId, place));
  } catch {
    return undefined;
  }
}
