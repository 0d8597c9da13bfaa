import type { EntityItem } from "electrodb";
import * as z from "zod";
import { reportFailure } from "../data/consumer.ts";
import { isFailedCondition } from "../data/entity.ts";
import { deleteItems, readPartition, type SweptPage } from "../data/sweep.ts";
import { endImpersonationsIn } from "../identity/impersonations/index.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { isId, type OrgId } from "../kernel/id.ts";
import { detachChildren } from "../organizations/index.ts";
import { labelOf, partitionsOfOrganization } from "../entities.ts";
import { deletedOrganization, deletedOrganizationEntity } from "./entity.ts";
import { deleteObjectsOf } from "./objects.ts";

type Tombstone = EntityItem<ReturnType<typeof deletedOrganizationEntity>> & { readonly orgId: OrgId };

/**
 * By then nobody who began before the deletion still writes for the organization: presigned uploads live a quarter of an hour, Lambdas ten minutes. Only a
 * sweep that begins later proves anything.
 */
const lateMs = 20 * 60_000;

/**
 * Continues the erasure of every organization that is deleted and not yet erased, for `runMs` at most. Progress is stored with each, so a run may break off
 * anywhere. An organization counts as erased when a whole sweep through its partitions, begun late enough, and through the bucket has found nothing more of it.
 * Throws, once all others are done, when one could not be continued.
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
  // Data that its children store about it is theirs, and not found by its id.
  await detachChildren(from.orgId, clock);
  let tombstone: Tombstone | undefined = from;
  while (tombstone?.state === "erasing" && performance.now() < deadline) {
    const isLate = clock.now() - Date.parse(tombstone.deletedAt) >= lateMs;
    // Everything that can be found now is gone; the rest is for later.
    if (!tombstone.sweepBeganAt && tombstone.erased > 0 && !isLate) return;
    tombstone = await step(tombstone, clock);
  }
}

/** The next non-empty stretch, or the sweep's end with the bucket. @returns undefined when another run has continued meanwhile. */
async function step(tombstone: Tombstone, clock: Clock): Promise<Tombstone | undefined> {
  const { orgId, sweepBeganAt = instant(clock) } = tombstone;
  const { items, next } = await nextStretch(orgId, Place.nullable().parse(tombstone.cursor ?? null));
  await deleteItems(items);
  const [acting, objects] = next ? [0, 0] : [await endImpersonationsIn(orgId), await deleteObjectsOf(orgId)];
  const found = tombstone.found + items.length + acting + objects;
  const erased = tombstone.erased + items.length + objects;
  if (next) return save(tombstone, { cursor: next, sweepBeganAt, found, erased });
  const proves = found === 0 && Date.parse(sweepBeganAt) - Date.parse(tombstone.deletedAt) >= lateMs;
  return save(tombstone, proves ? { found, erased, state: "erased", erasedAt: instant(clock) } : { found: 0, erased });
}

/** A position among the organization's partitions: which one, and from which key on. */
const Place = z.object({ partition: z.string(), from: z.record(z.string(), z.unknown()).nullable() });
type Place = z.infer<typeof Place>;

/** Reads from the position to the first stretch that is not empty. `next` is null at the end of the last partition. */
async function nextStretch(
  orgId: OrgId,
  place: Place | null,
): Promise<{ readonly items: SweptPage["items"]; readonly next: Place | null }> {
  const partitions = partitionsOfOrganization(orgId);
  const begun = partitions.findIndex((partition) => labelOf(partition) === place?.partition);
  // If the position no longer exists, after a deployment: from the beginning again, where little is left.
  const rest = partitions.slice(Math.max(0, begun));
  let from = begun < 0 ? null : (place?.from ?? null);
  for (const [at, partition] of rest.entries()) {
    do {
      const { items, next } = await readPartition(partition, deletedOrganization, from);
      from = next;
      if (items.length === 0) continue;
      const following = next ? partition : rest[at + 1];
      return { items, next: following ? { partition: labelOf(following), from: next } : null };
    } while (from);
  }
  return { items: [], next: null };
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
