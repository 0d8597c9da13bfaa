import { remove, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { isId, type OrgId } from "../kernel/id.ts";
import { organizationEntity } from "./entity.ts";
import { childGone, findKin, type Kin } from "./family/store.ts";

/** An organization to be deleted, as it was read. */
export interface Removable {
  readonly name: string;
  readonly version: number;
  /** Its parent, which then counts one child less. */
  readonly parent: Kin | undefined;
}

/** Strongly consistent; undefined when it does not exist any more. */
export async function findRemovable(orgId: OrgId): Promise<Removable | undefined> {
  const { data } = await organizationEntity().get({ orgId, kind: "organization" }).go({ consistent: true });
  if (!data) return undefined;
  const parent = isId("org", data.parentId) ? await findKin(data.parentId) : undefined;
  return { name: data.name, version: data.version, parent };
}

/**
 * The writes and the change that delete an organization, for a `commit()` that has read it. Everything reads its item first: from this transaction on nobody is
 * a member of it, by session, token, link or invitation.
 */
export function organizationRemoval(orgId: OrgId, { name, version, parent }: Removable): { writes: Write[]; change: Change } {
  const gone = organizationEntity()
    .remove({ orgId, kind: "organization" })
    .where((attribute, { eq }) => eq(attribute.version, version));
  return {
    writes: [remove(gone.params(), "stale"), ...childGone(parent)],
    change: {
      action: "organization.delete",
      subject: { kind: "organization", id: orgId },
      version: version + 1,
      before: { name },
      after: null,
    },
  };
}
