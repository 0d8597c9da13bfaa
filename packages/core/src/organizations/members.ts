import * as z from "zod";
import { put, remove, update, type Write, systemContext } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import type { ChangeOf } from "../data/payloads.ts";
import { commitMetered } from "../plans/index.ts";
import type { Clock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { type FileId, type OrgId, type RoleId, type UserId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import type { User } from "../users/index.ts";
import { membershipEntity } from "./entity.ts";
import { visitorName, visitorsOf } from "./family/access.ts";
import { type Member, membersOf, type NamedMember } from "./memberships.ts";
import { roleCounted } from "./roles/store.ts";

/** A person's membership in the organization and, with a role, that role's count. An invited person (`invitedAt`) is counted in the role since then. */
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

/** The writes and the change that update the person's name, picture or telephone extension for colleagues, for a `commit()` that has read `current`. */
export function memberUpdate(
  orgId: OrgId,
  current: Member,
  after: { readonly name: string } | { readonly avatarId: FileId | null } | { readonly voipExtension: string | null },
): { writes: Write[]; change: Change } {
  const { userId, version } = current;
  const patch = membershipEntity().patch({ userId, orgId });
  const isTakenAway = "avatarId" in after && after.avatarId === null;
  const set =
    "name" in after ? after : "avatarId" in after ? valueOf(after.avatarId) : { voipExtension: after.voipExtension ?? "" };
  const changed = patch.set({ ...set, version: version + 1 });
  const written = isTakenAway ? changed.remove(["avatarId"]) : changed;
  return {
    writes: [update(written.where((attribute, { eq }) => eq(attribute.version, version)).params(), "stale")],
    change: {
      action: "member.update",
      subject: { kind: "member", id: userId },
      version: version + 1,
      before: Object.fromEntries(Object.keys(after).map((key) => [key, current[key as keyof typeof current]])),
      after,
    },
  };
}

const valueOf = (avatarId: FileId | null) => (avatarId ? { avatarId } : {});

/** The writes and the change that end a membership, for a `commit()` that has read it. The owner's cannot end: it is handed over first. */
export function memberRemoval(orgId: OrgId, member: Member): { writes: Write[]; change: ChangeOf<"member.remove"> } {
  const { userId, version, name, email, systemRole, roleId } = member;
  if (systemRole === "OWNER") throw new KartisError("FORBIDDEN", { messageKey: "errors.ownerStays" });
  const gone = membershipEntity()
    .remove({ userId, orgId })
    .where((attribute, { eq }) => eq(attribute.version, version));
  return {
    writes: [remove(gone.params(), "stale"), ...(roleId ? [roleCounted(orgId, roleId, -1)] : [])],
    change: {
      action: "member.remove",
      subject: { kind: "member", id: userId },
      version: version + 1,
      before: { name, email, systemRole, roleId },
      after: null,
    },
  };
}

/** Makes the person a member. Throws CONFLICT for an existing member. */
export async function addMember(
  orgId: OrgId,
  orgName: string,
  user: User,
  place: { readonly systemRole: Member["systemRole"]; readonly roleId?: RoleId | null },
  clock: Clock,
): Promise<void> {
  const context = systemContext(orgId, "demo", clock);
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

const byJoining = (a: Member, b: Member): number =>
  a.joinedAt === b.joinedAt ? (a.userId < b.userId ? -1 : 1) : a.joinedAt < b.joinedAt ? -1 : 1;

const list = procedure({
  name: "members.list",
  kind: "query",
  input: z.object({}),
  can: { member: "colleagues' names stand on cards" },
  /**
   * All members by name and picture, which is all that cards show of them, and whether one may be chosen for a card; in the order in which they joined, by
   * which screens give them their colors.
   */
  run: async (_, { principal }): Promise<NamedMember[]> =>
    (await membersOf(principal.orgId)).toSorted(byJoining).map(({ userId, name, avatarId, suspendedAt }) => ({
      userId,
      name,
      avatarId,
      isAssignable: suspendedAt === null,
    })),
});

const details = procedure({
  name: "members.details",
  kind: "query",
  input: z.object({}),
  can: ["ORGANIZATION", "read"],
  /** The same people with their addresses and roles, when they joined and when they were last active. */
  run: async (_, { principal }): Promise<Member[]> => membersOf(principal.orgId),
});

const visitors = procedure({
  name: "members.visitors",
  kind: "query",
  input: z.object({}),
  can: { member: "their names stand beside what they did" },
  /** People who have worked here as members of a parent organization, each by name and organization. They are not members, so nothing is assigned to them. */
  async run(_, { principal }): Promise<{ userId: UserId; name: string }[]> {
    return (await visitorsOf(principal.orgId)).map((visitor) => ({ userId: visitor.userId, name: visitorName(visitor) }));
  },
});

export const memberProcedures = [list, details, visitors] as const;
