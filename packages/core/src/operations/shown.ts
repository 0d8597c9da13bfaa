import type { EntityItem } from "electrodb";
import * as z from "zod";
import { isId, type OrgId, type UserId } from "../kernel/id.ts";
import { operationEntity } from "./entity.ts";
import type { Operation, OperationKind } from "./schema.ts";

type Item = EntityItem<ReturnType<typeof operationEntity>>;

const asksFor = (input: unknown, what: string): boolean => z.object({ [what]: z.literal(true) }).safeParse(input).success;

/** The operation as it is shown, without its reports on single rows. */
export function shownOf(data: Item): Operation {
  return {
    id: data.operationId,
    kind: data.kind,
    state: data.state,
    total: data.total ?? null,
    done: data.done,
    created: data.created,
    updated: data.updated,
    skipped: data.skipped,
    failed: data.failed,
    altered: data.altered ?? 0,
    dryRun: asksFor(data.input, "dryRun"),
    startsAutomations: asksFor(data.input, "startAutomations"),
    errors: [],
    changes: [],
    alterations: [],
    failure: data.failure ?? null,
    failureParams: data.failureParams ?? {},
    resultUrl: data.resultFileId ? `/files/${data.resultFileId}` : null,
    rejectsUrl: data.rejectsFileId ? `/files/${data.rejectsFileId}` : null,
  };
}

/** The organization's stored operations of a kind, newest first. From an index that lags a moment behind. */
export async function* listOperations(
  orgId: OrgId,
  kind: OperationKind,
): AsyncGenerator<{ operation: Operation; userId: UserId; createdAt: string; input: unknown }> {
  let cursor: string | null = null;
  do {
    const page: { data: Item[]; cursor: string | null } = await operationEntity()
      .query.byKind({ orgId, kind })
      .go({ cursor, order: "desc" });
    for (const item of page.data) {
      const { userId, createdAt, input } = item;
      if (isId("usr", userId)) yield { operation: shownOf(item), userId, createdAt, input };
    }
    cursor = page.cursor;
  } while (cursor);
}
