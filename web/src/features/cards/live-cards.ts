import type { Card } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import type { LiveMessage } from "@kartis/core/realtime/schema.ts";
import { trpc } from "../../lib/api.ts";
import { pacedByPeople } from "../../lib/live/live.ts";
import { queryClient } from "../../lib/query-client.ts";
import { meOptions } from "../../lib/session.ts";
import {
  askForLists,
  knownCard,
  refreshCard,
  refreshFigures,
  refreshLists,
  refreshRelated,
  refreshSums,
} from "../records/card-cache.ts";
import { refreshViews } from "./views/useViews.ts";

const isCardId = (id: string): id is CardId => id.startsWith("crd_");

const refreshListsSoon = pacedByPeople(askForLists);
const refreshFiguresSoon = pacedByPeople(refreshFigures);
const refreshOpenCard = pacedByPeople(() => void queryClient.invalidateQueries(trpc.cards.get.pathFilter()));

/** Maximum number of cards that are refetched one by one; more are refetched with their lists. */
const mostCards = 20;
/** Cards that others have changed, as they are on the screen. */
const changed = new Map<CardId, Card>();
const refreshChanged = pacedByPeople(() => {
  const cards = [...changed.values()];
  changed.clear();
  refreshSums();
  refreshRelated();
  void queryClient.invalidateQueries(trpc.cards.history.pathFilter());
  void queryClient.invalidateQueries(trpc.timeline.pathFilter());
  if (cards.length > mostCards) {
    refreshOpenCard();
    return askForLists();
  }
  for (const { id, trashedAt } of cards)
    refreshCard(id).then((card) => card.trashedAt !== trashedAt && refreshLists(), refreshLists);
});

/**
 * Keeps what is on the screen true while others work: a changed card that is loaded is asked for alone and replaced in its place; cards that come or go
 * ask for the pages in view.
 */
export function takeChange(message: LiveMessage): void {
  // Many cards at once, as an import makes them; what is on the screen may be among them.
  if (message.kind === "batch") {
    if (/^(cardType|field)\./.test(message.action)) void queryClient.invalidateQueries(trpc.cards.types.pathFilter());
    if (message.action.startsWith("layout.")) void queryClient.invalidateQueries(trpc.layouts.list.pathFilter());
    refreshOpenCard();
    return refreshListsSoon();
  }
  const { subject, version } = message;
  if (subject.kind === "cardType") void queryClient.invalidateQueries(trpc.cards.types.pathFilter());
  // The visible cards may depend on a field of the type.
  if (subject.kind === "cardType") refreshListsSoon();
  if (subject.kind === "cardType" || subject.kind === "layout")
    void queryClient.invalidateQueries(trpc.layouts.list.pathFilter());
  if (subject.kind === "member") {
    void queryClient.invalidateQueries(trpc.members.list.pathFilter());
    // A ROLE_GROUP scope depends on who has which role.
    if (queryClient.getQueryData(meOptions().queryKey)?.roleGroup.length)
      void queryClient.invalidateQueries(trpc.identity.me.pathFilter());
  }
  if (subject.kind === "view") void refreshViews();
  if (subject.kind === "activity") refreshFiguresSoon();
  if (subject.kind !== "card") return;
  const cardId = subject.id;
  const known = isCardId(cardId) ? knownCard(cardId) : undefined;
  if (!known) return refreshListsSoon();
  // One's own edit comes back as well.
  if (known.version >= version) return;
  changed.set(known.id, known);
  refreshChanged();
}
