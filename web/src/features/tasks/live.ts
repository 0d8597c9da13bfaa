import { pacedByPeople, useLive } from "../../lib/live.ts";
import { refreshTasks } from "./changes/refresh.ts";

const refresh = pacedByPeople(() => void refreshTasks());

/** Keeps the tasks on the screen true while others work. */
export function useLiveTasks(): void {
  useLive((message) => {
    // A card that is renamed, trashed or shared changes what its tasks say of it.
    if (message.kind === "batch" || message.subject.kind === "activity" || message.subject.kind === "card") refresh();
  });
}
