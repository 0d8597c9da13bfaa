import { update, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { KartisError } from "../kernel/error.ts";
import type { OrgId } from "../kernel/id.ts";
import { membershipEntity } from "./entity.ts";
import type { Member } from "./memberships.ts";

/**
 * The writes and the change that suspend a member at the instant, or with null let them in again, for a `commit()` that has read it; undefined where that
 * is so already. A suspended member keeps seat, role and cards: only what they may do rests, from the next request on. The owner is never suspended.
 */
export function suspension(
  orgId: OrgId,
  { userId, version, systemRole, suspendedAt }: Member,
  at: string | null,
): { writes: Write[]; change: Change } | undefined {
  if (systemRole === "OWNER") throw new KartisError("FORBIDDEN", { messageKey: "errors.ownerStays" });
  if ((suspendedAt === null) === (at === null)) return undefined;
  const patch = membershipEntity().patch({ userId, orgId });
  const next = version + 1;
  const changed = at ? patch.set({ suspendedAt: at, version: next }) : patch.set({ version: next }).remove(["suspendedAt"]);
  return {
    writes: [update(changed.where((attribute, { eq }) => eq(attribute.version, version)).params(), "stale")],
    change: {
      action: at ? "member.suspend" : "member.reinstate",
      subject: { kind: "member", id: userId },
      version: next,
      before: { suspendedAt },
      after: { suspendedAt: at },
    },
  };
}

/** The write and the change that record that a member's sessions were ended, for a `commit()` that has read it. */
export function sessionsEnded(orgId: OrgId, { userId, version }: Member): { writes: Write[]; change: Change } {
  const noted = membershipEntity()
    .patch({ userId, orgId })
    .set({ version: version + 1 })
    .where((attribute, { eq }) => eq(attribute.version, version));
  return {
    writes: [update(noted.params(), "stale")],
    change: {
      action: "member.endSessions",
      subject: { kind: "member", id: userId },
      version: version + 1,
      before: null,
      after: null,
    },
  };
}
