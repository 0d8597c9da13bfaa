import * as z from "zod";
import { type ChangeSet, commit, update, type Write, commitContextOf } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { KartisError } from "../kernel/error.ts";
import { idSchema } from "../kernel/id-schema.ts";
import type { OrgId, RoleId, UserId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { membershipEntity } from "./entity.ts";
import { findMember, type Member } from "./memberships.ts";
import { requireAdministrator } from "./roles/procedures.ts";
import { RoleIdSchema } from "./roles/schema.ts";
import { roleCounted } from "./roles/store.ts";

const PlaceInput = z.object({
  systemRole: z.enum(["ADMIN", "BASIC"]),
  /** Role of a basic member; admins can do everything, with or without one. */
  roleId: RoleIdSchema.nullable(),
});
type Place = z.output<typeof PlaceInput>;

/** Maximum number of members changed together: their memberships, the counters of their old roles and the record are one transaction. */
const maxTogether = 45;

const setRole = procedure({
  name: "members.setRole",
  kind: "mutation",
  input: PlaceInput.extend({ userId: idSchema("usr") }),
  can: ["ROLES", "update"],
  whileImpersonating: false,
  async run({ userId, ...place }, context): Promise<Member> {
    const [member] = await moveTo([userId], place, context);
    if (!member) throw new KartisError("NOT_FOUND");
    return member;
  },
});

const setRoles = procedure({
  name: "members.setRoles",
  kind: "mutation",
  input: PlaceInput.extend({ userIds: z.array(idSchema("usr")).min(1, "validation.required").max(maxTogether) }),
  can: ["ROLES", "update"],
  whileImpersonating: false,
  /** All of them or none. */
  run: async ({ userIds, ...place }, context): Promise<Member[]> => moveTo([...new Set(userIds)], place, context),
});

/** Gives the members the place, in one record. @returns them as they are then. */
async function moveTo(userIds: readonly UserId[], place: Place, context: OrgContext): Promise<Member[]> {
  requireAdministrator(context);
  const { orgId } = context.principal;
  const { result } = await commit(commitContextOf(context), async (): Promise<ChangeSet<Member[]>> => {
    const members = await Promise.all(userIds.map((userId) => findMember(orgId, userId)));
    const writes: Write[] = [];
    const changes: Change[] = [];
    const counts = new Map<RoleId, number>();
    const count = (roleId: RoleId | null, by: number) => roleId && counts.set(roleId, (counts.get(roleId) ?? 0) + by);
    const result = members.map((current): Member => {
      if (!current) throw new KartisError("NOT_FOUND");
      // The owner answers for the organization; ownership changes only by handing it over.
      if (current.systemRole === "OWNER") throw new KartisError("FORBIDDEN", { messageKey: "errors.ownerKeepsRole" });
      if (current.systemRole === place.systemRole && current.roleId === place.roleId) return current;
      const { write, change } = roleMove(orgId, current, place);
      writes.push(write);
      changes.push(change);
      if (current.roleId !== place.roleId) {
        count(current.roleId, -1);
        count(place.roleId, 1);
      }
      return { ...current, ...place, version: current.version + 1 };
    });
    // A transaction takes one write of each counter.
    const counted = [...counts].filter(([, by]) => by !== 0).map(([roleId, by]) => roleCounted(orgId, roleId, by));
    return { writes: [...writes, ...counted], records: changes.length > 0 ? [{ changes }] : [], result };
  });
  return result;
}

const transfer = procedure({
  name: "organizations.transfer",
  kind: "mutation",
  input: z.object({ userId: idSchema("usr") }),
  can: ["ORGANIZATION", "update"],
  whileImpersonating: false,
  async run({ userId }, context): Promise<{ ok: true }> {
    const { orgId, userId: ownerId, systemRole } = context.principal;
    if (systemRole !== "OWNER" || !ownerId) throw new KartisError("FORBIDDEN", { messageKey: "errors.onlyOwner" });
    await commit(commitContextOf(context), async () => {
      const [owner, heir] = await Promise.all([findMember(orgId, ownerId), findMember(orgId, userId)]);
      if (!owner || !heir) throw new KartisError("NOT_FOUND");
      if (owner.systemRole !== "OWNER") throw new KartisError("FORBIDDEN", { messageKey: "errors.onlyOwner" });
      if (heir.suspendedAt) throw new KartisError("FORBIDDEN", { messageKey: "errors.memberSuspended" });
      if (userId === ownerId) return { writes: [], records: [], result: undefined };
      const moves = [
        roleMove(orgId, owner, { ...owner, systemRole: "ADMIN" }),
        roleMove(orgId, heir, { ...heir, systemRole: "OWNER" }),
      ];
      return {
        writes: moves.map(({ write }) => write),
        records: [{ changes: moves.map(({ change }) => change) }],
        result: undefined,
      };
    });
    return { ok: true };
  },
});

/** The write and the change that give the member another place, for a `commit()` that has read it. */
function roleMove(
  orgId: OrgId,
  { userId, version, ...from }: Member,
  { systemRole, roleId }: Pick<Member, "systemRole" | "roleId">,
): { write: Write; change: Change } {
  const key = membershipEntity().patch({ userId, orgId });
  const next = version + 1;
  const moved = roleId
    ? key.set({ systemRole, roleId, version: next })
    : key.set({ systemRole, version: next }).remove(["roleId"]);
  return {
    write: update(moved.where((attribute, { eq }) => eq(attribute.version, version)).params(), "stale"),
    change: {
      action: "userRole.update",
      subject: { kind: "member", id: userId },
      version: next,
      before: { systemRole: from.systemRole, roleId: from.roleId },
      after: { systemRole, roleId },
    },
  };
}

export const memberRoleProcedures = [setRole, setRoles, transfer] as const;
