import type { OrgId } from "../kernel/id.ts";
import { memoryEntity, operationEntity, rejectEntity } from "./entity.ts";

/** One that runs longer than this has died; those who wait for it continue. */
const longestMs = 2 * 3_600_000;
const kinds = [
  "import",
  "export",
  "bulk",
  "revert",
  "conversion",
  "audit",
  "personExport",
  "handOver",
  "ownExport",
  "simulation",
] as const;

/**
 * Deletes what operations that began no later than `until` store of the rows and cards they went through: rejected rows, examples of changes, what they
 * remembered, corrected cells, the values of bulk edits and of filters. What they did stays on record.
 * @returns false while one of them still runs, and keeps what it needs.
 */
export async function forgetRows(orgId: OrgId, until: string): Promise<boolean> {
  let areAllOver = true;
  for (const kind of kinds) {
    const { data } = await operationEntity().query.byKind({ orgId, kind }).lte({ createdAt: until }).go({ pages: "all" });
    for (const { operationId, state, createdAt, input } of data) {
      const isRunning = state === "running" && Date.now() - Date.parse(createdAt) < longestMs;
      if (isRunning) areAllOver = false;
      else await forgetRowsOf(orgId, operationId, kind, input);
    }
  }
  return areAllOver;
}

async function forgetRowsOf(orgId: OrgId, operationId: string, kind: (typeof kinds)[number], input: unknown): Promise<void> {
  const [rejects, memories] = await Promise.all([
    rejectEntity()
      .query.main({ orgId, operationId })
      .go({ pages: "all", consistent: true, attributes: ["chunk"] }),
    memoryEntity()
      .query.main({ orgId, operationId })
      .go({ pages: "all", consistent: true, attributes: ["chunk"] }),
  ]);
  for (const { chunk } of rejects.data) await rejectEntity().delete({ orgId, operationId, chunk }).go();
  for (const { chunk } of memories.data) await memoryEntity().delete({ orgId, operationId, chunk }).go();
  const kept = inputWithoutValues(kind, input);
  if (kept === input) return;
  await operationEntity().patch({ orgId, operationId }).set({ input: kept }).go();
}

function inputWithoutValues(kind: (typeof kinds)[number], input: unknown): unknown {
  switch (kind) {
    case "import":
      return typeof input === "object" && input !== null ? { ...input, corrections: [] } : input;
    case "bulk":
      // Its subjects are still needed to revert it.
      return typeof input === "object" && input !== null && "target" in input ? { target: input.target } : {};
    case "export":
    case "audit":
      return {};
    default:
      return input;
  }
}
