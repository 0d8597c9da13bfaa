import * as z from "zod";
import { idSchema } from "../kernel/id-schema.ts";

export const OperationRef = z.object({ operationId: idSchema("opn") });

/** A row that was rejected. */
export interface Reject {
  /** Where the row begins in the file, counted from 1 as a spreadsheet or editor does; the header is line 1. */
  readonly line: number;
  readonly fieldId: string | null;
  /** Catalogue key of the reason. */
  readonly message: string;
  /** The value it had; for a card that was not changed, its name. */
  readonly value: string;
  /** The part of the value that is wrong, such as one of several people. */
  readonly part?: string;
  /** The card that was not changed. */
  readonly cardId?: string;
  /** The row's cells in the order of the mapping, if they are short enough to be corrected on screen. */
  readonly cells?: readonly string[];
}

/** A cell that was altered, though its row was accepted. */
export interface Alteration {
  readonly line: number;
  readonly fieldId: string;
  /** Catalogue key of the alteration. */
  readonly message: string;
  /** The beginning of its value. */
  readonly value: string;
}

/** A row's change to an existing card, made or planned; or the new activity, with nothing before. */
export interface RowChange {
  readonly line: number;
  /** Null for what does not exist yet. */
  readonly cardId: string | null;
  readonly name: string;
  /** Field id → value; null for none. Long texts are cut. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

export type OperationKind = Operation["kind"];

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
    | "timeZone"
    | "ownExport"
    | "simulation";
  readonly state: "running" | "done" | "failed" | "canceled";
  /** Rows; null until they have been counted. */
  readonly total: number | null;
  /** Rows, or cards or changes, processed. */
  readonly done: number;
  readonly created: number;
  readonly updated: number;
  /** Rows that exist already. */
  readonly skipped: number;
  readonly failed: number;
  /** Rows of an import that were accepted with an altered cell. */
  readonly altered: number;
  readonly dryRun: boolean;
  /** Its changes start automations, as its user asked. */
  readonly startsAutomations: boolean;
  /** The first 200. */
  readonly errors: readonly Reject[];
  /** The first fifty or so rows of an import that change a card. */
  readonly changes: readonly RowChange[];
  /** The first fifty or so cells of an import that were altered. */
  readonly alterations: readonly Alteration[];
  /** Catalogue key of why it failed as a whole. */
  readonly failure: string | null;
  readonly failureParams: Readonly<Record<string, string | number>>;
  readonly resultUrl: string | null;
  readonly rejectsUrl: string | null;
}

/** A kind of long operation: what it is started with and, if it goes through something other than cards, how it notes its position. */
export interface OperationType<Given, Job, Position> {
  readonly kind: OperationKind;
  readonly input: z.ZodType<Job, Given>;
  jobOf(operation: { readonly input: unknown }): Job;
  /** Undefined before the first position is stored. */
  positionOf(operation: { readonly position: unknown }): Position | undefined;
}

export const operationType = <Given, Job, Position = never>(
  kind: OperationKind,
  input: z.ZodType<Job, Given>,
  position: z.ZodType<Position> = z.never(),
): OperationType<Given, Job, Position> => ({
  kind,
  input,
  jobOf: (operation) => input.parse(operation.input),
  positionOf: (operation) => (operation.position === undefined ? undefined : position.parse(operation.position)),
});
