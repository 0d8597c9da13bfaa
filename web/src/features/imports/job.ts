import type { Encoding } from "@kartis/core/imports/dialect.ts";
import type { Correction, DayOrder, ImportMode } from "@kartis/core/imports/schema.ts";
import type { FileId } from "@kartis/core/kernel/id.ts";

export type ColumnMapping = readonly {
  readonly column: number;
  readonly fieldId: string | null;
  readonly dayOrder?: DayOrder | undefined;
}[];

/** How the rows become cards. */
export interface Settings {
  readonly mapping: ColumnMapping;
  readonly mode: ImportMode;
  /** Tells which card a row is about; only where rows may change cards. */
  readonly matchFieldId: string | null;
  readonly clearEmpty: boolean;
}

/** What an import needs besides the type; kept for the tab, so that a reload in the middle of the check can go on. */
export interface ImportJob extends Settings {
  readonly fileId: FileId;
  readonly fileName: string;
  /** By which the file was shown. */
  readonly encoding: Encoding;
  readonly corrections: readonly Correction[];
  readonly skipLines: readonly number[];
}

/** The settings as procedures take them. */
export const settingsInput = ({ mapping, mode, matchFieldId, clearEmpty }: Settings) => ({
  mapping: mapping.map(({ column, fieldId, dayOrder }) => ({ column, fieldId, ...(dayOrder ? { dayOrder } : {}) })),
  mode,
  clearEmpty,
  ...(mode !== "create" && matchFieldId ? { matchFieldId } : {}),
});

const keyOf = (operationId: string) => `kartis.import.${operationId}`;

export function keepJob(operationId: string, job: ImportJob): void {
  sessionStorage.setItem(keyOf(operationId), JSON.stringify(job));
}

export function keptJob(operationId: string): ImportJob | undefined {
  const text = sessionStorage.getItem(keyOf(operationId));
  // Only this module writes here.
  return text === null ? undefined : (JSON.parse(text) as ImportJob);
}

/** Gives a column a field; a field that another column had leaves it, as a card has each field once. */
export function withField(mapping: ColumnMapping, column: number, fieldId: string | null): ColumnMapping {
  return mapping.map((entry) => {
    if (entry.column === column) return { ...entry, fieldId };
    return fieldId !== null && entry.fieldId === fieldId ? { ...entry, fieldId: null } : entry;
  });
}

/** The corrections with this one, which takes the place of an earlier one of the same cell. */
export const withCorrection = (corrections: readonly Correction[], correction: Correction): Correction[] => [
  ...corrections.filter(({ line, column }) => line !== correction.line || column !== correction.column),
  correction,
];
