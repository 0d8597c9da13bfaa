import * as z from "zod";
import { commit, put, remove, update, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { idSchema } from "../kernel/id-schema.ts";
import { commitMetered } from "../plans/index.ts";
import { systemActor } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { type FileId, newId, type OrgId, type RoleId, type UserId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import type { User } from "../users/index.ts";
import { commitContext } from "./commit-context.ts";
import { membershipEntity } from "./entity.ts";
import { visitorName, visitorsOf } from "./family/access.ts";
import { findMember, type Member, membersOf } from "./memberships.ts";
import { requireAdministrator } from "./roles/procedures.ts";
import { RoleIdSchema } from "./roles/schema.ts";
import { roleCounted } from "./roles/store.ts";

/**
 * A person's place in the organization: the membership and, with a role, one more who has it. Whoever was invited (`invitedAt`) is counted with the role
 * since then.
 */
export function membershipWrites(
  orgId: OrgId,
  orgName: string,
  user: Omit<User, "language">,
  place: { readonly systemRole: Member["systemRole"]; readonly roleId?: RoleId | null; readonly invitedAt?: string },
  at: string,
): Write[] {
  const { systemRole, roleId, invitedAt } = place;
  const item = { userId: user.id, orgId, orgName, name: user.name, email: user.email, systemRole, joinedAt: at, version: 1 };
  return [
    put(
      membershipEntity()
        .create({ ...item, ...(roleId ? { roleId } : {}), ...(invitedAt ? { invitedAt } : {}) })
        .params(),
      () => new KartisError("CONFLICT"),
    ),
    ...(roleId && !invitedAt ? [roleCounted(orgId, roleId, 1)] : []),
  ];
}

/** The writes and the change that give colleagues the person's present name or picture, for a `commit()` that has read `current`. */
export function memberUpdate(
  orgId: OrgId,
  current: Member,
  after: { readonly name: string } | { readonly avatarId: FileId | null },
): { writes: Write[]; change: Change } {
  const { userId, version } = current;
  const patch = membershipEntity().patch({ userId, orgId });
  const set = "name" in after ? { name: after.name } : after.avatarId ? { avatarId: after.avatarId } : {};
  const changed = patch.set({ ...set, version: version + 1 });
  const isTakenAway = "avatarId" in after && after.avatarId === null;
  const written = isTakenAway ? changed.remove(["avatarId"]) : changed;
  return {
    writes: [update(written.where((attribute, { eq }) => eq(attribute.version, version)).params(), "replan")],
    change: {
      action: "member.update",
      subject: { kind: "member", id: userId },
      version: version + 1,
      before: "name" in after ? { name: current.name } : { avatarId: current.avatarId },
      after,
    },
  };
}

/** The writes and the change that end a membership, for a `commit()` that has read it. The owner's does not end: it is handed over first. */
export function memberRemoval(orgId: OrgId, member: Member): { writes: Write[]; change: Change } {
  const { userId, version, name, email, systemRole, roleId } = member;
  if (systemRole === "OWNER") throw new KartisError("FORBIDDEN", { messageKey: "errors.ownerStays" });
  const gone = membershipEntity()
    .remove({ userId, orgId })
    .where((attribute, { eq }) => eq(attribute.version, version));
  return {
    writes: [remove(gone.params(), "replan"), ...(roleId ? [roleCounted(orgId, roleId, -1)] : [])],
    change: {
      action: "member.remove",
      subject: { kind: "member", id: userId },
      version: version + 1,
      before: { name, email, systemRole, roleId },
      after: null,
    },
  };
}

/** Makes the person a member. Throws CONFLICT for somebody who is one. */
export async function addMember(
  orgId: OrgId,
  orgName: string,
  user: User,
  place: { readonly systemRole: Member["systemRole"]; readonly roleId?: RoleId | null },
  clock: Clock,
): Promise<void> {
  const context = { orgId, actor: systemActor(orgId, "demo"), clock, requestId: newId("req"), origin: "system" } as const;
  await commitMetered(context, async (at) => ({
    writes: membershipWrites(orgId, orgName, user, place, at),
    records: [
      {
        changes: [
          {
            action: "member.add",
            subject: { kind: "member", id: user.id },
            version: 1,
            before: null,
            after: { name: user.name, email: user.email, ...place },
          },
        ],
      },
    ],
    result: undefined,
  }));
}

const list = procedure({
  name: "members.list",
  kind: "query",
  input: z.object({}),
  can: { member: "colleagues' names stand on cards" },
  run: async (_, { principal }) => membersOf(principal.orgId),
});

const visitors = procedure({
  name: "members.visitors",
  kind: "query",
  input: z.object({}),
  can: { member: "their names stand beside what they did" },
  /** Who has worked here as a member of a parent organization, each by name and organization. They are no members, so nothing is assigned to them. */
  async run(_, { principal }): Promise<{ userId: UserId; name: string }[]> {
    return (await visitorsOf(principal.orgId)).map((visitor) => ({ userId: visitor.userId, name: visitorName(visitor) }));
  },
});

const setRole = procedure({
  name: "members.setRole",
  kind: "mutation",
  input: z.object({
    userId: idSchema("usr"),
    systemRole: z.enum(["ADMIN", "BASIC"]),
    /** What a basic member may do; an administrator may do everything, with or without one. */
    roleId: RoleIdSchema.nullable(),
  }),
  can: ["ROLES", "update"],
  whileImpersonating: false,
  async run({ userId, systemRole, roleId }, context): Promise<Member> {
    requireAdministrator(context);
    const { orgId } = context.principal;
    const { result } = await commit(commitContext(context), async () => {
      const current = await findMember(orgId, userId);
      if (!current) throw new KartisError("NOT_FOUND");
      // The owner is whoever answers for the organization; that goes to another by handing it over.
      if (current.systemRole === "OWNER") throw new KartisError("FORBIDDEN", { messageKey: "errors.ownerKeepsRole" });
      const next: Member = { ...current, systemRole, roleId, version: current.version + 1 };
      if (current.systemRole === systemRole && current.roleId === roleId) return { writes: [], records: [], result: current };
      const key = membershipEntity().patch({ userId, orgId });
      const place = roleId
        ? key.set({ systemRole, roleId, version: next.version })
        : key.set({ systemRole, version: next.version }).remove(["roleId"]);
      const roleWrites =
        current.roleId === roleId
          ? []
          : [
              ...(current.roleId ? [roleCounted(orgId, current.roleId, -1)] : []),
              ...(roleId ? [roleCounted(orgId, roleId, 1)] : []),
            ];
      return {
        writes: [
          update(place.where((attribute, { eq }) => eq(attribute.version, current.version)).params(), "replan"),
          ...roleWrites,
        ],
        records: [
          {
            changes: [
              {
                action: "userRole.update",
                subject: { kind: "member", id: userId },
                version: next.version,
                before: { systemRole: current.systemRole, roleId: current.roleId },
                after: { systemRole, roleId },
              },
            ],
          },
        ],
        result: next,
      };
    });
    return result;
  },
});

const transfer = procedure({
  name: "organizations.transfer",
  kind: "mutation",
  input: z.object({ userId: idSchema("usr") }),
  can: ["ORGANIZATION", "update"],
  whileImpersonating: false,
  async run({ userId }, context): Promise<{ ok: true }> {
    const { orgId, userId: ownerId, systemRole } = context.principal;
    if (systemRole !== "OWNER" || !ownerId) throw new KartisError("FORBIDDEN", { messageKey: "errors.onlyOwner" });
    await commit(commitContext(context), async () => {
      const [owner, heir] = await Promise.all([findMember(orgId, ownerId), findMember(orgId, userId)]);
      if (!owner || !heir) throw new KartisError("NOT_FOUND");
      if (owner.systemRole !== "OWNER") throw new KartisError("FORBIDDEN", { messageKey: "errors.onlyOwner" });
      if (userId === ownerId) return { writes: [], records: [], result: undefined };
      const moves = [systemRoleMove(orgId, owner, "ADMIN"), systemRoleMove(orgId, heir, "OWNER")];
      return {
        writes: moves.map(({ write }) => write),
        records: [{ changes: moves.map(({ change }) => change) }],
        result: undefined,
      };
    });
    return { ok: true };
  },
});

/** The member with another system role and the same role of the organization. */
function systemRoleMove(
  orgId: OrgId,
  { userId, version, ...from }: Member,
  to: Member["systemRole"],
): { write: Write; change: Change } {
  const moved = membershipEntity()
    .patch({ userId, orgId })
    .set({ systemRole: to, version: version + 1 })
    .where((attribute, { eq }) => eq(attribute.version, version));
  return {
    write: update(moved.params(), "replan"),
    change: {
      action: "userRole.update",
      subject: { kind: "member", id: userId },
      version: version + 1,
      before: { systemRole: from.systemRole, roleId: from.roleId },
      after: { systemRole: to, roleId: from.roleId },
    },
  };
}

export const memberProcedures = [list, visitors, setRole, transfer] as const;
