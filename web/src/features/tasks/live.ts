import { trpc } from "../../lib/api.ts";
import { pacedByPeople, useLive } from "../../lib/live/live.ts";
import { queryClient } from "../../lib/query-client.ts";
import { refreshTasks } from "./changes/refresh.ts";
import { refreshTaskViews } from "./views/useTaskViews.ts";

const refresh = pacedByPeople(() => {
  void refreshTasks();
  void queryClient.invalidateQueries(trpc.comments.ofTask.pathFilter());
});

/** Keeps the tasks on the screen true while others work. */
export function useLiveTasks(): void {
  useLive((message) => {
    // A card that is renamed, trashed or shared changes what its tasks say of it.
    if (message.kind !== "batch" && message.subject.kind === "view") void refreshTaskViews();
    // Their names stand beside the list.
    if (message.kind === "batch" ? /^(cardType|field)\./.test(message.action) : message.subject.kind === "cardType")
      void queryClient.invalidateQueries(trpc.cards.types.pathFilter());
    if (message.kind === "batch" || message.subject.kind === "activity" || message.subject.kind === "card") refresh();
  });
}
