/*
 * Deleting an organization with everything in it. Owns: what remains of a deleted one, and its erasure (`erase.ts`).
 * Invariant: once deleted, nobody reaches an organization; its erasure continues until a whole sweep through its partitions has found nothing (decision 010).
 * Records: organization.delete, which goes with the organization's journal; what remains is here.
 */
import * as z from "zod";
import { fileCountOf } from "../attachments/index.ts";
import { commit, type CommitContext, commitContextOf, put } from "../data/commit.ts";
import { KartisError } from "../kernel/error.ts";
import type { OrgId, UserId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import { findRemovable, membersOf, organizationCookie, organizationRemoval, type Removable } from "../organizations/index.ts";
import { usedOf } from "../plans/index.ts";
import { dropReplicas } from "../replicas.ts";
import { deletedOrganizationEntity } from "./entity.ts";
import { isTheName } from "./rules.ts";
import { DeleteInput, type Deletion, type Holdings } from "./schema.ts";

export type { Deletion } from "./schema.ts";

async function getRemovable(orgId: OrgId): Promise<Removable> {
  const found = await findRemovable(orgId);
  if (!found) throw new KartisError("NOT_FOUND", { messageKey: "errors.organizationNotFound" });
  return found;
}

/**
 * Deletes the organization, at once and for good, when `typed` is its name: nobody reaches it from this transaction on, and its erasure follows from the
 * record. Throws INVALID_INPUT that names `name` when it is not.
 */
export async function deleteOrganization(
  context: CommitContext,
  deletedBy: UserId,
  { typed, reason }: { readonly typed: string; readonly reason?: string },
): Promise<void> {
  const { orgId } = context;
  await commit(context, async (at) => {
    const organization = await getRemovable(orgId);
    if (!isTheName(typed, organization.name))
      throw new KartisError("INVALID_INPUT", { fields: { name: "validation.typeTheName" } });
    const { writes, change } = organizationRemoval(orgId, organization);
    const tombstone = deletedOrganizationEntity().create({
      orgId,
      state: "erasing",
      deletedAt: at,
      deletedBy,
      ...(reason ? { reason } : {}),
      version: 1,
      found: 0,
      erased: 0,
    });
    return { writes: [...writes, put(tombstone.params(), "stale")], records: [{ changes: [change] }], result: undefined };
  });
  dropReplicas(orgId);
}

/** Every deletion, newest first. From an index that lags a moment behind. */
export async function deletions(): Promise<Deletion[]> {
  const states = ["erasing", "erased"] as const;
  const pages = await Promise.all(
    states.map((state) => deletedOrganizationEntity().query.byState({ state }).go({ pages: "all", order: "desc" })),
  );
  return pages
    .flatMap(({ data }) => data)
    .map(({ orgId, deletedAt, deletedBy, reason, state, erased, erasedAt }) => ({
      orgId,
      deletedAt,
      deletedBy,
      reason: reason ?? null,
      state,
      erased,
      erasedAt: erasedAt ?? null,
    }))
    .toSorted((a, b) => b.deletedAt.localeCompare(a.deletedAt));
}

/** Only the owner can delete it: admins can do everything else. */
const onlyOwner = () => new KartisError("FORBIDDEN", { messageKey: "errors.onlyOwnerDeletes" });

const holdings = procedure({
  name: "organizations.holdings",
  kind: "query",
  input: z.object({}),
  can: ["ORGANIZATION", "delete"],
  plan: "any",
  /** Counts of what the deletion would remove. */
  async run(_, { principal: { orgId } }): Promise<Holdings> {
    const [{ name }, members, cards, files] = await Promise.all([
      getRemovable(orgId),
      membersOf(orgId),
      usedOf(orgId, "cards"),
      fileCountOf(orgId),
    ]);
    return { name, members: members.length, cards, files };
  },
});

const remove = procedure({
  name: "organizations.remove",
  kind: "mutation",
  input: DeleteInput,
  can: ["ORGANIZATION", "delete"],
  plan: "any",
  whileImpersonating: false,
  async run({ name }, context): Promise<{ ok: true }> {
    const { systemRole, userId } = context.principal;
    if (systemRole !== "OWNER" || !userId || context.actor.kind !== "user") throw onlyOwner();
    await deleteOrganization(commitContextOf(context), userId, { typed: name });
    context.setCookie({ name: organizationCookie, value: "", maxAgeSeconds: 0 });
    return { ok: true };
  },
});

export const deletionProcedures = [holdings, remove] as const;
