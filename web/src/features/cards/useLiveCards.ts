import type { CardId } from "@kartis/core/kernel/id.ts";
import { trpc } from "../../lib/api.ts";
import { useLive } from "../../lib/live.ts";
import { queryClient } from "../../lib/query-client.ts";
import { knownCard, refreshCard, refreshLists, refreshRelated, refreshSums } from "./card-cache.ts";
import { refreshViews } from "./views/useViews.ts";

const isCardId = (id: string): id is CardId => id.startsWith("crd_");

/**
 * Keeps what is on the screen true while others work: a changed card that is loaded is asked for alone and replaced in its place; cards that come or go
 * ask for the pages in view.
 */
export function useLiveCards(): void {
  useLive((message) => {
    // Many cards at once, as an import makes them; what is on the screen may be among them.
    if (message.kind === "batch") {
      if (/^(cardType|field)\./.test(message.action)) void queryClient.invalidateQueries(trpc.cards.types.pathFilter());
      if (message.action.startsWith("layout.")) void queryClient.invalidateQueries(trpc.layouts.list.pathFilter());
      void queryClient.invalidateQueries(trpc.cards.get.pathFilter());
      return refreshLists();
    }
    const { subject, version } = message;
    if (subject.kind === "cardType") void queryClient.invalidateQueries(trpc.cards.types.pathFilter());
    if (subject.kind === "cardType" || subject.kind === "layout")
      void queryClient.invalidateQueries(trpc.layouts.list.pathFilter());
    if (subject.kind === "member") void queryClient.invalidateQueries(trpc.members.list.pathFilter());
    if (subject.kind === "view") void refreshViews();
    if (subject.kind !== "card") return;
    const cardId = subject.id;
    const known = isCardId(cardId) ? knownCard(cardId) : undefined;
    if (!known) return refreshLists();
    // One's own edit comes back as well.
    if (known.version >= version) return;
    refreshSums();
    refreshRelated();
    refreshCard(known.id).then((card) => card.trashedAt !== known.trashedAt && refreshLists(), refreshLists);
    void queryClient.invalidateQueries(trpc.cards.history.pathFilter());
  });
}
