import { Audit } from "../answers/audit.ts";
import type { Exposures } from "../exposure.ts";

export const audit = {
  "audit.search": {
    method: "GET",
    path: "/audit",
    tag: "Audit",
    summary: "List what was done",
    description: "Newest first.",
    output: Audit,
    example: () => ({ limit: 20 }),
  },
} as const satisfies Exposures;
