import { createHash, randomBytes } from "node:crypto";
import { commit, type CommitContext, type Write, systemContext } from "../../data/commit.ts";
import type { Clock } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import { isId, type OrgId, type UserId } from "../../kernel/id.ts";
import { attachCodeEntity } from "./entity.ts";
import { codeDays, maxChildren } from "./rules.ts";
import { attachment, detachment, findKin, findLink, type Kin, linksOf, requireAttachable } from "./store.ts";
import { epochSeconds } from "../../kernel/clock.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const hashOf = (code: string): string => createHash("sha256").update(code).digest("base64url");
export const codeOver = () => new KartisError("NOT_FOUND", { messageKey: "errors.family.codeOver" });

/** A new code of the parent: eighty random bits, in groups that can be read out. */
export async function newCode(parentId: OrgId, createdBy: UserId, clock: Clock): Promise<{ code: string; endsAt: string }> {
  const code = [...randomBytes(16)].map((byte) => letters[byte % 32]).join("");
  const ends = clock.now() + codeDays * 86_400_000;
  await attachCodeEntity()
    .put({ codeHash: hashOf(code), orgId: parentId, createdBy, expiresAt: epochSeconds(ends) })
    .go();
  return { code: (code.match(/.{4}/g) ?? []).join("-"), endsAt: new Date(ends).toISOString() };
}

/** The code's parent. Throws NOT_FOUND for a code that is unknown, used or expired, and when the parent has been deleted. */
export async function parentByCode(code: string, clock: Clock): Promise<{ parent: Kin; codeHash: string }> {
  const codeHash = hashOf(code);
  const { data } = await attachCodeEntity().get({ codeHash }).go({ consistent: true });
  const isOpen = data && data.expiresAt * 1000 > clock.now();
  if (!isOpen || !isId("org", data.orgId) || !(await findKin(data.orgId))) throw codeOver();
  return { parent: await requireParent(data.orgId), codeHash };
}

export async function getKin(orgId: OrgId): Promise<Kin> {
  const kin = await findKin(orgId);
  if (!kin) throw new KartisError("NOT_FOUND", { messageKey: "errors.organizationNotFound" });
  return kin;
}

/** The organization as a prospective parent. Throws PRECONDITION_FAILED for one that is a child, or already has the maximum number of children. */
export async function requireParent(orgId: OrgId): Promise<Kin> {
  const kin = await getKin(orgId);
  const params = { name: kin.name };
  if (kin.parentId) throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.family.parentIsChild", params });
  if (kin.childCount >= maxChildren)
    throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.family.tooMany", params });
  return kin;
}

/**
 * Attaches the context's organization to a parent. The bond and its record are the child's; the parent's journal gets a record of its own. Throws
 * PRECONDITION_FAILED with the obstacle.
 * @param find reads the parent, and may add writes (a code that is used up).
 */
export async function attach(
  context: CommitContext,
  userId: UserId,
  find: () => Promise<{ parent: Kin; writes: readonly Write[] }>,
): Promise<void> {
  const { result: parent } = await commit(context, async (at) => {
    const [found, child] = await Promise.all([find(), getKin(context.orgId)]);
    requireAttachable(found.parent, child);
    const { writes, change } = attachment(found.parent, child, userId, at);
    return { writes: [...writes, ...found.writes], records: [{ changes: [change] }], result: { ...found.parent, child } };
  });
  await recordInParent(context, parent.orgId, "organization.attach", parent.child);
}

/** Ends the bond of a child, from either side. Throws NOT_FOUND if there is none, or not with that parent. */
export async function detach(context: CommitContext, childId: OrgId, parentId?: OrgId): Promise<void> {
  const { result } = await commit({ ...context, orgId: childId }, async () => {
    const [link, child] = await Promise.all([findLink(childId), findKin(childId)]);
    // The same for another's child and for no organization at all: nobody learns which ids exist.
    if (!link || !child || (parentId && link.parentId !== parentId))
      throw new KartisError("NOT_FOUND", { messageKey: "errors.family.noBond" });
    const parent = await findKin(link.parentId);
    const { writes, change } = detachment(link, child, parent);
    return { writes, records: [{ changes: [change] }], result: { parent, child } };
  });
  if (result.parent) await recordInParent(context, result.parent.orgId, "organization.detach", result.child);
}

/** The same event in the parent's journal, which has no part in the bond's transaction: its record changes nothing. */
async function recordInParent(
  context: CommitContext,
  parentId: OrgId,
  action: "organization.attach" | "organization.detach",
  child: Kin,
): Promise<void> {
  const values = { name: child.name };
  const isBegun = action === "organization.attach";
  await commit({ ...context, orgId: parentId }, async () => ({
    writes: [],
    records: [
      {
        changes: [
          {
            action,
            subject: { kind: "organization", id: child.orgId },
            version: 1,
            before: isBegun ? null : values,
            after: isBegun ? values : null,
          },
        ],
      },
    ],
    result: undefined,
  }));
}

/** Detaches every child of a deleted organization. */
export async function detachChildren(parentId: OrgId, clock: Clock): Promise<void> {
  for (const { childId } of await linksOf(parentId)) {
    const context = systemContext(childId, "parent deleted", clock);
    try {
      await detach(context, childId, parentId);
    } catch (error) {
      // The child was deleted, or detached itself.
      if (!(error instanceof KartisError) || error.code !== "NOT_FOUND") throw error;
    }
  }
}
