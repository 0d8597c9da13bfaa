import type { CardQuery } from "@kartis/core/cards/query/schema.ts";
import type { CardId, OperationId } from "@kartis/core/kernel/id.ts";
import { useState } from "react";
import { client } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { currentTranslate } from "../../lib/i18n.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";

const pollMilliseconds = 400;
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Restricts an export to these cards, or to all but these; and to these columns. */
interface Only {
  cardIds?: CardId[];
  exceptIds?: CardId[];
  fieldIds?: string[];
}

/** Makes a CSV of a list, or of some of its cards, on the server and saves it, when it is ready, as the browser saves files. */
export async function exportCards(query: CardQuery, only: Only): Promise<void> {
  const { cardTypeId } = query;
  if (!cardTypeId) return;
  const { operationId } = await client.cards.export.mutate({ ...query, cardTypeId, ...only });
  const count = await saveResult(operationId);
  const t = currentTranslate();
  if (count !== null) return showToast({ tone: "success", title: t("cards.export.done", { count }), givesWay: true });
  showToast({ tone: "error", code: "EXPORT", title: t("cards.export.failed") });
}

export function useExport(): { isPending: boolean; start: (query: CardQuery, only: Only) => void } {
  const [isPending, setPending] = useState(false);

  function start(query: CardQuery, only: Only) {
    setPending(true);
    exportCards(query, only)
      .catch(reportFailure)
      .finally(() => setPending(false));
  }

  return { isPending, start };
}

/** Waits for an operation that makes a file and saves that; with how many things are in it, or null when it failed. */
export async function saveResult(operationId: OperationId): Promise<number | null> {
  let operation = await client.operations.get.query({ operationId });
  while (operation.state === "running") {
    await wait(pollMilliseconds);
    operation = await client.operations.get.query({ operationId });
  }
  if (operation.state !== "done" || !operation.resultUrl) return null;
  save(operation.resultUrl);
  return operation.done;
}

export function save(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
}
