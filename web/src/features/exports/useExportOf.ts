import type { OperationId } from "@kartis/core/kernel/id.ts";
import { useState } from "react";
import { reportFailure } from "../../lib/failures.ts";

export interface ExportOf {
  readonly begin: () => Promise<{ readonly operationId: OperationId }>;
  /** The message shown when the file is ready. */
  readonly done: (count: number) => string;
}

/** Exports a list, one export at a time. The button stays enabled, so that keyboard users keep the focus. */
export function useExportOf(exported: ExportOf | undefined): () => void {
  const [isPending, setPending] = useState(false);
  return () => {
    if (isPending || !exported) return;
    setPending(true);
    import("./save-export.ts")
      .then(({ saveExport }) => saveExport(exported.begin, exported.done))
      .catch(reportFailure)
      .finally(() => setPending(false));
  };
}
