import type { OrgId } from "../kernel/id.ts";
import { seal, unseal } from "../kernel/seal.ts";
import { actionOf } from "./actions/list.ts";
import type { Definition, Step } from "./schema.ts";

/*
 * Secrets in the settings of actions. Each is sealed for the host that receives it, so that someone who may edit the automation but does not know the secret cannot
 * redirect it to another server.
 */
const audienceOf = (orgId: OrgId, host: string) => [orgId, host.toLowerCase()];

/** Seals a secret for a host. */
export const sealedFor = (plain: string, orgId: OrgId, host: string): string =>
  seal(plain, "automation", audienceOf(orgId, host));

/** The definition with its secrets sealed, as it is stored. */
export function withSealedSecrets(definition: Definition, orgId: OrgId): Definition {
  const sealedIn = (step: Step): Step => {
    if (step.kind === "branch") return { ...step, met: step.met.map(sealedIn), unmet: step.unmet.map(sealedIn) };
    if (step.kind === "wait") return step;
    const action = actionOf(step.action).sealed?.(step.action, (plain, host) => sealedFor(plain, orgId, host));
    return action ? { ...step, action } : step;
  };
  return { ...definition, steps: definition.steps.map(sealedIn) };
}

/** The secret; undefined if it was sealed for another host or organization. */
export function unsealed(sealed: string, orgId: OrgId, host: string): string | undefined {
  try {
    return unseal(sealed, "automation", audienceOf(orgId, host));
  } catch {
    return undefined;
  }
}
