import type { OperationId } from "@kartis/core/kernel/id.ts";
import { useState } from "react";
import { reportFailure } from "../../lib/failures.ts";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { exportIcon } from "../../ui/display/transfer-icons.ts";

interface ExportButtonProps {
  label: string;
  isDisabled?: boolean;
  begin: () => Promise<{ readonly operationId: OperationId }>;
  /** What is said when the file is there. */
  done: (count: number) => string;
}

/** Exports the list that it stands above. */
export function ExportButton({ label, isDisabled = false, begin, done }: ExportButtonProps) {
  const [isPending, setPending] = useState(false);
  function run() {
    // Not disabled meanwhile: whoever pressed it by keys would lose their place.
    if (isPending) return;
    setPending(true);
    import("./save-export.ts")
      .then(({ saveExport }) => saveExport(begin, done))
      .catch(reportFailure)
      .finally(() => setPending(false));
  }
  return <IconButton icon={exportIcon} label={label} isDisabled={isDisabled} onPress={run} />;
}
