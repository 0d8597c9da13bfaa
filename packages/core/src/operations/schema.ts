import * as z from "zod";
import { idSchema } from "../kernel/id-schema.ts";

export const OperationRef = z.object({ operationId: idSchema("opn") });

/** A row that was not taken. */
export interface Reject {
  /** Where the row begins in the file, counted from 1 as a spreadsheet or editor does; the header is line 1. */
  readonly line: number;
  readonly fieldId: string | null;
  /** Catalogue key of the reason. */
  readonly message: string;
  /** What stood there; of a card that was not changed, its name. */
  readonly value: string;
  /** The card that was not changed. */
  readonly cardId?: string;
  /** The row's cells in the order of the mapping, where they are short enough to be mended on the screen. */
  readonly cells?: readonly string[];
}

/** What a row does, or would do, to a card that is there. */
export interface RowChange {
  readonly line: number;
  readonly cardId: string;
  readonly name: string;
  /** Field id → value; null for none. Long texts are cut. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

export interface Operation {
  readonly id: string;
  readonly kind:
    | "import"
    | "export"
    | "bulk"
    | "revert"
    | "conversion"
    | "audit"
    | "erasure"
    | "personExport"
    | "handOver"
    | "ownExport";
  readonly state: "running" | "done" | "failed" | "canceled";
  /** Rows; null until they have been counted. */
  readonly total: number | null;
  /** Rows, or cards or changes, dealt with. */
  readonly done: number;
  readonly created: number;
  readonly updated: number;
  /** Rows that are there already. */
  readonly skipped: number;
  readonly failed: number;
  readonly dryRun: boolean;
  /** The first 200. */
  readonly errors: readonly Reject[];
  /** The first fifty or so rows of an import that change a card. */
  readonly changes: readonly RowChange[];
  /** Catalogue key of why it failed as a whole. */
  readonly failure: string | null;
  readonly failureParams: Readonly<Record<string, string | number>>;
  readonly resultUrl: string | null;
  readonly rejectsUrl: string | null;
}
