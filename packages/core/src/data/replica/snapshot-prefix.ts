import type { OrgId } from "../../kernel/id.ts";

/** Where the bucket has snapshots: beneath it a folder for each release, with an object for each organization. */
export const snapshotPrefix = "snapshots/";
export const snapshotKey = (code: string, orgId: OrgId): string => `${snapshotPrefix}${code}/${orgId}`;
