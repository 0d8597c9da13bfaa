/* Whose extension is whose, without the rest of telephony. Invariant: in an organization, an extension is one member's. */
import { put, remove, type Write } from "../../data/commit.ts";
import { KartisError } from "../../kernel/error.ts";
import type { OrgId, UserId } from "../../kernel/id.ts";
import { membersOf, membershipsOf } from "../../organizations/index.ts";
import { extensionsOf, getProfile } from "../../users/index.ts";
import { extensionEntity } from "../entity.ts";

const holderOf = async (orgId: OrgId, extension: string): Promise<string | undefined> =>
  (await extensionEntity().get({ orgId, extension }).go({ consistent: true })).data?.userId;

/** The members, without suspended ones, who have this extension in their settings. Somebody may bring one from another organization: then it is whose it was. */
export async function membersWithExtension(orgId: OrgId, extension: string): Promise<UserId[]> {
  const members = (await membersOf(orgId)).filter(({ suspendedAt }) => suspendedAt === null).map(({ userId }) => userId);
  const extensions = await extensionsOf(members);
  const found = members.filter((userId) => extensions.get(userId) === extension);
  if (found.length < 2) return found;
  const holder = await holderOf(orgId, extension);
  const first = found.find((userId) => userId === holder);
  return first ? [first] : found;
}

/** The person's extension in the organization; null if they have none, or if there it is a colleague's. */
export async function extensionIn(orgId: OrgId, userId: UserId): Promise<string | null> {
  const { voipExtension: extension } = await getProfile(userId);
  if (!extension || (await holderOf(orgId, extension)) === userId) return extension;
  return (await membersWithExtension(orgId, extension)).includes(userId) ? extension : null;
}

/** Organizations whose extensions fit into a transaction; a person in more has theirs there as long as nobody else has it. */
const mostOrganizations = 40;

/**
 * The writes by which a person takes an extension in each of their organizations, and gives up the one they had, together with the change of their settings. Throws
 * CONFLICT if it is a colleague's in the organization that they are in at the time; in others, the colleague keeps it.
 * @param present that organization, if any
 */
export async function extensionWrites(userId: UserId, extension: string | null, present: OrgId | undefined): Promise<Write[]> {
  const { voipExtension: before } = await getProfile(userId);
  const all = (await membershipsOf(userId)).map(({ orgId }) => orgId);
  const some = all.toSorted((a, b) => Number(b === present) - Number(a === present)).slice(0, mostOrganizations);
  const writes = await Promise.all(
    some.map(async (orgId) => [
      ...(before && before !== extension ? await release(orgId, userId, before) : []),
      ...(extension ? await take(orgId, userId, extension, orgId === present) : []),
    ]),
  );
  return writes.flat();
}

const taken = () => new KartisError("CONFLICT", { fields: { voipExtension: "validation.voipExtensionTaken" } });

async function take(orgId: OrgId, userId: UserId, extension: string, isNeeded: boolean): Promise<Write[]> {
  const [holder, others] = await Promise.all([holderOf(orgId, extension), membersWithExtension(orgId, extension)]);
  if (others.some((other) => other !== userId)) {
    if (isNeeded) throw taken();
    return [];
  }
  const params = extensionEntity()
    .put({ orgId, extension, userId })
    .where((attribute, { eq, notExists }) => (holder ? eq(attribute.userId, holder) : notExists(attribute.userId)))
    .params();
  // Somebody else has taken it in this moment.
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
