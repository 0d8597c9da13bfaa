import type { OrgContext, Right } from "../../kernel/procedure.ts";
import type { RunningOperation } from "../../operations/index.ts";
import type { BulkPreview } from "../schema.ts";

/** Bulk job on one kind of record: cards, tasks, or meetings. */
export interface BulkTarget {
  /** The permission that the change needs; checked when it is previewed and started, and again on each run. */
  readonly right: Right;
  /** Throws INVALID_INPUT for what none of them would accept. */
  requireSense(context: OrgContext): Promise<void>;
  /** Preview as of now. */
  preview(context: OrgContext): Promise<BulkPreview>;
  /**
   * Goes on with the operation for `runMs` milliseconds, with the rights that its starter has now.
   * @returns true when there is nothing more to do.
   */
  run(operation: RunningOperation, context: RunContext, runMs: number): Promise<boolean>;
}

export type RunContext = Pick<OrgContext, "actor" | "clock" | "principal" | "level">;
