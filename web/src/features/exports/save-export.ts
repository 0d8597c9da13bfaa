import type { OperationId } from "@kartis/core/kernel/id.ts";
import { currentTranslate } from "../../lib/i18n.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { saveResult } from "./useExport.ts";

/** Makes a CSV on the server and saves it, when it is ready, as the browser saves files. @param done what is said then */
export async function saveExport(
  begin: () => Promise<{ readonly operationId: OperationId }>,
  done: (count: number) => string,
): Promise<void> {
  const { operationId } = await begin();
  const count = await saveResult(operationId);
  if (count !== null) return showToast({ tone: "success", title: done(count), givesWay: true });
  showToast({ tone: "error", code: "EXPORT", title: currentTranslate()("cards.export.failed") });
}
