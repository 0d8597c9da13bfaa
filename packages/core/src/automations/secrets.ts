import type { OrgId } from "../kernel/id.ts";
import { seal, unseal } from "../kernel/seal.ts";
import type { Principal } from "../kernel/actor.ts";
import { maskedUrl } from "./actions/call-webhook.ts";
import { type Action, actionOf } from "./actions/list.ts";
import type { Run } from "./engine/runs.ts";
import { withInner } from "./rules.ts";
import type { StepResult } from "./run-schema.ts";
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
export const withSealedSecrets = (definition: Definition, orgId: OrgId): Definition =>
  withActions(definition, (action) => actionOf(action).sealed?.(action, (plain, host) => sealedFor(plain, orgId, host)));

/** The definition as the caller may read it: somebody who may not change automations does not learn the URLs of webhooks. */
export const readable = (definition: Definition, { grants }: Pick<Principal, "grants">): Definition =>
  grants["AUTOMATION.update"] ? definition : withActions(definition, (action) => actionOf(action).masked?.(action));

/** The run as the caller may read it: a redirect mostly leads to nearly the same URL. */
export const readableRun = <R extends Results>(run: R, { grants }: Pick<Principal, "grants">): R =>
  grants["AUTOMATION.update"]
    ? run
    : { ...run, steps: run.steps.map(withoutTarget), failedAttempts: run.failedAttempts.map(withoutTarget) };

type Results = Pick<Run, "steps" | "failedAttempts">;

function withoutTarget<R extends Pick<StepResult, "params">>(result: R): R {
  const target = result.params?.["target"];
  return typeof target === "string" ? { ...result, params: { ...result.params, target: maskedUrl(target) } } : result;
}

/** The definition with the actions that `change` returns; those for which it returns none stay. */
function withActions(definition: Definition, change: (action: Action) => Action | undefined): Definition {
  const changed = (step: Step): Step => {
    if (step.kind !== "action") return withInner(step, (list) => list.map(changed));
    const action = change(step.action);
    return action ? { ...step, action } : step;
  };
  return { ...definition, steps: definition.steps.map(changed) };
}

/** The secret; undefined if it was sealed for another host or organization. */
export function unsealed(sealed: string, orgId: OrgId, host: string): string | undefined {
  try {
    return unseal(sealed, "automation", audienceOf(orgId, host));
  } catch {
    return undefined;
  }
}
