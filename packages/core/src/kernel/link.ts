import { env } from "./env.ts";
import type { OrgId } from "./id.ts";

/** A place in the organization, whichever the person works in when they follow it: a path of the web app. */
export const pathInto = (orgId: OrgId, path: string): string => `/switch-org/${orgId}?next=${encodeURIComponent(path)}`;

/** The same as an address, for what is read outside of Kartis. */
export const linkInto = (orgId: OrgId, path: string): string => `${env("PUBLIC_ORIGIN")}${pathInto(orgId, path)}`;
