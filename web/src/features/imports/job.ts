import type { Encoding } from "@kartis/core/imports/dialect.ts";
import type { CheckedRow, Correction, ImportMode } from "@kartis/core/imports/schema.ts";
import type { DayOrder } from "@kartis/core/kernel/local-times.ts";
import type { Operation, Reject } from "@kartis/core/operations/schema.ts";
import type { FileId } from "@kartis/core/kernel/id.ts";
import { currentViewer } from "../../lib/query-client.ts";

export type ColumnMapping = readonly {
  readonly column: number;
  readonly fieldId: string | null;
  readonly dayOrder?: DayOrder | undefined;
}[];

/** Mapping and mode of an import. */
export interface Settings {
  readonly mapping: ColumnMapping;
  readonly mode: ImportMode;
  /** Tells which card a row is about; only where rows may change cards. */
  readonly matchFieldId: string | null;
  readonly clearEmpty: boolean;
}

/** Settings of an import besides the type; stored in the browser, so that a check can be continued after a reload or in another tab. */
export interface ImportJob extends Settings {
  readonly fileId: FileId;
  readonly fileName: string;
  /** Encoding in which the file was shown. */
  readonly encoding: Encoding;
  readonly corrections: readonly Correction[];
  readonly skipLines: readonly number[];
  /** Absent while nobody has asked for it. */
  readonly startAutomations?: boolean;
}

/** The settings as procedures take them. */
export const settingsInput = ({ mapping, mode, matchFieldId, clearEmpty }: Settings) => ({
  mapping: mapping.map(({ column, fieldId, dayOrder }) => ({ column, fieldId, ...(dayOrder ? { dayOrder } : {}) })),
  mode,
  clearEmpty,
  ...(mode !== "create" && matchFieldId ? { matchFieldId } : {}),
});

const start = "kartis.import:";
/** Separate for each person, so that someone who shares the browser does not see another's import. */
const prefix = () => `${start}${currentViewer()}:`;
const mostKept = 10;

/** Kept until the person signs out, so that a closed tab can be opened again; the last ones only. */
export function keepJob(operationId: string, job: ImportJob): void {
  try {
    localStorage.setItem(prefix() + operationId, JSON.stringify(job));
    const kept = Object.keys(localStorage).filter((key) => key.startsWith(prefix()));
    // Ids of operations are in the order of their beginnings.
    for (const key of kept.toSorted().slice(0, -mostKept)) localStorage.removeItem(key);
  } catch {
    // A full or forbidden storage: this tab knows it still.
  }
}

export function keptJob(operationId: string): ImportJob | undefined {
  const text = localStorage.getItem(prefix() + operationId);
  // Only this module writes here.
  return text === null ? undefined : (JSON.parse(text) as ImportJob);
}

/** Called at sign-out: the corrections may be personal data. */
export function forgetJobs(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(start)) localStorage.removeItem(key);
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

type Counted = Pick<Operation, "created" | "updated" | "skipped" | "failed">;

/** Counts of the check, updated with the rows that were corrected or left out since. */
export function recounted(
  counted: Counted,
  errors: readonly Reject[],
  checked: ReadonlyMap<number, CheckedRow>,
  skipLines: readonly number[],
): Counted {
  const now = { ...counted };
  for (const [line, [first]] of Map.groupBy(errors, (error) => error.line)) {
    // A row that exists already was counted as left out.
    const before = first?.message === "validation.duplicate" ? "skipped" : "failed";
    const outcome = checked.get(line)?.outcome;
    const after = skipLines.includes(line) ? "skipped" : outcome && counterOf[outcome];
    if (!after || now[before] === 0) continue;
    now[before]--;
    now[after]++;
  }
  return now;
}

const counterOf = { create: "created", update: "updated", same: "skipped", refused: undefined } as const;
