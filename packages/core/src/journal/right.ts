/** Checked with every call of the audit, and again when an export of it runs. */
export const auditRight = ["AUDIT", "read"] as const;
