import type { EntityItem } from "electrodb";
import { reportFailure } from "../data/consumer.ts";
import { isFailedCondition } from "../data/entity.ts";
import { deleteItems, endActing, scanFor } from "../data/sweep.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { isId, type OrgId } from "../kernel/id.ts";
import { detachChildren } from "../organizations/index.ts";
import { deletedOrganization, deletedOrganizationEntity } from "./entity.ts";
import { deleteObjectsOf } from "./objects.ts";

type Tombstone = EntityItem<ReturnType<typeof deletedOrganizationEntity>> & { readonly orgId: OrgId };

/**
 * After so long nobody writes for the organization any more who began before it was deleted: presigned uploads live a quarter of an hour, Lambdas ten minutes.
 * Only a sweep that begins later proves anything.
 */
const lateMs = 20 * 60_000;

/**
 * Goes on with the erasure of every organization that is deleted and not yet erased, for `runMs` at most. How far each is stands in what is kept of it, so a run may break off
 * anywhere. An organization counts as erased when a whole sweep through the table, begun late enough, and the bucket had nothing more of it. Throws, once all
 * others are done, when one could not be gone on with.
 */
export async function eraseDeletedOrganizations(clock: Clock, runMs: number): Promise<void> {
  const deadline = performance.now() + runMs;
  let failed = 0;
  for (const tombstone of await unfinished()) {
    try {
      await erase(tombstone, clock, deadline);
    } catch (error) {
      reportFailure(`erasure of ${tombstone.orgId}`, error);
      failed++;
    }
  }
  if (failed > 0) throw new Error(`The erasure of ${failed} organizations was broken off`);
}

async function unfinished(): Promise<Tombstone[]> {
  const { data } = await deletedOrganizationEntity().query.byState({ state: "erasing" }).go({ pages: "all" });
  return data.flatMap((item) => (isId("org", item.orgId) ? [{ ...item, orgId: item.orgId }] : []));
}

async function erase(from: Tombstone, clock: Clock, deadline: number): Promise<void> {
  // What its children hold of it is theirs, and not found by its id.
  await detachChildren(from.orgId, clock);
  let tombstone: Tombstone | undefined = from;
  while (tombstone?.state === "erasing" && performance.now() < deadline) {
    const isLate = clock.now() - Date.parse(tombstone.deletedAt) >= lateMs;
    // What could be found now has been; the rest is for later.
    if (!tombstone.sweepBeganAt && tombstone.erased > 0 && !isLate) return;
    tombstone = await step(tombstone, clock);
  }
}

/** One stretch of the table, or the bucket at its end. @returns undefined when another run has meanwhile gone on. */
async function step(tombstone: Tombstone, clock: Clock): Promise<Tombstone | undefined> {
  const { orgId, cursor = null, sweepBeganAt = instant(clock) } = tombstone;
  const { items, next } = await scanFor(orgId, deletedOrganization, cursor);
  const own = items.filter((item) => item["orgId"] === orgId);
  await deleteItems(own);
  for (const session of items.filter((item) => item["orgId"] !== orgId)) await endActing(orgId, session);
  const objects = next ? 0 : await deleteObjectsOf(orgId);
  const found = tombstone.found + items.length + objects;
  const erased = tombstone.erased + own.length + objects;
  if (next) return save(tombstone, { cursor: next, sweepBeganAt, found, erased });
  const proves = found === 0 && Date.parse(sweepBeganAt) - Date.parse(tombstone.deletedAt) >= lateMs;
  return save(tombstone, proves ? { found, erased, state: "erased", erasedAt: instant(clock) } : { found: 0, erased });
}

type Progress = Partial<Pick<Tombstone, "cursor" | "sweepBeganAt" | "state" | "erasedAt">> & Pick<Tombstone, "found" | "erased">;

async function save(tombstone: Tombstone, progress: Progress): Promise<Tombstone | undefined> {
  const { orgId, version } = tombstone;
  const set = deletedOrganizationEntity()
    .patch({ orgId })
    .set({ ...progress, deletedAt: tombstone.deletedAt, version: version + 1 });
  const written = progress.cursor ? set : set.remove(["cursor", "sweepBeganAt"]);
  try {
    await written.where((attribute, { eq }) => eq(attribute.version, version)).go();
  } catch (error) {
    if (isFailedCondition(error)) return undefined;
    throw error;
  }
  const { cursor: _, sweepBeganAt: __, ...kept } = tombstone;
  return { ...kept, ...progress, version: version + 1 };
}
