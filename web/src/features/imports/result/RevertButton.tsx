import type { OperationId } from "@kartis/core/kernel/id.ts";
import { useState } from "react";
import { client } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { dropDone, offerUndo } from "../../undo/undo.ts";
import { type ImportTarget, kindOf } from "../targets/target.ts";

const pollMilliseconds = 400;
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

interface RevertButtonProps {
  size: 28 | 32;
  target: ImportTarget;
  operationId: OperationId;
  onReverted: () => void;
}

/** Takes an import back: what it made goes to the trash, what it changed is as before. Needs no question, as it can be taken back in its turn. */
export function RevertButton({ size, target, operationId, onReverted }: RevertButtonProps) {
  const t = useT();
  const format = useFormat();
  const [progress, setProgress] = useState<{ done: number; total: number | null }>();

  async function revert(): Promise<void> {
    const { operationId: revertId } = await client.changes.revert.mutate({ operationId });
    let operation = await client.operations.get.query({ operationId: revertId });
    while (operation.state === "running") {
      setProgress(operation);
      await wait(pollMilliseconds);
      operation = await client.operations.get.query({ operationId: revertId });
    }
    target.refresh();
    onReverted();
    if (operation.state !== "done") return showToast({ tone: "error", code: "REVERT", title: t("imports.revert.failed") });
    dropDone("undo", { recordIds: [], operationId, label: "" });
    offerUndo({
      operationId: revertId,
      of: kindOf(target),
      message: target.words.reverted(operation.updated),
      ...(operation.failed > 0 ? { notice: { message: target.words.kept(operation.failed) } } : {}),
    });
  }

  function begin(): void {
    setProgress({ done: 0, total: null });
    revert()
      .catch(reportFailure)
      .finally(() => setProgress(undefined));
  }

  return (
    <Button size={size} isPending={progress !== undefined} onPress={begin}>
      {progress?.total ? `${t("imports.revert.running")} ${format.percent(progress.done / progress.total)}` : t("imports.revert")}
    </Button>
  );
}
