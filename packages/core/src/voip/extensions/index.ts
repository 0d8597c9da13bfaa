/*
 * Whose extension is whose, without the rest of telephony. Owns: which member holds an extension. Invariant: in an organization, an extension is one member's.
 * Records: member.update.
 */
import { put, remove, type Write } from "../../data/commit.ts";
import type { Change } from "../../data/journal.ts";
import { KartisError } from "../../kernel/error.ts";
import { isId, type OrgId, type UserId } from "../../kernel/id.ts";
import { findMember, type Member, membersOf, memberUpdate } from "../../organizations/index.ts";
import { ownExtensionsOf } from "../../users/index.ts";
import { extensionEntity } from "../entity.ts";

const holderOf = async (orgId: OrgId, extension: string): Promise<UserId | undefined> => {
  const { data } = await extensionEntity().get({ orgId, extension }).go({ consistent: true });
  return isId("usr", data?.userId) ? data.userId : undefined;
};

/** The member's extension by their membership; before administrators assigned them, people entered their own, which counts until an administrator has changed it. */
const assignedOr = ({ userId, voipExtension }: Member, own: ReadonlyMap<UserId, string>): string | null =>
  voipExtension === null ? (own.get(userId) ?? null) : voipExtension || null;

async function holding(orgId: OrgId, extension: string): Promise<Member | undefined> {
  const holder = await holderOf(orgId, extension);
  const member = holder && (await findMember(orgId, holder));
  if (!member) return undefined;
  const own = member.voipExtension === null ? await ownExtensionsOf([member.userId]) : new Map<UserId, string>();
  return assignedOr(member, own) === extension ? member : undefined;
}

/** The members, without suspended ones, who have this extension: one, unless several had entered the same before it was anybody's. */
export async function membersWithExtension(orgId: OrgId, extension: string): Promise<UserId[]> {
  const holder = await holding(orgId, extension);
  if (holder) return holder.suspendedAt ? [] : [holder.userId];
  const members = (await membersOf(orgId)).filter(({ suspendedAt, voipExtension }) => !suspendedAt && voipExtension === null);
  const own = await ownExtensionsOf(members.map(({ userId }) => userId));
  return members.flatMap(({ userId }) => (own.get(userId) === extension ? [userId] : []));
}

/** The person's extension in the organization; null if they have none, or if there it is a colleague's. */
export async function extensionIn(orgId: OrgId, userId: UserId): Promise<string | null> {
  const member = await findMember(orgId, userId);
  if (!member) return null;
  const extension = assignedOr(member, await ownExtensionsOf([userId]));
  return extension && (await membersWithExtension(orgId, extension)).includes(userId) ? extension : null;
}

/** The extensions of all members who have one, suspended ones included. */
export async function extensionsIn(orgId: OrgId): Promise<{ userId: UserId; extension: string }[]> {
  const members = await membersOf(orgId);
  const own = await ownExtensionsOf(members.flatMap(({ userId, voipExtension }) => (voipExtension === null ? [userId] : [])));
  const { data: held } = await extensionEntity().query.main({ orgId }).go({ pages: "all" });
  const holders = new Map(held.map(({ extension, userId }) => [extension, userId]));
  const ids = new Set<string>(members.map(({ userId }) => userId));
  return members.flatMap((member) => {
    const extension = assignedOr(member, own);
    const holder = extension ? holders.get(extension) : undefined;
    const isColleagues = holder !== undefined && holder !== member.userId && ids.has(holder);
    return extension && !isColleagues ? [{ userId: member.userId, extension }] : [];
  });
}

const taken = () => new KartisError("CONFLICT", { fields: { extension: "validation.voipExtensionTaken" } });

/**
 * The writes and the change that give a member an extension, or take it away, for a `commit()`; undefined if it is theirs already. Throws NOT_FOUND for somebody who is
 * no member, and CONFLICT if it is a colleague's.
 */
export async function extensionChange(
  orgId: OrgId,
  userId: UserId,
  extension: string | null,
): Promise<{ writes: Write[]; change: Change } | undefined> {
  const member = await findMember(orgId, userId);
  if (!member) throw new KartisError("NOT_FOUND");
  const before = assignedOr(member, await ownExtensionsOf([userId]));
  if (before === extension && member.voipExtension !== null) return undefined;
  const { writes, change } = memberUpdate(orgId, member, { voipExtension: extension });
  return {
    writes: [
      ...writes,
      ...(before && before !== extension ? await release(orgId, userId, before) : []),
      ...(extension ? await take(orgId, userId, extension) : []),
    ],
    change: { ...change, before: { voipExtension: before } },
  };
}

async function take(orgId: OrgId, userId: UserId, extension: string): Promise<Write[]> {
  const [holder, held, others] = await Promise.all([
    holderOf(orgId, extension),
    holding(orgId, extension),
    membersWithExtension(orgId, extension),
  ]);
  if ((held && held.userId !== userId) || others.some((other) => other !== userId)) throw taken();
  // Whoever held it and is no longer a member, or has another one, gives way; somebody who has taken it in this moment does not.
  const params = extensionEntity()
    .put({ orgId, extension, userId })
    .where((attribute, { eq, notExists }) => (holder ? eq(attribute.userId, `${holder}`) : notExists(attribute.userId)))
    .params();
  return [put(params, taken)];
}

async function release(orgId: OrgId, userId: UserId, extension: string): Promise<Write[]> {
  if ((await holderOf(orgId, extension)) !== userId) return [];
  const params = extensionEntity()
    .delete({ orgId, extension })
    .where((attribute, { eq }) => eq(attribute.userId, `${userId}`))
    .params();
  return [remove(params, "stale")];
}
