import type { AutomationRun, RunId } from "@kartis/core/automations/run-schema.ts";
import type { Automation } from "@kartis/core/automations/schema.ts";
import { byteOrderMark, csvRecord } from "@kartis/core/exports/csv.ts";
import { useState } from "react";
import { client } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { useRunsSearch } from "./queries.ts";

const perPage = 100;

/** Downloads the runs that the filters select as a CSV, newest first. @param outcomeOf a run's outcome in words, as in the list */
export function useRunsExport({ id: automationId, name }: Automation, outcomeOf: (run: AutomationRun) => string) {
  const t = useT();
  const format = useFormat();
  const [{ filter, search }] = useRunsSearch();
  const [isExporting, setExporting] = useState(false);

  async function lines(): Promise<string[]> {
    const head = ["card", "state", "outcome", "started", "ended", "version", "run"] as const;
    const found = [csvRecord(head.map((column) => t(`automationRuns.column.${column}`)))];
    let cursor: RunId | undefined;
    do {
      const page = await client.automations.runs.query({
        automationId,
        limit: perPage,
        ...(filter === "all" ? {} : { state: filter }),
        ...(search.trim() === "" ? {} : { search: search.trim() }),
        ...(cursor ? { cursor } : {}),
      });
      for (const run of page.runs)
        found.push(
          csvRecord([
            run.cardName ?? t("automationRuns.unseenCard"),
            t(`automationRuns.state.${run.state}`),
            outcomeOf(run),
            format.dateTime(run.startedAt),
            run.endedAt ? format.dateTime(run.endedAt) : "",
            String(run.version),
            run.id,
          ]),
        );
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return found;
  }

  async function exportRuns(): Promise<void> {
    setExporting(true);
    try {
      const found = await lines();
      const url = URL.createObjectURL(new Blob([byteOrderMark, ...found], { type: "text/csv;charset=utf-8" }));
      const link = document.createElement("a");
      link.href = url;
      link.download = `${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}.csv`;
      link.click();
      URL.revokeObjectURL(url);
      showToast({ tone: "success", givesWay: true, title: t("automationRuns.exported", { count: found.length - 1 }) });
    } catch (error) {
      reportFailure(error);
    } finally {
      setExporting(false);
    }
  }
  return { isExporting, exportRuns };
}
