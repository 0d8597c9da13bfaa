import type { FileId } from "@kartis/core/kernel/id.ts";

export type ColumnMapping = readonly { readonly column: number; readonly fieldId: string | null }[];

/** What an import needs besides the type; kept for the tab, so that a reload in the middle of the check can go on. */
export interface ImportJob {
  fileId: FileId;
  fileName: string;
  mapping: ColumnMapping;
}

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
    if (entry.column === column) return { column, fieldId };
    return fieldId !== null && entry.fieldId === fieldId ? { column: entry.column, fieldId: null } : entry;
  });
}

/** What is missing of a mapping, as a catalogue key. */
export function mappingProblem(mapping: ColumnMapping): "validation.oneField" | "validation.nameColumn" | undefined {
  if (mapping.every((entry) => entry.fieldId === null)) return "validation.oneField";
  return mapping.some((entry) => entry.fieldId === "name") ? undefined : "validation.nameColumn";
}
