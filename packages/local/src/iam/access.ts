import type { IncomingMessage } from "node:http";
import type { Grant } from "@kartis/stacks/grants.ts";
import { accountId } from "../arns.ts";

/** One action on one resource that a request amounts to. */
export interface Demand {
  readonly action: string;
  readonly resource: string;
  /** Values of IAM's condition keys. */
  readonly context?: Readonly<Record<string, string>>;
}

interface Role {
  readonly name: string;
  readonly grants: readonly Grant[];
}

/**
 * Access control, as IAM would decide it. Each function signs with its own access key and is held to its grants; every other key is the account itself, which
 * may do anything (the site's engines, tests, the bench).
 */
export class Access {
  readonly #roles = new Map<string, Role>();

  /** Creates the function's role. @returns its access key id, the same at every start, so that presigned URLs outlive one. */
  createRole(name: string, grants: readonly Grant[]): string {
    const accessKeyId = `KARTISLOCAL_${name.toUpperCase().replaceAll("-", "_")}`;
    this.#roles.set(accessKeyId, { name, grants });
    return accessKeyId;
  }

  isRole = (accessKeyId: string): boolean => this.#roles.has(accessKeyId);

  /** IAM's sentence about the first of the demands that the caller may not make; undefined when it may make them all. */
  denial(accessKeyId: string | undefined, demands: readonly Demand[]): string | undefined {
    const role = this.#roles.get(accessKeyId ?? "");
    const denied = role && demands.find((demand) => !isAllowed(role.grants, demand));
    if (!denied) return undefined;
    const { action, resource } = denied;
    const caller = `arn:aws:sts::${accountId}:assumed-role/${role.name}/${role.name}`;
    return `User: ${caller} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;
  }
}

/** True when one of the grants covers the demand. There are no denials and no wildcards in actions (`stacks/src/grants.ts`). */
export const isAllowed = (grants: readonly Grant[], { action, resource, context = {} }: Demand): boolean =>
  grants.some(
    ({ actions, resources, conditions }) =>
      actions.includes(action) &&
      resources.some((pattern) => (pattern.endsWith("*") ? resource.startsWith(pattern.slice(0, -1)) : resource === pattern)) &&
      Object.entries(conditions?.["StringEquals"] ?? {}).every(([key, value]) => context[key] === value),
  );

/** The access key id of a request that is signed in its headers; not verified. */
export const accessKeyIdOf = (request: IncomingMessage): string | undefined =>
  /Credential=([^/,\s]+)\//.exec(request.headers.authorization ?? "")?.[1];
