import type { CheckedRow, Correction } from "@kartis/core/imports/schema.ts";
import { useState } from "react";
import { client } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { type ImportJob, settingsInput } from "../job.ts";
import type { ImportTarget } from "../targets/target.ts";

/** The checks of corrected rows, by their lines in the file. */
export interface RowChecks {
  isRunning: (line: number) => boolean;
  /** Whether the last check of the row failed, so that nothing is known of it. */
  isUnchecked: (line: number) => boolean;
  check: (line: number, corrections: readonly Correction[], cells: readonly string[]) => void;
}

/** Checks corrected rows one by one, each with all of its corrections. A row of which nothing was heard stays marked, and can be checked again. */
export function useRowChecks(target: ImportTarget, job: ImportJob, onChecked: (row: CheckedRow) => void): RowChecks {
  const [unchecked, setUnchecked] = useState<ReadonlySet<number>>(new Set());
  // How many checks of each row are on their way.
  const [running, setRunning] = useState<ReadonlyMap<number, number>>(new Map());

  function check(line: number, corrections: readonly Correction[], cells: readonly string[]) {
    const markUnchecked = (isUnchecked: boolean) =>
      setUnchecked((before) => {
        const after = new Set(before);
        if (isUnchecked) after.add(line);
        else after.delete(line);
        return after;
      });
    const mended = job.mapping.map(
      ({ column }, at) => corrections.find((other) => other.line === line && other.column === column)?.value ?? cells[at] ?? "",
    );
    const count = (by: 1 | -1) => setRunning((before) => new Map(before).set(line, (before.get(line) ?? 0) + by));
    count(1);
    client.imports.checkRows
      .query({
        typeId: target.id,
        ...(target.timeZone ? { timeZone: target.timeZone } : {}),
        ...settingsInput(job),
        rows: [{ line, cells: mended }],
      })
      .then(([row]) => {
        markUnchecked(false);
        if (row) onChecked(row);
      })
      .catch((failure: unknown) => {
        markUnchecked(true);
        reportFailure(failure);
      })
      .finally(() => count(-1));
  }

  return {
    isRunning: (line) => (running.get(line) ?? 0) > 0,
    isUnchecked: (line) => unchecked.has(line),
    check,
  };
}
