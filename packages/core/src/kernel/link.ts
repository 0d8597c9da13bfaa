import { env } from "./env.ts";
import type { OrgId } from "./id.ts";

/** A path of the web app that switches to the organization first and then opens `path`. */
export const pathInto = (orgId: OrgId, path: string): string => `/switch-org/${orgId}?next=${encodeURIComponent(path)}`;

/** The same as an absolute URL, for mails and calendar files. */
export const linkInto = (orgId: OrgId, path: string): string => `${env("PUBLIC_ORIGIN")}${pathInto(orgId, path)}`;
