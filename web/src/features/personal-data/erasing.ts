import type { CardId, OperationId } from "@kartis/core/kernel/id.ts";
import { client, trpc } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { currentTranslate } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { showToast } from "../../lib/toasts/toasts.ts";
import { forgetCards } from "../records/forget-cards.ts";

const pollMilliseconds = 1_000;
const wait = () => new Promise<void>((resolve) => setTimeout(resolve, pollMilliseconds));

/** Forgets the card in this browser and, while the page is open, reports when the rest is gone too. The erasure goes on without the page. */
export async function finishErasing(cardId: CardId, operationId: OperationId): Promise<void> {
  await forgetCards([cardId]);
  await queryClient.invalidateQueries(trpc.cards.pathFilter());
  try {
    let { state } = await client.operations.get.query({ operationId });
    while (state === "running") {
      await wait();
      ({ state } = await client.operations.get.query({ operationId }));
    }
    const t = currentTranslate();
    if (state === "done")
      showToast({ tone: "success", code: "personalData.erased", title: t("personalData.erase.done"), givesWay: true });
  } catch (failure) {
    reportFailure(failure);
  }
}
